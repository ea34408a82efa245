package dev.warmpath.web;

import static dev.warmpath.web.Streams.text;
import static dev.warmpath.web.Streams.utf8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.jr.ob.JSON;
import dev.warmpath.routing.Target;
import java.nio.charset.Charset;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class ParsedRequestTest {
  private static final Models MODELS = new Models(List.of("public"), "engine");

  @ParameterizedTest
  @EnumSource(
      value = Endpoint.class,
      names = {"CHAT", "COMPLETIONS"})
  void acceptsStreamsOnOpenAisPaths(Endpoint endpoint) throws Exception {
    String prompt =
        endpoint == Endpoint.CHAT
            ? "\"messages\":[{\"role\":\"user\",\"content\":\"hi\"}]"
            : "\"prompt\":\"hi\"";

    assertThat(parse(endpoint, "{" + prompt + ",\"stream\":true}").stream()).isTrue();
    assertThat(parse(endpoint, "{" + prompt + ",\"stream\":false}").stream()).isFalse();
    assertThat(parse(endpoint, "{" + prompt + ",\"stream\":null}").stream()).isFalse();
    assertThat(parse(endpoint, "{" + prompt + "}").stream()).isFalse();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '#',
      value = {
        "{\"prompt\":\"hi\", \"stream\":true}"
            + "#{\"prompt\":\"hi\", \"stream\":true,\"stream_options\":{\"include_usage\":true}}",
        "{\"prompt\":\"hi\",\"stream_options\":{},\"stream\":true }"
            + "#{\"prompt\":\"hi\",\"stream_options\":{\"include_usage\":true},\"stream\":true }",
        "{\"stream_options\" : null ,\"prompt\":\"hi\",\"stream\":true}"
            + "#{\"stream_options\" : {\"include_usage\":true} ,\"prompt\":\"hi\",\"stream\":true}",
        "{\"stream_options\": {\"a\" : 1.50} ,\"prompt\":\"hi\",\"stream\":true}"
            + "#{\"stream_options\": {\"a\" : 1.50,\"include_usage\":true} ,"
            + "\"prompt\":\"hi\",\"stream\":true}",
        "{\"stream_options\":{\"include_usage\" : false, \"a\":[ ]},\"prompt\":\"hi\",\"stream\":true}"
            + "#{\"stream_options\":{\"include_usage\" : true, \"a\":[ ]},"
            + "\"prompt\":\"hi\",\"stream\":true}",
        "{\"stream_options\":{\"include_usage\":null},\"prompt\":\"hi\",\"stream\":true}"
            + "#{\"stream_options\":{\"include_usage\":true},\"prompt\":\"hi\",\"stream\":true}",
      })
  void asksEnginesForTheUsageOfAStreamAndChangesNothingElse(String sent, String forwarded)
      throws Exception {
    ParsedRequest parsed = parse(Endpoint.COMPLETIONS, sent);

    assertThat(engineBody(parsed)).isEqualTo(forwarded);
    assertThat(passesUsage(parsed)).isFalse();
  }

  @Test
  void leavesTheBodyOfACallerWhoAsksForUsage() throws Exception {
    String sent =
        "{\"prompt\":\"hi\",\"stream\":true,\"stream_options\":{\"include_usage\": true}}";
    ParsedRequest parsed = parse(Endpoint.COMPLETIONS, sent);

    assertThat(engineBody(parsed)).isEqualTo(sent);
    assertThat(passesUsage(parsed)).isTrue();
  }

  @Test
  void leavesTheBodyOfARequestThatIsNoStream() throws Exception {
    String sent = "{\"prompt\":\"hi\",\"stream\":false,\"stream_options\":null}";

    assertThat(engineBody(parse(Endpoint.COMPLETIONS, sent))).isEqualTo(sent);
  }

  @Test
  void leavesTheBodyOfAStreamOnTheRawPath() throws Exception {
    String sent = "{\"inputs\":\"hi\",\"stream\":true}";
    ParsedRequest parsed = parse(Endpoint.INVOCATIONS, sent);

    assertThat(engineBody(parsed)).isEqualTo(sent);
    assertThat(parsed.stream()).isTrue();
    assertThat(parsed.format().relayFor("application/jsonlines").contentType())
        .isEqualTo("application/jsonlines");
  }

  @Test
  void namesTheModelAndAsksForUsageAtOnce() throws Exception {
    String sent = "{\"model\":\"public\",\"prompt\":\"hi\",\"stream\":true}";

    assertThat(engineBody(parse(Endpoint.COMPLETIONS, sent)))
        .isEqualTo(
            "{\"model\":\"engine\",\"prompt\":\"hi\",\"stream\":true,"
                + "\"stream_options\":{\"include_usage\":true}}");
  }

  @Test
  void replacesOptionsThatStandTwice() throws Exception {
    String sent =
        "{\"stream_options\":{\"a\":1},\"prompt\":\"hi\",\"stream\":true,"
            + "\"stream\\u005foptions\":{\"b\":2}}";

    Map<String, Object> forwarded =
        JSON.std
            .without(JSON.Feature.FAIL_ON_DUPLICATE_MAP_KEYS)
            .mapFrom(engineBody(parse(Endpoint.COMPLETIONS, sent)));

    assertThat(forwarded).containsEntry("stream_options", Map.of("b", 2, "include_usage", true));
  }

  @Test
  void orderedBodiesAskForUsageToo() throws Exception {
    ParsedRequest parsed =
        parse(Endpoint.COMPLETIONS, "{\"stream\":true,\"n\":1,\"prompt\":\"hi\"}");

    assertThat(text(parsed.body().bytesFor(target(true))))
        .isEqualTo(
            "{\"prompt\":\"hi\",\"n\":1,\"stream\":true,\"stream_options\":{\"include_usage\":true}}");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "\"stream\":\"yes\";stream",
        "\"stream\":1;stream",
        "\"stream\":true,\"stream_options\":true;stream_options",
        "\"stream\":true,\"stream_options\":[];stream_options",
        "\"stream\":true,\"stream_options\":{\"include_usage\":1};stream_options.include_usage",
        "\"stream_options\":{\"include_usage\":true};stream_options",
        "\"stream\":false,\"stream_options\":{};stream_options",
      })
  void refusesOptionsOfTheWrongType(String fields, String param) {
    assertThatThrownBy(() -> parse(Endpoint.COMPLETIONS, "{\"prompt\":\"hi\"," + fields + "}"))
        .isInstanceOfSatisfying(
            RequestException.class,
            e -> {
              assertThat(e.status()).isEqualTo(400);
              assertThat(e.param()).isEqualTo(param);
            });
  }

  @Test
  void theAnswerToAStreamIsEventsAndElseOnePiece() throws Exception {
    ParsedRequest stream = parse(Endpoint.COMPLETIONS, "{\"prompt\":\"hi\",\"stream\":true}");
    ParsedRequest whole = parse(Endpoint.COMPLETIONS, "{\"prompt\":\"hi\"}");

    assertThat(stream.format().relayFor("application/json").contentType())
        .isEqualTo("text/event-stream");
    assertThat(whole.format().relayFor("application/json").contentType())
        .isEqualTo("application/json");
  }

  @ParameterizedTest
  @ValueSource(strings = {"UTF-16LE", "UTF-16BE", "UTF-16", "UTF-32"})
  void refusesJsonThatIsNotInUtf8(String charset) {
    byte[] body = "{\"prompt\":\"hi\",\"model\":\"public\"}".getBytes(Charset.forName(charset));

    assertThatThrownBy(() -> parse(Endpoint.COMPLETIONS, body))
        .isInstanceOf(RequestException.class)
        .hasMessageContaining("UTF-8");
  }

  @Test
  void changesABodyWithAByteOrderMarkInItsPlaces() throws Exception {
    byte[] body = utf8("\ufeff{\"prompt\":\"hi\",\"model\":\"public\",\"stream\":true}");

    assertThat(engineBody(parse(Endpoint.COMPLETIONS, body)))
        .endsWith(
            "{\"prompt\":\"hi\",\"model\":\"engine\",\"stream\":true,"
                + "\"stream_options\":{\"include_usage\":true}}");
  }

  private static boolean passesUsage(ParsedRequest parsed) {
    String stream = Streams.event(Streams.usage(3, 2, 1)) + Streams.event("[DONE]");
    return Streams.relay(parsed.format().relayFor("text/event-stream"), stream)
        .whole()
        .contains("prompt_tokens");
  }

  private static String engineBody(ParsedRequest parsed) {
    return text(parsed.body().bytesFor(target(false)));
  }

  private static Target target(boolean prefixAware) {
    return Target.ofVariant("endpoint", "variant", 1, prefixAware);
  }

  private static ParsedRequest parse(Endpoint endpoint, String body) throws RequestException {
    return parse(endpoint, utf8(body));
  }

  private static ParsedRequest parse(Endpoint endpoint, byte[] body) throws RequestException {
    HttpRequest request = new HttpRequest("POST", "/", Map.of(), body, "id", Instant.EPOCH);
    return ParsedRequest.of(endpoint, request, MODELS, new OpenAiAnswers(false), Instant.EPOCH);
  }
}
