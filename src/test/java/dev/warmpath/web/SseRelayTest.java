package dev.warmpath.web;

import static dev.warmpath.web.Streams.bytewise;
import static dev.warmpath.web.Streams.chunk;
import static dev.warmpath.web.Streams.cutAt;
import static dev.warmpath.web.Streams.event;
import static dev.warmpath.web.Streams.last;
import static dev.warmpath.web.Streams.relay;
import static dev.warmpath.web.Streams.text;
import static dev.warmpath.web.Streams.usage;
import static dev.warmpath.web.Streams.utf8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.warmpath.router.Usage;
import dev.warmpath.router.port.AnswerRelay;
import dev.warmpath.router.port.EngineOutcome;
import dev.warmpath.web.Streams.Result;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SseRelayTest {
  private static final String DONE = event("[DONE]");
  private static final String ERROR =
      event(
          "{\"error\":{\"message\":\"secret words\",\"type\":\"x\",\"param\":null,\"code\":500}}");

  /** As LMI containers stream them; the last one here as TGI says it. */
  private static final String TOKENS =
      "{\"token\":{\"id\":304,\"text\":\"De\u00ebp \",\"log_prob\":-0.05}}\n"
          + "{\"token\":{\"id\":1,\"text\":\"\\\"Learning\\\"\"},\"generated_text\":null,\"details\":null}\n"
          + "{\"index\":3,\"token\":{\"id\":2,\"text\":\"</s>\",\"logprob\":-1.5,\"special\":true},"
          + "\"generated_text\":\"De\u00ebp \\\"Learning\\\"\",\"details\":{\"finish_reason\":\"length\","
          + "\"generated_tokens\":3,\"input_length\":9,\"seed\":null}}\n";

  private static final EngineOutcome.Failed FAILURE =
      new EngineOutcome.Failed(EngineOutcome.Kind.TIMEOUT, 0, "too \"slow\"");

  @ParameterizedTest
  @ValueSource(strings = {"\n", "\r\n", "\r"})
  void passesEventsOnByteForByte(String end) {
    String stream =
        (": ping\n\nid: 3\nevent: message\ndata: { \"choices\" : [ ] }\n\n"
                + event(chunk(0, "caf\u00e9 \ud83d\ude00"))
                + event(last(0))
                + event(usage(9, 4, 2))
                + DONE)
            .replace("\n", end);

    assertThat(relay(sse(true), stream).whole()).isEqualTo(stream);
  }

  @ParameterizedTest
  @ValueSource(strings = {"\n", "\r\n"})
  void removesTheUsageChunkForACallerWhoDidNotAsk(String end) {
    String before = (event(chunk(0, "a")) + event(last(0))).replace("\n", end);
    String usage = event(usage(9, 4, 2)).replace("\n", end);
    String after = DONE.replace("\n", end);

    Result result = relay(sse(false), before + usage + after);

    assertThat(result.whole()).isEqualTo(before + after);
    assertThat(usageOf(result)).isEqualTo(counts(9, 4, 2));
  }

  @Test
  void keepsChunksWithoutChoicesThatHaveNoUsage() {
    String stream = event("{\"choices\":[],\"prompt_filter_results\":[]}") + DONE;

    assertThat(relay(sse(false), stream).whole()).isEqualTo(stream);
  }

  @Test
  void takesTheLastUsageAlsoBesideChoices() {
    String stream =
        event(chunk(0, "a").replace("{\"choices\"", "{\"usage\":{\"prompt_tokens\":9},\"choices\""))
            + event(
                last(0)
                    .replace(
                        "{\"choices\"",
                        "{\"usage\":{\"prompt_tokens\":9,\"completion_tokens\":5},\"choices\""))
            + event("{\"choices\":[],\"usage\":null}")
            + DONE;

    Result result = relay(sse(false), stream);

    assertThat(result.whole()).isEqualTo(stream);
    assertThat(usageOf(result))
        .isEqualTo(new Usage(OptionalLong.of(9), OptionalLong.empty(), OptionalLong.of(5)));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{\"choices\":[{\"index\":0,\"delta\":{\"content\":\"a\"}}]}",
        "{\"choices\":[{\"index\":0,\"delta\":{\"role\":\"assistant\",\"content\":\"a\"}}]}",
        "{\"choices\":[{\"index\":0,\"text\":\"a\"}]}",
        "{\"choices\":[{\"index\":0,\"delta\":{\"tool_calls\":[{\"index\":0}]}}]}",
        "{\"choices\":[{\"index\":0,\"delta\":{\"function_call\":{\"name\":\"f\"}}}]}",
        "{\"choices\":[{\"index\":0,\"delta\":{\"reasoning_content\":\"a\"}}]}",
        "{\"choices\":[{\"index\":0,\"delta\":{\"content\":null,\"reasoning\":\"a\"}}]}",
        "{\"choices\":[{\"index\":0,\"delta\":{},\"finish_reason\":\"length\"}]}",
        "{\"choices\":[{\"index\":0,\"delta\":{}},{\"index\":1,\"delta\":{\"content\":\"a\"}}]}",
      })
  void contentEndsThePrefill(String chunk) {
    assertThat(sse(false).accept(utf8(event(chunk))).content()).isTrue();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{\"choices\":[{\"index\":0,\"delta\":{\"role\":\"assistant\",\"content\":\"\"}}]}",
        "{\"choices\":[{\"index\":0,\"delta\":{\"content\":null,\"tool_calls\":[]}}]}",
        "{\"choices\":[{\"index\":0,\"text\":\"\",\"finish_reason\":null}]}",
        "{\"choices\":[],\"usage\":{\"prompt_tokens\":3}}",
        "{\"choices\":[null,3]}",
      })
  void whatHoldsNoContentDoesNotEndThePrefill(String chunk) {
    AnswerRelay relay = sse(false);

    assertThat(relay.accept(utf8(": ping\n\n" + event(chunk))).content()).isFalse();
    assertThat(relay.accept(utf8(event(chunk(0, "a")))).content()).isTrue();
    assertThat(relay.accept(utf8(event(chunk))).content()).isTrue();
  }

  @Test
  void isWholeWithoutDoneOnceAllStartedChoicesHaveFinished() {
    String stream = event(chunk(0, "a")) + event(chunk(2, "b")) + event(last(2)) + event(last(0));

    assertThat(relay(sse(false), stream).whole()).isEqualTo(stream + DONE);
  }

  @Test
  void aLastEventWithoutItsBlankLineCounts() {
    String stream = event(chunk(0, "a")) + "data: [DONE]";

    assertThat(relay(sse(false), stream).whole()).isEqualTo(stream + "\n\n");
  }

  @Test
  void isCutWhileAStartedChoiceHasNotFinished() {
    String stream = event(chunk(0, "a")) + event(chunk(1, "b")) + event(last(1));

    Result result = relay(sse(false), stream);

    assertThat(result.passed()).isEqualTo(stream);
    assertThat(cut(result)).contains("broke off");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "\n", ": ping\n\n", "data: {\"choices\":[]}\n\n", "oops\n\n"})
  void whatNeverBeganIsCut(String stream) {
    assertThat(cut(relay(sse(false), stream))).contains("broke off");
  }

  @Test
  void cutAnywhereInFrontOfItsEndAStreamIsNotWhole() {
    String stream = event(chunk(0, "caf\u00e9")) + event(last(0));
    byte[] bytes = utf8(stream);
    int whole = bytes.length - 2;
    for (int length = 0; length < bytes.length; length++) {
      Result result = relay(sse(false), List.of(cutAt(bytes, length).getFirst()));

      assertThat(result.finish() instanceof AnswerRelay.Finish.Whole).isEqualTo(length >= whole);
      assertThat(stream).startsWith(result.passed());
      assertThat(result.passed().isEmpty() || result.passed().endsWith("\n\n")).isTrue();
    }
  }

  @Test
  void passesAnEnginesErrorOnAndAddsNone() {
    String stream = event(chunk(0, "a")) + ERROR;
    AnswerRelay relay = sse(false);

    Result result = relay(relay, stream + DONE + event(chunk(0, "b")));

    assertThat(result.passed()).isEqualTo(stream);
    assertThat(cut(result)).doesNotContain("secret");
    assertThat(relay.failure(FAILURE)).isEmpty();
  }

  @Test
  void keepsAnErrorBackThatComesFirstSoThatAnotherEngineMayAnswer() {
    AnswerRelay relay = sse(false);

    Result result = relay(relay, ERROR + DONE);

    assertThat(result.passed()).isEmpty();
    assertThat(result.content()).isFalse();
    assertThat(cut(result)).doesNotContain("secret");
    assertThat(text(relay.failure(FAILURE))).isEqualTo(ERROR);
  }

  @Test
  void wrapsAnErrorThatClientsWouldTakeForAChunk() {
    String bare = "{\"object\":\"error\",\ndata: \"message\":\"m\",\"code\":400}";
    AnswerRelay relay = sse(false);

    Result result = relay(relay, event(chunk(0, "a")) + event(bare));

    assertThat(result.passed())
        .endsWith(
            "\n\ndata: {\"error\":{\"object\":\"error\", \"message\":\"m\",\"code\":400}}\n\n");
    assertThat(cut(result)).contains("reported an error");
    assertThat(relay.failure(FAILURE)).isEmpty();
  }

  @Test
  void wrapsTheDataOfAnEventNamedError() {
    String named = "event: error\ndata: {\"message\":\"m\"}\n\n";

    Result result = relay(sse(false), event(chunk(0, "a")) + named);

    assertThat(result.passed()).endsWith("data: {\"error\":{\"message\":\"m\"}}\n\n");
    assertThat(cut(result)).contains("reported an error");
  }

  @Test
  void anErrorAsReasonToFinishIsNoEnd() {
    String chunk = event(last(0).replace("stop", "error"));
    AnswerRelay relay = sse(false);

    Result result = relay(relay, chunk + DONE);

    assertThat(result.passed()).isEqualTo(chunk);
    assertThat(cut(result)).contains("reported an error");
    assertThat(text(relay.failure(FAILURE))).startsWith("data: {\"error\"");
  }

  @ParameterizedTest
  @ValueSource(strings = {"nonsense", "{\"choices\":[", "[]", "1", "{} {}", "{\"a\":\"\u0001\"}"})
  void garbageIsCutAndNotPassedOn(String garbage) {
    String before = event(chunk(0, "a"));

    Result result = relay(sse(false), before + event(garbage) + event(last(0)) + DONE);

    assertThat(result.passed()).isEqualTo(before);
    assertThat(cut(result)).contains("not a JSON object");
  }

  @Test
  void nothingPassesAfterTheEnd() {
    String stream = event(chunk(0, "a")) + DONE;

    assertThat(relay(sse(false), stream + event(chunk(0, "b")), ERROR).whole()).isEqualTo(stream);
  }

  @Test
  void anEndlessEventIsCutWithinBoundedMemory() {
    AnswerRelay relay = sse(false);
    relay.accept(utf8("data: "));
    byte[] megabyte = utf8("a".repeat(1 << 20));
    for (int i = 0; i < 200; i++) {
      assertThat(relay.accept(megabyte).bytes()).isEmpty();
    }

    assertThat(relay.finish()).isInstanceOf(AnswerRelay.Finish.Cut.class);
    assertThat(((AnswerRelay.Finish.Cut) relay.finish()).message()).contains("8 MiB");
  }

  @Test
  void manyChoicesStayBounded() {
    String stream = event(chunk(Integer.MAX_VALUE, "a")) + event(chunk(-1, "b")) + event(last(0));

    assertThat(relay(sse(false), stream).whole()).isEqualTo(stream + DONE);
  }

  @Test
  void linesOfChunksBecomeEvents() {
    String lines = chunk(0, "a") + "\n" + last(0) + "\n" + usage(9, 4, 2) + "\n\n";

    Result result = relay(lines(false), lines);

    assertThat(result.whole()).isEqualTo(event(chunk(0, "a")) + event(last(0)) + DONE);
    assertThat(usageOf(result)).isEqualTo(counts(9, 4, 2));
    assertThat(relay(lines(true), lines).whole()).contains(event(usage(9, 4, 2)) + DONE);
  }

  @Test
  void aLineThatIsAnErrorBecomesAnErrorEvent() {
    AnswerRelay relay = lines(false);

    Result result = relay(relay, chunk(0, "a") + "\n{\"error\":\"m\"}\n");

    assertThat(result.passed()).isEqualTo(event(chunk(0, "a")) + event("{\"error\":\"m\"}"));
    assertThat(cut(result)).contains("reported an error");
    assertThat(relay.failure(FAILURE)).isEmpty();
  }

  @Test
  void linesWithoutAnEndAreCut() {
    assertThat(cut(relay(lines(false), chunk(0, "a") + "\n"))).contains("broke off");
  }

  @Test
  void tokensInTheContainersOwnFormatBecomeChunksOfAChat() {
    Result result = relay(lines(true), TOKENS);

    assertThat(result.whole())
        .isEqualTo(
            event(
                    chatChunk(
                        "{\"index\":0,\"delta\":{\"role\":\"assistant\",\"content\":\"De\u00ebp \"},"
                            + "\"logprobs\":null,\"finish_reason\":null}"))
                + event(
                    chatChunk(
                        "{\"index\":0,\"delta\":{\"content\":\"\\\"Learning\\\"\"},"
                            + "\"logprobs\":null,\"finish_reason\":null}"))
                + event(
                    chatChunk(
                        "{\"index\":0,\"delta\":{},\"logprobs\":null,\"finish_reason\":\"length\"}"))
                + event(
                    chatChunk("")
                        .replace(
                            "]}",
                            "],\"usage\":{\"prompt_tokens\":9,\"completion_tokens\":3,"
                                + "\"total_tokens\":12}}"))
                + DONE);
    assertThat(usageOf(result))
        .isEqualTo(new Usage(OptionalLong.of(9), OptionalLong.empty(), OptionalLong.of(3)));
  }

  @Test
  void theirUsageIsForWhoAskedOnly() {
    assertThat(relay(lines(false), TOKENS).whole()).doesNotContain("usage");
  }

  @Test
  void theyBecomeChunksOfACompletion() {
    AnswerRelay relay =
        new RequestedFormat(Optional.of(Streams.COMPLETION), true, false, new OpenAiAnswers(false))
            .relayFor("application/jsonlines");

    assertThat(relay(relay, "{\"token\":{\"text\":\"a\"},\"generated_text\":\"a\"}\n").whole())
        .isEqualTo(
            event(
                    completionChunk(
                        "{\"index\":0,\"text\":\"a\",\"logprobs\":null,\"finish_reason\":null}"))
                + event(
                    completionChunk(
                        "{\"index\":0,\"text\":\"\",\"logprobs\":null,\"finish_reason\":\"stop\"}"))
                + DONE);
  }

  @Test
  void theirEventsBecomeChunksAsTheirLinesDo() {
    String events = TOKENS.lines().map(Streams::event).collect(Collectors.joining());

    assertThat(relay(sse(true), events).whole()).isEqualTo(relay(lines(true), TOKENS).whole());
  }

  @Test
  void theFirstOfTheirTokensIsContent() {
    assertThat(lines(false).accept(utf8("{\"token\":{\"text\":\"a\"}}\n")).content()).isTrue();
  }

  @Test
  void tokensWithoutALastOneAreCut() {
    Result result = relay(lines(false), "{\"token\":{\"id\":1,\"text\":\"a\"}}\n");

    assertThat(result.passed()).contains("\"content\":\"a\"");
    assertThat(cut(result)).contains("broke off");
  }

  @Test
  void aTokenThatSaysErrorIsAnErrorAndNoToken() {
    String error =
        "{\"token\":{\"id\":-1,\"text\":\"\",\"log_prob\":-1,\"special_token\":true},"
            + "\"generated_text\":\"\",\"details\":{\"finish_reason\":\"error\","
            + "\"generated_tokens\":null,\"inputs\":null}}\n";
    AnswerRelay relay = lines(false);

    Result result = relay(relay, "{\"token\":{\"text\":\"a\"}}\n" + error);

    assertThat(result.passed()).contains("\"content\":\"a\"").doesNotContain("finish_reason\":\"");
    assertThat(cut(result)).contains("reported an error");
    assertThat(text(relay.failure(FAILURE))).startsWith("data: {\"error\"");
  }

  @Test
  void anErrorBetweenTokensIsPassedOnAndEndsTheAnswer() {
    AnswerRelay relay = lines(false);

    Result result =
        relay(relay, "{\"token\":{\"text\":\"a\"}}\n{\"error\":\"no memory\",\"code\":424}\n");

    assertThat(result.passed()).endsWith(event("{\"error\":\"no memory\",\"code\":424}"));
    assertThat(cut(result)).contains("reported an error");
    assertThat(relay.failure(FAILURE)).isEmpty();
  }

  @Test
  void saysTheSameHoweverTheStreamIsCut() {
    for (String stream :
        List.of(
            event(chunk(0, "caf\u00e9")) + event(last(0)) + event(usage(9, 4, 2)) + DONE,
            event(chunk(0, "\ud83d\ude00")) + ERROR + DONE,
            chunk(0, "\u20ac") + "\r\n" + last(0) + "\n" + usage(9, 4, 2),
            TOKENS,
            TOKENS.replaceFirst("\"length\"", "\"error\""))) {
      String uncut = relay(relayFor("application/json", false), stream).shown();
      byte[] bytes = utf8(stream);

      assertThat(relay(relayFor("", false), bytewise(bytes)).shown()).isEqualTo(uncut);
      for (int place = 0; place <= bytes.length; place++) {
        assertThat(relay(relayFor("", false), cutAt(bytes, place)).shown()).isEqualTo(uncut);
      }
    }
  }

  @Test
  void aFailureIsAnErrorEventAndNothingElse() {
    assertThat(text(sse(false).failure(FAILURE)))
        .isEqualTo(
            "data: {\"error\":{\"message\":\"too \\\"slow\\\"\",\"type\":\"server_error\","
                + "\"param\":null,\"code\":\"timeout\"}}\n\n");
  }

  @Test
  void theCallerGetsEvents() {
    assertThat(lines(false).contentType()).isEqualTo("text/event-stream");
  }

  @Test
  void whatIsPrintedHoldsNoCompletion() {
    assertThat(sse(true).accept(utf8(event(chunk(0, "secret")))).toString())
        .doesNotContain("secret");
    assertThat(SseEvent.ofData(utf8("secret")).toString()).doesNotContain("secret");
  }

  private static String chatChunk(String choices) {
    return "{\"id\":\"chatcmpl-1\",\"object\":\"chat.completion.chunk\",\"created\":1700000000,"
        + "\"model\":\"public\",\"choices\":["
        + choices
        + "]}";
  }

  private static String completionChunk(String choices) {
    return "{\"id\":\"cmpl-1\",\"object\":\"text_completion\",\"created\":1700000000,"
        + "\"model\":\"public\",\"choices\":["
        + choices
        + "]}";
  }

  private static AnswerRelay sse(boolean wantsUsage) {
    return relayFor("text/event-stream", wantsUsage);
  }

  private static AnswerRelay lines(boolean wantsUsage) {
    return relayFor("application/jsonlines", wantsUsage);
  }

  private static AnswerRelay relayFor(String contentType, boolean wantsUsage) {
    return new RequestedFormat(
            Optional.of(Streams.CHAT), true, wantsUsage, new OpenAiAnswers(false))
        .relayFor(contentType);
  }

  private static String cut(Result result) {
    assertThat(result.finish()).isInstanceOf(AnswerRelay.Finish.Cut.class);
    return ((AnswerRelay.Finish.Cut) result.finish()).message();
  }

  private static Usage usageOf(Result result) {
    assertThat(result.finish()).isInstanceOf(AnswerRelay.Finish.Whole.class);
    return ((AnswerRelay.Finish.Whole) result.finish()).usage();
  }

  private static Usage counts(long prompt, long cached, long output) {
    return new Usage(OptionalLong.of(prompt), OptionalLong.of(cached), OptionalLong.of(output));
  }
}
