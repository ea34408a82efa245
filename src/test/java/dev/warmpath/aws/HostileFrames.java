package dev.warmpath.aws;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.random.RandomGenerator;
import java.util.zip.CRC32;

/**
 * Bodies of the format that AWS calls event stream, most of them wrong somewhere: lengths,
 * checksums, headers of any type, exceptions of any name. Unlike plain mutation this keeps
 * checksums right more often than not, so that what is wrong reaches the code behind them.
 */
final class HostileFrames {
  private static final List<String> NAMES =
      List.of(
          ":event-type",
          ":message-type",
          ":exception-type",
          ":error-code",
          ":error-message",
          ":content-type",
          "",
          "x");

  private static final List<String> VALUES =
      List.of(
          "PayloadPart",
          "event",
          "exception",
          "error",
          "ModelStreamError",
          "InternalStreamFailure",
          "ModelError",
          "Unheard",
          "application/json",
          "application/octet-stream",
          "",
          "\u0000");

  private static final List<String> PAYLOADS =
      List.of(
          "data: {\"choices\":[]}\n\n",
          "{\"Message\":\"gone\",\"ErrorCode\":\"StreamBroken\"}",
          "{\"message\":7,\"ErrorCode\":[]}",
          "{\"Message\":",
          "[".repeat(2000),
          "{\"a\":".repeat(2000),
          "null",
          "",
          "\u0000");

  private static final int[] LENGTHS = {
    0, 1, 12, 15, 16, 17, 255, 16 << 20, (16 << 20) + 1, Integer.MAX_VALUE, -1, Integer.MIN_VALUE
  };

  private final RandomGenerator random;

  HostileFrames(RandomGenerator random) {
    this.random = random;
  }

  /** A body of a few frames, cut somewhere or not. */
  byte[] body() {
    ByteArrayOutputStream body = new ByteArrayOutputStream();
    for (int i = random.nextInt(5); i > 0; i--) {
      body.writeBytes(random.nextInt(3) == 0 ? hostile() : friendly());
    }
    byte[] whole = body.toByteArray();
    if (whole.length > 0 && random.nextInt(5) == 0) {
      whole[random.nextInt(whole.length)] = (byte) random.nextInt(256);
    }
    return random.nextInt(5) == 0 ? Arrays.copyOf(whole, random.nextInt(whole.length + 1)) : whole;
  }

  private byte[] friendly() {
    ByteArrayOutputStream headers = new ByteArrayOutputStream();
    string(headers, ":event-type", "PayloadPart");
    string(headers, ":message-type", "event");
    return frame(headers.toByteArray(), utf8("data: {\"choices\":[]}\n\n"), false);
  }

  private byte[] hostile() {
    ByteArrayOutputStream headers = new ByteArrayOutputStream();
    string(headers, ":message-type", random.nextBoolean() ? "exception" : one(VALUES));
    string(headers, random.nextBoolean() ? ":exception-type" : one(NAMES), one(VALUES));
    for (int i = random.nextInt(4); i > 0; i--) {
      header(headers);
    }
    return frame(headers.toByteArray(), utf8(one(PAYLOADS)), random.nextInt(3) == 0);
  }

  private void header(ByteArrayOutputStream headers) {
    byte[] name = utf8(one(NAMES));
    headers.write(random.nextInt(10) == 0 ? random.nextInt(256) : name.length);
    headers.writeBytes(name);
    int type = random.nextInt(12);
    headers.write(type);
    byte[] value = new byte[random.nextInt(20)];
    random.nextBytes(value);
    if (type == 6 || type == 7) {
      int length = random.nextInt(5) == 0 ? random.nextInt(65_536) : value.length;
      headers.write(length >> 8);
      headers.write(length);
    }
    headers.writeBytes(value);
  }

  private static void string(ByteArrayOutputStream headers, String name, String value) {
    headers.write(utf8(name).length);
    headers.writeBytes(utf8(name));
    headers.write(7);
    headers.write(utf8(value).length >> 8);
    headers.write(utf8(value).length);
    headers.writeBytes(utf8(value));
  }

  private byte[] frame(byte[] headers, byte[] payload, boolean lies) {
    int total = 16 + headers.length + payload.length;
    ByteBuffer frame = ByteBuffer.allocate(total);
    boolean aboutTotal = lies && random.nextBoolean();
    boolean aboutHeaders = lies && random.nextBoolean();
    frame.putInt(aboutTotal ? LENGTHS[random.nextInt(LENGTHS.length)] : total);
    frame.putInt(aboutHeaders ? LENGTHS[random.nextInt(LENGTHS.length)] : headers.length);
    putChecksum(frame, lies);
    frame.put(headers).put(payload);
    putChecksum(frame, lies);
    return frame.array();
  }

  private void putChecksum(ByteBuffer frame, boolean lies) {
    CRC32 checksum = new CRC32();
    checksum.update(frame.duplicate().flip());
    frame.putInt(lies && random.nextInt(4) == 0 ? random.nextInt() : (int) checksum.getValue());
  }

  private String one(List<String> texts) {
    return texts.get(random.nextInt(texts.size()));
  }

  private static byte[] utf8(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }
}
