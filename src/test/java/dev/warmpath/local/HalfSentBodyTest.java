package dev.warmpath.local;

import static org.assertj.core.api.Assertions.assertThat;

import com.amazonaws.services.lambda.runtime.events.APIGatewayProxyResponseEvent;
import dev.warmpath.local.LocalEndpoint.Hosted;
import dev.warmpath.testing.FakeClock;
import dev.warmpath.testing.Hostile;
import dev.warmpath.testing.Seeds;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.Socket;
import java.net.SocketException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Clients of the local doors that hang up in the middle of a request, or send nonsense. */
class HalfSentBodyTest {
  private static final int PATIENCE_MILLIS = 30_000;
  private static final String PATH = "/endpoints/llm/invocations-response-stream";

  private final AtomicInteger asked = new AtomicInteger();

  @ParameterizedTest
  @ValueSource(
      strings = {
        "Content-Length: 1000\r\n\r\n{\"messages\":[",
        "Transfer-Encoding: chunked\r\n\r\n4\r\n{\"a\"\r\n40\r\n:",
        "Transfer-Encoding: chunked\r\n\r\n4\r\n{\"a\"\r\n",
        "Transfer-Encoding: chunked\r\n\r\nzz\r\n{}",
        "Transfer-Encoding: chunked\r\n\r\n-4\r\n{}",
        "Content-Length: 12"
      })
  void halfARequestIsNotTakenForAWholeOne(String rest) throws IOException {
    try (LocalGateway gateway = gateway();
        LocalSageMaker sageMaker = sageMaker()) {
      // when
      String byGateway = exchange(gateway.uri(), "POST /v1/x HTTP/1.1\r\nHost: a\r\n" + rest);
      String bySageMaker =
          exchange(sageMaker.uri(), "POST " + PATH + " HTTP/1.1\r\nHost: a\r\n" + rest);

      // then
      assertThat(asked).hasValue(0);
      assertThat(byGateway).doesNotContain(" 200 ");
      assertThat(bySageMaker).doesNotContain(" 200 ");
    }
  }

  @Test
  void nonsenseStopsNoDoor() throws IOException {
    Hostile requests =
        new Hostile(
            List.of(
                latin("POST /v1/x HTTP/1.1\r\nHost: a\r\nContent-Length: 2\r\n\r\n{}"),
                latin("POST " + PATH + " HTTP/1.1\r\nContent-Length: 2\r\n\r\n{}"),
                latin("GET /ping?a=%zz&b HTTP/1.1\r\nHost: a\r\n\r\n"),
                latin(
                    "POST /x HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\n\r\n")),
            List.of("\r\n", "%", "%00", "\u0000", "//", "-1", "99999999999", "zz\r\n", "HTTP/9.9"));
    try (LocalGateway gateway = gateway();
        LocalSageMaker sageMaker = sageMaker()) {
      Seeds.forAll(
          Math.min(Hostile.inputs(100), 20_000),
          (seed, random) -> {
            URI door = random.nextBoolean() ? gateway.uri() : sageMaker.uri();
            exchange(door, new String(requests.input(random), StandardCharsets.ISO_8859_1));
          });
      int before = asked.get();

      // when
      String whole = "POST /v1/x HTTP/1.1\r\nHost: a\r\nContent-Length: 2\r\n\r\n{}";
      String answer = exchange(gateway.uri(), whole);

      // then
      assertThat(answer).startsWith("HTTP/1.1 200 ");
      assertThat(asked).hasValue(before + 1);
    }
  }

  private LocalGateway gateway() throws IOException {
    FakeClock clock = new FakeClock();
    return LocalGateway.listenBuffered(
        new GatewaySettings(0, Duration.ofSeconds(30), clock, () -> 0, () -> "id"),
        (event, context) -> {
          asked.incrementAndGet();
          return new APIGatewayProxyResponseEvent()
              .withStatusCode(200)
              .withHeaders(Map.of())
              .withBody("{}");
        },
        requestId -> {});
  }

  private LocalSageMaker sageMaker() throws IOException {
    ModelContainer container =
        (body, type) -> {
          asked.incrementAndGet();
          return new ContainerAnswer(200, body, "application/json");
        };
    return LocalSageMaker.listen(
        0, List.of(new LocalEndpoint("llm", List.of(Hosted.variant("a", container)))));
  }

  /** Sends bytes and no more, and reads until the other side ends the connection. */
  private static String exchange(URI door, String request) {
    try (Socket socket = new Socket(door.getHost(), door.getPort())) {
      socket.setSoTimeout(PATIENCE_MILLIS);
      socket.getOutputStream().write(latin(request));
      socket.shutdownOutput();
      return new String(socket.getInputStream().readAllBytes(), StandardCharsets.ISO_8859_1);
    } catch (SocketException e) {
      // Reset: the other side has ended it without reading all.
      return "";
    } catch (IOException e) {
      throw new UncheckedIOException("the door must end the connection", e);
    }
  }

  private static byte[] latin(String text) {
    return text.getBytes(StandardCharsets.ISO_8859_1);
  }
}
