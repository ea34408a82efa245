package dev.warmpath.web;

import static dev.warmpath.web.Streams.chunk;
import static dev.warmpath.web.Streams.cutAnywhere;
import static dev.warmpath.web.Streams.event;
import static dev.warmpath.web.Streams.last;
import static dev.warmpath.web.Streams.text;
import static dev.warmpath.web.Streams.usage;
import static dev.warmpath.web.Streams.utf8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.jr.ob.JSON;
import dev.warmpath.router.Usage;
import dev.warmpath.router.port.AnswerRelay;
import dev.warmpath.router.port.EngineOutcome;
import dev.warmpath.routing.Target;
import dev.warmpath.testing.Hostile;
import dev.warmpath.testing.Seeds;
import java.io.IOException;
import java.time.Instant;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/**
 * Feeds hostile bytes to everything that reads a caller or an engine.
 *
 * <p>{@code -Dwarmpath.fuzz=N} sets how many inputs each test makes.
 */
class WireFuzzTest {
  private static final int INPUTS = Hostile.inputs(50_000);

  private static final List<Endpoint> ENDPOINTS =
      List.of(Endpoint.CHAT, Endpoint.COMPLETIONS, Endpoint.INVOCATIONS);

  private static final Models MODELS = new Models(List.of("public", "other"), "engine");
  private static final JSON READER = JSON.std.without(JSON.Feature.FAIL_ON_DUPLICATE_MAP_KEYS);
  private static final OpenAiAnswers ANSWERS = new OpenAiAnswers(false);
  private static final Target PLAIN = Target.ofVariant("endpoint", "plain", 1, false);
  private static final Target PREFIX_AWARE = Target.ofVariant("endpoint", "aware", 2, true);
  private static final EngineOutcome.Failed FAILURE =
      new EngineOutcome.Failed(EngineOutcome.Kind.FAULT, 0, "gone");

  private static final List<byte[]> REQUESTS =
      bytes(
          "{\"model\":\"public\",\"messages\":[{\"role\":\"user\",\"content\":\"hi\"}],\"n\":1}",
          "{\"messages\":[{\"role\":\"user\",\"content\":[{\"type\":\"text\",\"text\":\"a\"},"
              + "{\"type\":\"image_url\",\"image_url\":{\"url\":\"data:x\"}}]},{\"role\":\"tool\","
              + "\"tool_call_id\":\"7\",\"content\":\"\\ud83d\\ude00\"}],\"stream\":true,"
              + "\"stream_options\":{\"include_usage\":false,\"x\":1.5e3},\"tools\":[{\"a\":null}]}",
          "{\"prompt\":[[1,2],[3]],\"max_tokens\":5,\"stream\":true,\"cache_salt\":\"s\"}",
          "{\"prompt\":\"caf\u00e9 \ud83d\ude00\",\"stream\":true,\"stream_options\":null}",
          "{\"input\":[{\"type\":\"function_call\",\"arguments\":\"{}\"}],\"instructions\":\"i\"}",
          "{\"inputs\":\"hi\",\"parameters\":{\"max_new_tokens\":3},\"stream\":true}");

  private static final List<byte[]> STREAMS =
      bytes(
          event(chunk(0, "caf\u00e9")) + event(last(0)) + event(usage(9, 4, 2)) + event("[DONE]"),
          ": ping\r\n\r\nevent: error\r\nid: 3\r\ndata: {\"error\":{\"code\":1}}\r\n\r\n",
          chunk(0, "a") + "\n" + last(0) + "\r\n" + usage(9, 4, 2) + "\n\n",
          "{\"token\":{\"id\":1,\"text\":\"a\"},\"generated_text\":\"a\",\"details\":{}}\n",
          "{\"choices\":[{\"message\":{\"content\":\"a\"}}],\"usage\":{\"prompt_tokens\":1e400}}",
          "{\"token\":{\"text\":\"a\"}}\n{\"token\":{\"text\":\"b\",\"special\":true},"
              + "\"generated_text\":\"a\",\"details\":{\"finish_reason\":\"length\","
              + "\"generated_tokens\":2,\"input_length\":9}}\n",
          "[{\"generated_text\":\"a\",\"details\":{\"finish_reason\":\"length\"}}]",
          "\ufeff" + event("{\"object\":\"error\"}") + "data: [DONE]");

  private static final List<String> INSERTIONS =
      List.of(
          "\"",
          "\\",
          "\\ud800",
          "{",
          "}",
          "[",
          "]",
          ":",
          ",",
          "null",
          "true",
          "-0",
          "1e99999",
          "99999999999999999999",
          "\n\n",
          "\r",
          "\u0000",
          "\ufeff",
          "data: ",
          "[DONE]",
          "\"error\":1,",
          "\"choices\":[null],",
          "\"index\":-9",
          "\"stream_options\":{},",
          "\"stream\":true,",
          "{\"a\":".repeat(120),
          "[".repeat(1100),
          "9".repeat(1200));

  private static final Hostile HOSTILE_REQUESTS = new Hostile(REQUESTS, INSERTIONS);
  private static final Hostile HOSTILE_STREAMS = new Hostile(STREAMS, INSERTIONS);

  @Test
  void aRequestIsUnderstoodOrRefused() {
    Seeds.forAll(
        INPUTS,
        (seed, random) -> {
          Endpoint endpoint = ENDPOINTS.get(random.nextInt(ENDPOINTS.size()));
          byte[] body = HOSTILE_REQUESTS.input(random);
          Map<String, String> headers =
              random.nextInt(8) == 0 ? Map.of("content-type", "text/plain") : Map.of();
          try {
            ParsedRequest parsed =
                ParsedRequest.of(
                    endpoint,
                    new HttpRequest("POST", "/", headers, body, "id", Instant.EPOCH),
                    MODELS,
                    ANSWERS,
                    Instant.EPOCH);
            checkForwarded(endpoint, parsed, body);
          } catch (RequestException refused) {
            assertThat(refused.status()).isIn(400, 404);
          }
        });
  }

  /** What was changed for an engine must differ from what was sent by that change alone. */
  private static void checkForwarded(Endpoint endpoint, ParsedRequest parsed, byte[] sent) {
    byte[] forwarded = parsed.body().bytesFor(PLAIN);
    byte[] ordered = parsed.body().bytesFor(PREFIX_AWARE);
    if (!parsed.body().contentType().equals("application/json")) {
      assertThat(forwarded).isEqualTo(sent);
      return;
    }
    try {
      Map<String, Object> before = new HashMap<>(READER.mapFrom(sent));
      Map<String, Object> after = new HashMap<>(READER.mapFrom(forwarded));
      assertThat(new HashMap<>(READER.mapFrom(ordered))).isEqualTo(after);
      if (parsed.stream() && endpoint != Endpoint.INVOCATIONS) {
        assertThat(after.get("stream_options"))
            .isInstanceOfSatisfying(
                Map.class, options -> assertThat(options.get("include_usage")).isEqualTo(true));
        before.remove("stream_options");
        after.remove("stream_options");
      }
      if (before.get("model") != null) {
        before.put("model", "engine");
      }
      assertThat(after).isEqualTo(before);
    } catch (IOException e) {
      throw new AssertionError("a body that was accepted must be JSON", e);
    }
  }

  @Test
  void aStreamIsPassedOnWholeOrCutHoweverItIsCut() {
    Seeds.forAll(
        INPUTS,
        (seed, random) -> {
          byte[] stream = HOSTILE_STREAMS.input(random);
          RequestedFormat format =
              new RequestedFormat(Optional.of(Streams.CHAT), true, random.nextBoolean(), ANSWERS);
          AnswerRelay relay = format.relayFor("");

          String uncut = Streams.relay(relay, List.of(stream)).shown();

          assertThat(Streams.relay(format.relayFor(""), cutAnywhere(stream, random)).shown())
              .isEqualTo(uncut);
          assertThat(text(relay.failure(FAILURE))).matches("(?s)(|.*[\\r\\n])");
        });
  }

  @Test
  void aRawStreamIsUntouchedWhateverItHolds() {
    Seeds.forAll(
        INPUTS,
        (seed, random) -> {
          byte[] stream = HOSTILE_STREAMS.input(random);
          RequestedFormat format = new RequestedFormat(Optional.empty(), true, false, ANSWERS);
          AnswerRelay relay = format.relayFor("application/json");

          Streams.Result cut = Streams.relay(relay, cutAnywhere(stream, random));

          assertThat(cut.passed()).isEqualTo(text(stream));
          assertThat(cut.shown())
              .isEqualTo(
                  Streams.relay(format.relayFor("application/json"), List.of(stream)).shown());
          assertThat(text(relay.failure(FAILURE))).matches("(?s)(|\n.*}\n+)");
        });
  }

  @Test
  void anAnswersUsageIsPlausibleOrUnknown() {
    Seeds.forAll(
        INPUTS,
        (seed, random) -> {
          byte[] answer = HOSTILE_STREAMS.input(random);
          AnswerRelay relay =
              new RequestedFormat(
                      Optional.of(Streams.CHAT).filter(w -> random.nextBoolean()),
                      false,
                      false,
                      ANSWERS)
                  .relayFor("application/json");
          relay.accept(answer);
          if (relay.finish() instanceof AnswerRelay.Finish.Whole(var rest, var usage)) {
            boolean rewritten = !Arrays.equals(rest, answer);
            assertThat(rewritten && NativeAnswer.read(answer).isEmpty()).isFalse();
            check(usage);
          }
          check(ANSWERS.usage(answer, "application/json"));
        });
  }

  private static void check(Usage usage) {
    assertThat(usage.promptTokens().orElse(1)).isPositive();
    assertThat(usage.cachedTokens().orElse(0)).isBetween(0L, usage.promptTokens().orElse(0));
    assertThat(usage.outputTokens().orElse(0)).isNotNegative();
  }

  @Test
  void aUsageObjectIsTakenAtItsWordOnlyWhereItCanBeTrue() {
    Seeds.forAll(
        INPUTS,
        (seed, random) -> {
          // given
          String usage = new HostileUsage(random).json();
          OpenAiAnswers answers = new OpenAiAnswers(random.nextBoolean());
          boolean streamed = random.nextBoolean();
          String answer =
              streamed
                  ? event(chunk(0, "a"))
                      + event("{\"choices\":[],\"usage\":" + usage + "}")
                      + event("[DONE]")
                  : "{\"choices\":[{\"message\":{\"content\":\"a\"}}],\"usage\":" + usage + "}";

          // when
          AnswerRelay relay =
              new RequestedFormat(Optional.of(Streams.CHAT), streamed, true, answers).relayFor("");
          relay.accept(utf8(answer));

          // then
          switch (relay.finish()) {
            case AnswerRelay.Finish.Whole(var rest, var counted) -> check(counted);
            case AnswerRelay.Finish.Cut(var message) -> assertThat(message).isNotBlank();
          }
        });
  }

  private static List<byte[]> bytes(String... texts) {
    return Arrays.stream(texts).map(Streams::utf8).toList();
  }
}
