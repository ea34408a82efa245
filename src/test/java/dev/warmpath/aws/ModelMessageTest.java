package dev.warmpath.aws;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.NullSource;
import org.junit.jupiter.params.provider.ValueSource;

class ModelMessageTest {

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "{\"error\":{\"message\":\"too long\",\"code\":400}}|too long",
        "{\"error\":\"no such model\"}|no such model",
        "{\"object\":\"error\",\"message\":\"top_p must be in (0, 1]\"}|top_p must be in (0, 1]",
        "{\"detail\":\"Not Found\"}|Not Found",
        "{\"detail\":[{\"loc\":[\"body\"],\"msg\":\"Field required\",\"input\":\"secret\"},"
            + "{\"msg\":\"bad type\"}]}|Field required; bad type",
        "plain text|plain text",
        "{not json|{not json",
        "{\"other\":1}|{\"other\":1}",
        "{\"error\":{\"message\":7}}|{\"error\":{\"message\":7}}"
      })
  void readsWhatContainersSay(String original, String expected) {
    assertThat(ModelMessage.of(original)).isEqualTo(expected);
  }

  @ParameterizedTest
  @NullSource
  @ValueSource(strings = {"", " \n "})
  void saysSomethingWhereModelSaysNothing(String original) {
    assertThat(ModelMessage.of(original)).isEqualTo("the model refuses the request");
  }

  @Test
  void boundsLengthAndDropsControlCharacters() {
    // when
    String message = ModelMessage.of("a\r\nb\u0000" + "x".repeat(5000));

    // then
    assertThat(message).startsWith("a b x").endsWith("...").hasSize(1003);
  }

  @Test
  void survivesDeepNesting() {
    // given
    String deep = "{\"error\":" + "[".repeat(100_000);

    // then
    assertThat(ModelMessage.of(deep)).startsWith("{\"error\":[[").hasSize(1003);
  }
}
