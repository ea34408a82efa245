package dev.warmpath.aws;

import static org.assertj.core.api.Assertions.assertThat;

import dev.warmpath.router.port.EngineCall;
import dev.warmpath.router.port.EngineOpening;
import dev.warmpath.router.port.EngineOutcome.Failed;
import dev.warmpath.router.port.EnginePart;
import dev.warmpath.router.port.EngineStream;
import dev.warmpath.routing.Target;
import dev.warmpath.testing.Hostile;
import dev.warmpath.testing.Seeds;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;

/** Feeds hostile answers of SageMaker to the real SDK and the adapter over it. */
class EventStreamFuzzTest {
  /** Nothing may wait that long: the whole answer is there when the call returns. */
  private static final Duration TIMEOUT = Duration.ofSeconds(20);

  private static final EngineCall CALL =
      new EngineCall(
          Target.ofVariant("llm", "a", 1, false),
          new byte[] {'{', '}'},
          "application/json",
          TIMEOUT,
          "",
          "id");

  private static final List<Integer> STATUSES =
      List.of(200, 200, 200, 200, 400, 424, 429, 500, 503);
  private static final List<String> ERROR_TYPES =
      List.of("ModelError", "ValidationError", "ThrottlingException", "Unheard", "", "a:b#c");

  private static final Hostile ERRORS =
      new Hostile(
          List.of(
                  "{\"OriginalStatusCode\":503,\"OriginalMessage\":\"busy\",\"Message\":\"m\"}",
                  "{\"OriginalStatusCode\":422,\"OriginalMessage\":\"{\\\"detail\\\":[{}]}\"}",
                  "{\"Message\":\"Variant a not found for endpoint llm.\"}",
                  "{\"__type\":\"ModelNotReadyException\",\"message\":null}")
              .stream()
              .map(text -> text.getBytes(StandardCharsets.UTF_8))
              .toList(),
          List.of("null", "{", "[", "1e308", "-1", "\"", "99999999999", "[".repeat(2000), "true"));

  @Test
  void anAnswerIsPassedOnToItsEndOrBroken() {
    ScriptedHttp http = new ScriptedHttp();
    try (SageMakerStreams streams = streams(http)) {
      Seeds.forAll(
          Hostile.inputs(2_000),
          (seed, random) -> {
            // given
            int status = STATUSES.get(random.nextInt(STATUSES.size()));
            byte[] body = status == 200 ? new HostileFrames(random).body() : ERRORS.input(random);
            List<byte[]> pieces = Hostile.cutAnywhere(body, 1 + random.nextInt(400), random);
            http.answer(status, headers(status, random), pieces, random.nextInt(6) == 0);

            // when
            EngineOpening opening = streams.open(CALL);

            // then
            switch (opening) {
              case EngineOpening.Refused(Failed failure) -> check(failure);
              case EngineOpening.Opened(EngineStream stream) -> read(stream, body.length);
            }
          });
    }
  }

  private static void read(EngineStream opened, int bytes) {
    try (EngineStream stream = opened) {
      int received = 0;
      // At most a part for each byte, and the end.
      for (int i = 0; i <= bytes; i++) {
        switch (stream.next()) {
          case EnginePart.Data(byte[] part) -> received += part.length;
          case EnginePart.End() -> {
            assertThat(received).isBetween(1, bytes);
            return;
          }
          case EnginePart.Broken(Failed failure) -> {
            check(failure);
            return;
          }
        }
      }
      throw new AssertionError("the stream has no end");
    }
  }

  /** A stream that hangs is told by its time-out. */
  private static void check(Failed failure) {
    assertThat(failure.message()).isNotBlank().doesNotContain("did not answer within");
  }

  private static Map<String, String> headers(int status, RandomGenerator random) {
    return status == 200
        ? Map.of(
            "Content-Type",
            random.nextInt(8) == 0 ? "text/html" : "application/vnd.amazon.eventstream",
            "x-Amzn-Invoked-Production-Variant",
            random.nextInt(8) == 0 ? "" : "a")
        : Map.of(
            "Content-Type",
            "application/json",
            "x-amzn-ErrorType",
            ERROR_TYPES.get(random.nextInt(ERROR_TYPES.size())));
  }

  private static SageMakerStreams streams(ScriptedHttp http) {
    return new SageMakerStreams(
        new Lazily<>(
            () ->
                SageMakerClients.streamingRuntime(
                    AwsAccess.local(URI.create("http://127.0.0.1:1")),
                    new ScriptedHttp.Builder(http))),
        trouble -> {});
  }
}
