package dev.warmpath.lambda;

import dev.warmpath.router.port.EngineCall;
import dev.warmpath.router.port.EngineOpening;
import dev.warmpath.router.port.EngineOutcome;
import dev.warmpath.router.port.EnginePart;
import dev.warmpath.router.port.EngineStream;
import dev.warmpath.router.port.InferenceEngine;
import dev.warmpath.testing.Hostile;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Queue;
import java.util.random.RandomGenerator;

/**
 * An engine that says anything, in any pieces, and breaks off anywhere. For one thread; {@link
 * #seed} decides what comes next.
 */
final class HostileEngine implements InferenceEngine {
  private static final List<String> TYPES =
      List.of(
          "text/event-stream",
          "application/json",
          "application/jsonlines",
          "application/octet-stream",
          "",
          "\u0000;=",
          "text/plain");

  private static final String CHUNK =
      "{\"choices\":[{\"index\":0,\"delta\":{\"content\":\"a\"},\"finish_reason\":null}]}";
  private static final String LAST =
      "{\"choices\":[{\"index\":0,\"delta\":{},\"finish_reason\":\"stop\"}]}";
  private static final String USAGE =
      "\"usage\":{\"prompt_tokens\":9,\"completion_tokens\":4,"
          + "\"prompt_tokens_details\":{\"cached_tokens\":8}}}";

  private static final Hostile ANSWERS =
      new Hostile(
          List.of(
                  "data: " + CHUNK + "\n\ndata: " + LAST + "\n\ndata: [DONE]\n\n",
                  "data: " + CHUNK + "\r\n\r\ndata: {\"choices\":[]," + USAGE + "\r\n\r\n",
                  CHUNK + "\n" + LAST + "\n",
                  "{\"choices\":[{\"message\":{\"content\":\"a\"}}]," + USAGE,
                  "data: {\"error\":{\"message\":\"gone\",\"code\":500}}\n\n",
                  "{\"token\":{\"id\":1,\"text\":\"a\"},\"generated_text\":\"a\",\"details\":{}}\n")
              .stream()
              .map(text -> text.getBytes(StandardCharsets.UTF_8))
              .toList(),
          List.of(
              "1e308",
              "-1",
              "99999999999999999999",
              "9223372036854775807",
              "NaN",
              "\"12\"",
              "null",
              "{",
              "}",
              "[",
              "\n\n",
              "data: [DONE]\n\n",
              "\u0000",
              "[".repeat(1100)));

  private RandomGenerator random;

  HostileEngine(RandomGenerator random) {
    this.random = random;
  }

  /** From now on these numbers decide. */
  void seed(RandomGenerator numbers) {
    random = numbers;
  }

  @Override
  public EngineOutcome invoke(EngineCall call) {
    return random.nextInt(5) == 0
        ? failure()
        : new EngineOutcome.Answered(ANSWERS.input(random), type(), "green");
  }

  @Override
  public EngineOpening open(EngineCall call) {
    byte[] answer = ANSWERS.input(random);
    if (answer.length == 0 || random.nextInt(5) == 0) {
      return new EngineOpening.Refused(failure());
    }
    Queue<EnginePart> parts = new ArrayDeque<>();
    Hostile.cutAnywhere(answer, 40, random).stream()
        .filter(bytes -> bytes.length > 0)
        .forEach(bytes -> parts.add(new EnginePart.Data(bytes)));
    parts.add(random.nextInt(3) == 0 ? new EnginePart.Broken(failure()) : new EnginePart.End());
    return new EngineOpening.Opened(new Stream(type(), parts));
  }

  private EngineOutcome.Failed failure() {
    EngineOutcome.Kind[] kinds = EngineOutcome.Kind.values();
    return new EngineOutcome.Failed(
        kinds[random.nextInt(kinds.length)], random.nextInt(-1, 700), "it \"failed\"\r\n\u0000");
  }

  private String type() {
    return TYPES.get(random.nextInt(TYPES.size()));
  }

  private record Stream(String contentType, Queue<EnginePart> parts) implements EngineStream {
    @Override
    public String invokedVariant() {
      return "";
    }

    @Override
    public EnginePart next() {
      EnginePart part = parts.poll();
      if (part == null) {
        throw new AssertionError("a stream must not be read beyond its end");
      }
      return part;
    }

    @Override
    public void close() {
      parts.clear();
    }
  }
}
