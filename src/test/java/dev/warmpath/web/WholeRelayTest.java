package dev.warmpath.web;

import static dev.warmpath.web.Streams.bytewise;
import static dev.warmpath.web.Streams.relay;
import static dev.warmpath.web.Streams.text;
import static dev.warmpath.web.Streams.utf8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.warmpath.router.port.AnswerRelay;
import dev.warmpath.router.port.EngineOutcome;
import dev.warmpath.web.Streams.Result;
import java.util.Arrays;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class WholeRelayTest {
  private static final String ANSWER =
      "{\"choices\":[{\"text\":\"caf\u00e9\"}],\"usage\":{\"prompt_tokens\":9}}\n";

  @Test
  void passesAnAnswerOnInOnePiece() {
    Result result = relay(openAi("application/json"), bytewise(utf8(ANSWER)));

    assertThat(result.passed()).isEmpty();
    assertThat(result.content()).isTrue();
    assertThat(result.whole()).isEqualTo(ANSWER);
    assertThat(((AnswerRelay.Finish.Whole) result.finish()).usage().promptTokens()).hasValue(9);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"application/json", "application/json;charset=utf-8", "application/problem+json"})
  void anAnswerCutAnywhereIsNotWhole(String contentType) {
    byte[] bytes = utf8(ANSWER.strip());
    for (int length = 0; length < bytes.length; length++) {
      byte[] cut = Arrays.copyOf(bytes, length);

      assertThat(relay(openAi(contentType), text(cut)).finish())
          .isInstanceOf(AnswerRelay.Finish.Cut.class);
      assertThat(relay(raw(contentType), text(cut)).finish())
          .isInstanceOf(AnswerRelay.Finish.Cut.class);
    }
  }

  @Test
  void anObjectThatTheTypeHidesMustBeWholeOnOpenAiPaths() {
    assertThat(relay(openAi("application/octet-stream"), "{\"a\":").finish())
        .isInstanceOf(AnswerRelay.Finish.Cut.class);
    assertThat(relay(openAi(""), "oops").finish()).isInstanceOf(AnswerRelay.Finish.Cut.class);
    assertThat(relay(raw("application/octet-stream"), "{\"a\":").whole()).isEqualTo("{\"a\":");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {"{};true", "[1];true", "0.5;false", "\"a\";false", "{}{};false", "x;false"})
  void openAisAnswersAreOneObjectOrArray(String answer, boolean whole) {
    assertThat(
            relay(openAi("application/json"), answer).finish() instanceof AnswerRelay.Finish.Whole)
        .isEqualTo(whole);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {"{};true", "0.5;true", "\"a\";true", "{}{};false", "x;false", "\"a;false"})
  void containersMayAnswerWithAnyJsonValue(String answer, boolean whole) {
    assertThat(relay(raw("application/json"), answer).finish() instanceof AnswerRelay.Finish.Whole)
        .isEqualTo(whole);
  }

  @Test
  void deepAnswersAreNotJudged() {
    String deep = "[".repeat(20_000) + "]".repeat(20_000);

    assertThat(relay(raw("application/json"), deep).whole()).isEqualTo(deep);
  }

  @Test
  void anAnswerAtTheBoundIsWholeAndOneBeyondIsCut() {
    AnswerRelay at = new WholeRelay("text/plain", new OpenAiAnswers(false), Optional.empty(), 8);
    AnswerRelay beyond =
        new WholeRelay("text/plain", new OpenAiAnswers(false), Optional.empty(), 8);

    assertThat(relay(at, "1234", "5678").whole()).isEqualTo("12345678");
    assertThat(relay(beyond, "12345678", "9", "0").finish())
        .isInstanceOf(AnswerRelay.Finish.Cut.class);
  }

  @ParameterizedTest
  @ValueSource(strings = {"%s", "[%s]"})
  void aContainersOwnAnswerBecomesOneOfAChat(String around) {
    String answer =
        "{\"generated_text\":\"De\u00ebp \\\"Learning\\\"\",\"details\":{\"finish_reason\":"
            + "\"eos_token\",\"generated_tokens\":2,\"input_length\":9,\"tokens\":[{}]}}";

    Result result = relay(openAi("application/json"), bytewise(utf8(around.formatted(answer))));

    assertThat(result.whole())
        .isEqualTo(
            "{\"id\":\"chatcmpl-1\",\"object\":\"chat.completion\",\"created\":1700000000,"
                + "\"model\":\"public\",\"choices\":[{\"index\":0,\"message\":{\"role\":"
                + "\"assistant\",\"content\":\"De\u00ebp \\\"Learning\\\"\"},\"logprobs\":null,"
                + "\"finish_reason\":\"stop\"}],\"usage\":{\"prompt_tokens\":9,"
                + "\"completion_tokens\":2,\"total_tokens\":11}}");
    assertThat(((AnswerRelay.Finish.Whole) result.finish()).usage().promptTokens()).hasValue(9);
  }

  @Test
  void aContainersOwnAnswerBecomesACompletion() {
    AnswerRelay relay =
        new RequestedFormat(Optional.of(Streams.COMPLETION), false, false, new OpenAiAnswers(false))
            .relayFor("application/json");

    assertThat(relay(relay, "{\"generated_text\":\"a\"}").whole())
        .isEqualTo(
            "{\"id\":\"cmpl-1\",\"object\":\"text_completion\",\"created\":1700000000,"
                + "\"model\":\"public\",\"choices\":[{\"index\":0,\"text\":\"a\",\"logprobs\":null,"
                + "\"finish_reason\":\"stop\"}]}");
  }

  @Test
  void aContainersOwnAnswerIsLeftAloneOnItsOwnPath() {
    String answer = "[{\"generated_text\":\"a\"}]";

    assertThat(relay(raw("application/json"), answer).whole()).isEqualTo(answer);
  }

  @Test
  void aContainersOwnAnswerThatSaysErrorIsNone() {
    String answer = "{\"generated_text\":\"\",\"details\":{\"finish_reason\":\"error\"}}";

    assertThat(relay(openAi("application/json"), answer).finish())
        .isInstanceOf(AnswerRelay.Finish.Cut.class);
  }

  @Test
  void nothingIsNoContent() {
    assertThat(openAi("").accept(new byte[0]).content()).isFalse();
  }

  @Test
  void aFailureIsAnErrorObject() {
    byte[] body =
        openAi("").failure(new EngineOutcome.Failed(EngineOutcome.Kind.BACKPRESSURE, 429, "full"));

    assertThat(text(body))
        .isEqualTo(
            "{\"error\":{\"message\":\"full\",\"type\":\"rate_limit_error\","
                + "\"param\":null,\"code\":null}}");
  }

  private static AnswerRelay openAi(String contentType) {
    return new RequestedFormat(Optional.of(Streams.CHAT), false, false, new OpenAiAnswers(false))
        .relayFor(contentType);
  }

  private static AnswerRelay raw(String contentType) {
    return new RequestedFormat(Optional.empty(), false, false, new OpenAiAnswers(false))
        .relayFor(contentType);
  }
}
