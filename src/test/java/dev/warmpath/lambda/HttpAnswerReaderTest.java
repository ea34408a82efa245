package dev.warmpath.lambda;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.warmpath.testing.Seeds;
import java.io.ByteArrayInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.net.ProtocolException;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class HttpAnswerReaderTest {
  private static final int LIMIT = 10;
  private static final String CHUNKED =
      "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n4;a=b\r\nabcd\r\n3\r\nefg\r\n0\r\nT: u\r\n\r\n";

  @Test
  void readsAnswersOneAfterTheOther() throws IOException {
    // given
    HttpAnswerReader reader =
        reader(
            "HTTP/1.1 100 Continue\r\n\r\n"
                + "HTTP/1.1 200 OK\r\nlambda-runtime-trace-id:  a:b \r\nContent-Length: 3\r\n\r\nabc"
                + "HTTP/1.1 204 No Content\r\n\r\n"
                + CHUNKED
                + "HTTP/1.1 202\r\nContent-Length: 0\r\nConnection: close\r\n\r\n");

    // when
    HttpAnswer counted = reader.read();
    HttpAnswer empty = reader.read();
    HttpAnswer chunked = reader.read();
    HttpAnswer last = reader.read();

    // then
    assertThat(text(counted)).isEqualTo("abc");
    assertThat(counted.header("Lambda-Runtime-Trace-Id")).isEqualTo("a:b");
    assertThat(counted.reusable()).isTrue();
    assertThat(empty.status()).isEqualTo(204);
    assertThat(text(chunked)).isEqualTo("abcdefg");
    assertThat(last.status()).isEqualTo(202);
    assertThat(last.reusable()).isFalse();
    assertThatThrownBy(reader::read).isInstanceOf(HttpAnswerReader.NothingReadException.class);
  }

  @Test
  void readsToTheEndWhereNoLengthIsGiven() throws IOException {
    // when
    HttpAnswer answer = reader("HTTP/1.0 200 OK\r\n\r\n0123456789").read();

    // then
    assertThat(text(answer)).isEqualTo("0123456789");
    assertThat(answer.reusable()).isFalse();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "Content-Length: 11\r\n\r\n01234567890",
        "Content-Length: 999999999999999999\r\n\r\n0",
        "Transfer-Encoding: chunked\r\n\r\n6\r\n012345\r\n5\r\n67890\r\n0\r\n\r\n",
        "Transfer-Encoding: chunked\r\n\r\nfffffff\r\n0",
        "\r\n01234567890"
      })
  void keepsTheHeadAloneOfABodyThatIsTooLong(String rest) throws IOException {
    // when
    HttpAnswer answer = reader("HTTP/1.1 200 OK\r\nX: y\r\n" + rest).read();

    // then
    assertThat(answer.whole()).isFalse();
    assertThat(answer.reusable()).isFalse();
    assertThat(answer.header("x")).isEqualTo("y");
    assertThat(answer.body()).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "nonsense\r\n\r\n",
        "HTTP/2 200 OK\r\n\r\n",
        "HTTP/1.1 20 OK\r\n\r\n",
        "HTTP/1.1 200 OK\n\n",
        "HTTP/1.1 200 OK\r\nno colon\r\n\r\n",
        "HTTP/1.1 200 OK\r\n: no name\r\n\r\n",
        "HTTP/1.1 200 OK\r\nX: a\rb\r\n\r\n",
        "HTTP/1.1 200 OK\r\nContent-Length: -1\r\n\r\n",
        "HTTP/1.1 200 OK\r\nContent-Length: 99999999999999999999\r\n\r\n",
        "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n-1\r\n",
        "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n80000000\r\n",
        "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n1\r\nabc\r\n"
      })
  void refusesWhatIsNotHttp(String bytes) {
    assertThatThrownBy(() -> reader(bytes).read()).isInstanceOf(ProtocolException.class);
  }

  @Test
  void refusesAHeadWithoutEnd() {
    // given
    String header = "X: " + "y".repeat(1000) + "\r\n";

    // when // then
    assertThatThrownBy(() -> reader("HTTP/1.1 200 OK\r\n" + header.repeat(66)).read())
        .isInstanceOf(ProtocolException.class);
    assertThatThrownBy(() -> reader("HTTP/1.1 200 " + "x".repeat(70_000)).read())
        .isInstanceOf(ProtocolException.class);
  }

  @Test
  void tellsAnAnswerThatBreaksOffFromNoAnswer() {
    for (int length = 1; length < CHUNKED.length(); length++) {
      String part = CHUNKED.substring(0, length);

      assertThatThrownBy(() -> reader(part).read())
          .as("after %d bytes", length)
          .isInstanceOf(EOFException.class)
          .isNotInstanceOf(HttpAnswerReader.NothingReadException.class);
    }
  }

  @Test
  void endsWithAnAnswerOrAnIoExceptionWhateverComes() {
    Seeds.forAll(
        20_000,
        (seed, random) -> {
          byte[] bytes = CHUNKED.getBytes(StandardCharsets.ISO_8859_1);
          for (int i = random.nextInt(1, 6); i > 0; i--) {
            bytes[random.nextInt(bytes.length)] = (byte) random.nextInt(256);
          }
          try {
            HttpAnswer answer = new HttpAnswerReader(new ByteArrayInputStream(bytes), LIMIT).read();
            assertThat(answer.body().length).isLessThanOrEqualTo(LIMIT);
          } catch (IOException e) {
            // One of the two documented ends.
          }
        });
  }

  private static HttpAnswerReader reader(String bytes) {
    return new HttpAnswerReader(
        new ByteArrayInputStream(bytes.getBytes(StandardCharsets.ISO_8859_1)), LIMIT);
  }

  private static String text(HttpAnswer answer) {
    return new String(answer.body(), StandardCharsets.UTF_8);
  }
}
