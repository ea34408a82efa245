package dev.warmpath.web;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.jr.ob.JSON;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class JsonBodyTest {
  @Test
  void replacesAFieldAndLeavesEveryOtherByteAsSent() throws Exception {
    String json = "{ \"seed\": 1.0e-7 ,\"model\" : \"d\\u0065fault\", \"x\":\"caf\u00e9\" }";

    byte[] changed = read(json).with(Map.of("model", "\"\""));

    assertThat(text(changed))
        .isEqualTo("{ \"seed\": 1.0e-7 ,\"model\" : \"\", \"x\":\"caf\u00e9\" }");
  }

  @Test
  void replacesTheFieldAtTheTopOnly() throws Exception {
    String json = "{\"metadata\":{\"model\":\"inner\"},\"model\":\"outer\"}";

    assertThat(text(read(json).with(Map.of("model", "\"m\""))))
        .isEqualTo("{\"metadata\":{\"model\":\"inner\"},\"model\":\"m\"}");
  }

  @Test
  void replacesEveryOccurrenceOfAFieldThatStandsTwice() throws Exception {
    assertThat(text(read("{\"model\":\"a\",\"model\":\"b\"}").with(Map.of("model", "\"m\""))))
        .isEqualTo("{\"model\":\"m\",\"model\":\"m\"}");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{\"model\":\"a\",\"n\":1}",
        "{\"n\":1,\"model\":\"a\"}",
        "{\"n\":[1,2,{\"a\":\"b\"}],\"model\":\"a\",\"t\":true,\"f\":1.50,\"z\":null}",
        "{\"n\":12,\"model\":\"a \\\" quote\",\"s\":\"\"}",
        "{\n\t\"model\"\n:\n\"a\"\n}\n",
      })
  void whatWasReplacedReadsAsTheSameObjectOtherwise(String json) throws Exception {
    var expected = JSON.std.mapFrom(json);
    expected.put("model", "m");

    assertThat(JSON.std.mapFrom(read(json).with(Map.of("model", "\"m\"")))).isEqualTo(expected);
  }

  @Test
  void ordersSharedFieldsFirstAndTheRestByName() throws Exception {
    String json = "{\"temperature\":0.5, \"max_tokens\":3,\"messages\":[ 1 ],\"tools\":[\"t\"]}";

    byte[] ordered = read(json).ordered(List.of("tools", "messages"));

    assertThat(text(ordered))
        .isEqualTo("{\"tools\":[\"t\"],\"messages\":[ 1 ],\"max_tokens\":3,\"temperature\":0.5}");
  }

  @Test
  void anEmptyObjectStaysOne() throws Exception {
    assertThat(text(read("{}").ordered(List.of()))).isEqualTo("{}");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "[]",
        "\"text\"",
        "{",
        "{\"a\":}",
        "{\"a\":1}{",
        "{\"a\":1} x",
        "nonsense",
        "{a:1}"
      })
  void refusesWhatIsNotOneJsonObject(String json) {
    assertThatThrownBy(() -> read(json))
        .isInstanceOfSatisfying(RequestException.class, e -> assertThat(e.status()).isEqualTo(400));
  }

  @Test
  void refusesInvalidUtf8() {
    byte[] bytes = {'{', '"', 'a', '"', ':', '"', (byte) 0xFF, (byte) 0xFE, '"', '}'};

    assertThatThrownBy(() -> JsonBody.read(bytes))
        .isInstanceOf(RequestException.class)
        .hasMessageContaining("UTF-8");
  }

  @ParameterizedTest
  @ValueSource(strings = {"UTF-16LE", "UTF-16BE", "UTF-32LE", "UTF-32BE"})
  void refusesOtherEncodings(String encoding) {
    byte[] bytes = "{\"model\":\"default\"}".getBytes(Charset.forName(encoding));

    assertThatThrownBy(() -> JsonBody.read(bytes))
        .isInstanceOf(RequestException.class)
        .hasMessageContaining("UTF-8");
  }

  @Test
  void readsBehindAByteOrderMark() throws Exception {
    assertThat(text(read("\uFEFF{\"model\":\"a\",\"n\":1}").with(Map.of("model", "\"m\""))))
        .isEqualTo("\uFEFF{\"model\":\"m\",\"n\":1}");
  }

  @Test
  void namesTheBoundsOfNumbersAndNames() {
    String number = "{\"seed\":" + "1".repeat(2000) + "}";
    String name = "{\"" + "n".repeat(60_000) + "\":1}";

    assertThatThrownBy(() -> read(number)).hasMessageContaining("1000 digits");
    assertThatThrownBy(() -> read(name)).hasMessageContaining("50000 characters");
  }

  @Test
  void refusesDeepNestingAndAcceptsWhatIsJustBelow() throws Exception {
    int inside = JsonBody.MAX_DEPTH - 1;
    String below = "{\"a\":" + "[".repeat(inside) + "]".repeat(inside) + "}";
    String beyond = "{\"a\":" + "[".repeat(inside + 1) + "]".repeat(inside + 1) + "}";

    assertThat(read(below).values()).containsKey("a");
    assertThatThrownBy(() -> read(beyond)).hasMessageContaining("nest");
  }

  @Test
  void refusesNumbersThatCostTooMuchToRead() {
    assertThatThrownBy(() -> read("{\"n\":" + "9".repeat(2000) + "}"))
        .isInstanceOf(RequestException.class)
        .hasMessageContaining("digits");
  }

  @Test
  void putsAFieldThatIsNotThereAtTheEnd() throws Exception {
    assertThat(text(read("{ }\n").with(Map.of("b", "1", "a", "2"))))
        .isEqualTo("{ \"a\":2,\"b\":1}\n");
    assertThat(text(read("{\"c\":[1] }").with(Map.of("a", "2")))).isEqualTo("{\"c\":[1] ,\"a\":2}");
  }

  @Test
  void aBodyInWhichAllStandsAsItShallBeIsSentAsItCame() throws Exception {
    // given
    byte[] sent = "{ \"model\":\"default\", \"x\":1 }".getBytes(StandardCharsets.UTF_8);

    // when
    byte[] same = JsonBody.read(sent).with(Map.of("model", "\"default\""));

    // then
    assertThat(same).isSameAs(sent);
  }

  @Test
  void aFieldThatStandsTwiceIsReplacedWhereItDiffers() throws Exception {
    // when
    byte[] changed =
        read("{\"model\":\"a\",\"model\":\"default\"}").with(Map.of("model", "\"default\""));

    // then
    assertThat(changed).asString().isEqualTo("{\"model\":\"default\",\"model\":\"default\"}");
  }

  @Test
  void replacesAndAddsAtOnce() throws Exception {
    // when
    byte[] changed =
        read("{\"model\":\"\u00e9\",\"x\":[1, 2]} ")
            .with(Map.of("model", "\"longer\"", "b", "{}", "a", "\"\u00e9\""));

    // then
    assertThat(changed)
        .asString(StandardCharsets.UTF_8)
        .isEqualTo("{\"model\":\"longer\",\"x\":[1, 2],\"a\":\"\u00e9\",\"b\":{}} ");
  }

  @Test
  void errorsQuoteNothingOfTheBody() {
    assertThatThrownBy(() -> read("{\"messages\":\"my secret\" oops"))
        .isInstanceOf(RequestException.class)
        .hasMessageNotContaining("secret")
        .hasMessageNotContaining("oops");
  }

  private static JsonBody read(String json) throws RequestException {
    return JsonBody.read(json.getBytes(StandardCharsets.UTF_8));
  }

  private static String text(byte[] bytes) {
    return new String(bytes, StandardCharsets.UTF_8);
  }
}
