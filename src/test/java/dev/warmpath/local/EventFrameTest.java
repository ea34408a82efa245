package dev.warmpath.local;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.warmpath.testing.Seeds;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.eventstream.HeaderValue;
import software.amazon.awssdk.eventstream.Message;

class EventFrameTest {
  private static final int FRAMES = 300;

  @Test
  void isReadBackByTheDecoderOfTheSdk() {
    Seeds.forAll(
        FRAMES,
        (seed, random) -> {
          // given
          Map<String, String> headers = headers(random);
          byte[] payload = new byte[random.nextInt(3) * random.nextInt(70_000)];
          random.nextBytes(payload);

          // when
          byte[] frame = EventFrame.of(headers, payload);

          // then: the decoder checks both checksums
          Message message = Message.decode(ByteBuffer.wrap(frame));
          assertThat(message.getPayload()).isEqualTo(payload);
          assertThat(strings(message)).isEqualTo(headers);
        });
  }

  @Test
  void isTheSameAsThatOfTheSdk() {
    // given
    Map<String, String> headers = new LinkedHashMap<>();
    headers.put(":message-type", "event");
    headers.put(":event-type", "PayloadPart");
    Map<String, HeaderValue> values = new LinkedHashMap<>();
    headers.forEach((name, value) -> values.put(name, HeaderValue.fromString(value)));
    byte[] payload = "data: {}\n\n".getBytes(StandardCharsets.UTF_8);

    // when
    byte[] frame = EventFrame.of(headers, payload);

    // then
    assertThat(frame).isEqualTo(bytes(new Message(values, payload).toByteBuffer()));
  }

  @Test
  void isRefusedByTheDecoderWhenABitIsLost() {
    // given
    byte[] frame = EventFrame.of(Map.of(":message-type", "event"), new byte[] {1, 2, 3});
    frame[frame.length - 6] ^= 1;

    // when, then
    assertThatThrownBy(() -> Message.decode(ByteBuffer.wrap(frame)))
        .hasMessageContaining("checksum");
  }

  private static Map<String, String> headers(RandomGenerator random) {
    Map<String, String> headers = new HashMap<>();
    int count = random.nextInt(5);
    for (int i = 0; i < count; i++) {
      headers.put(
          ":name-" + i + "x".repeat(random.nextInt(40)), "wert ä ".repeat(1 + random.nextInt(200)));
    }
    return headers;
  }

  private static Map<String, String> strings(Message message) {
    Map<String, String> strings = new HashMap<>();
    message.getHeaders().forEach((name, value) -> strings.put(name, value.getString()));
    return strings;
  }

  private static byte[] bytes(ByteBuffer buffer) {
    byte[] bytes = new byte[buffer.remaining()];
    buffer.get(bytes);
    return bytes;
  }
}
