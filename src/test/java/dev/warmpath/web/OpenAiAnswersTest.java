package dev.warmpath.web;

import static org.assertj.core.api.Assertions.assertThat;

import dev.warmpath.router.Usage;
import java.nio.charset.StandardCharsets;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class OpenAiAnswersTest {
  @Test
  void readsAllCounts() {
    Usage usage =
        usage(
            "{\"id\":\"x\",\"choices\":[{\"usage\":{\"prompt_tokens\":1}}],\"usage\":"
                + "{\"prompt_tokens\":100,\"completion_tokens\":7,"
                + "\"prompt_tokens_details\":{\"cached_tokens\":64}}}");

    assertThat(usage)
        .isEqualTo(new Usage(OptionalLong.of(100), OptionalLong.of(64), OptionalLong.of(7)));
  }

  @Test
  void zeroIsNotUnknown() {
    String told =
        "{\"usage\":{\"prompt_tokens\":9,\"prompt_tokens_details\":{\"cached_tokens\":0}}}";
    String untold = "{\"usage\":{\"prompt_tokens\":9}}";
    String nulled = "{\"usage\":{\"prompt_tokens\":9,\"prompt_tokens_details\":null}}";

    assertThat(usage(told).cachedTokens()).hasValue(0);
    assertThat(usage(untold).cachedTokens()).isEmpty();
    assertThat(usage(nulled).cachedTokens()).isEmpty();
  }

  @Test
  void anEngineKnownToReportMeansZeroByLeavingItOut() {
    Usage usage =
        new OpenAiAnswers(true)
            .usage(bytes("{\"usage\":{\"prompt_tokens\":9}}"), "application/json");

    assertThat(usage.cachedTokens()).hasValue(0);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{\"usage\":{\"prompt_tokens\":10,\"prompt_tokens_details\":{\"cached_tokens\":11}}}",
        "{\"usage\":{\"prompt_tokens\":10,\"prompt_tokens_details\":{\"cached_tokens\":-1}}}",
        "{\"usage\":{\"prompt_tokens\":10,\"prompt_tokens_details\":{\"cached_tokens\":1.5}}}",
        "{\"usage\":{\"prompt_tokens\":10,\"prompt_tokens_details\":{\"cached_tokens\":\"5\"}}}",
        "{\"usage\":{\"prompt_tokens\":10,\"prompt_tokens_details\":[5]}}",
        "{\"usage\":{\"prompt_tokens\":10,\"prompt_tokens_details\":{\"cached_tokens\":1e400}}}",
      })
  void absurdCachedCountsAreUnknown(String answer) {
    assertThat(usage(answer).cachedTokens()).isEmpty();
    assertThat(usage(answer).promptTokens()).hasValue(10);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "[]",
        "not json",
        "{\"usage\":7}",
        "{\"usage\":null}",
        "{\"usage\":{}}",
        "{\"usage\":{\"prompt_tokens\":0}}",
        "{\"usage\":{\"prompt_tokens\":-5}}",
        "{\"usage\":{\"prompt_tokens\":99999999999999999999}}",
        "{\"choices\":[",
      })
  void answersWithoutUsageAreUnknown(String answer) {
    assertThat(usage(answer).promptTokens()).isEmpty();
    assertThat(usage(answer).cachedTokens()).isEmpty();
  }

  private static Usage usage(String answer) {
    return new OpenAiAnswers(false).usage(bytes(answer), "application/json");
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }
}
