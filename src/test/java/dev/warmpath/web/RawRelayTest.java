package dev.warmpath.web;

import static dev.warmpath.web.Streams.chunk;
import static dev.warmpath.web.Streams.event;
import static dev.warmpath.web.Streams.last;
import static dev.warmpath.web.Streams.relay;
import static dev.warmpath.web.Streams.text;
import static dev.warmpath.web.Streams.usage;
import static dev.warmpath.web.Streams.utf8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.warmpath.router.port.AnswerRelay;
import dev.warmpath.router.port.EngineOutcome;
import dev.warmpath.web.Streams.Result;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RawRelayTest {
  private static final EngineOutcome.Failed FAILURE =
      new EngineOutcome.Failed(EngineOutcome.Kind.FAULT, 0, "gone");

  /** As LMI containers stream it: the last token carries the whole text. */
  private static final String TOKENS =
      "{\"token\":{\"id\":1,\"text\":\"a\"},\"generated_text\":null,\"details\":null}\n";

  private static final String LAST_TOKEN =
      "{\"token\":{\"id\":2,\"text\":\"b\"},\"generated_text\":\"ab\"}\n";

  @Test
  void everythingPassesUntouchedAndUsageIsReadAlong() {
    String stream =
        "\ufeff\r\n" + event(chunk(0, "a")) + event(last(0)) + event(usage(9, 4, 2)) + "oops";

    Result result = relay(raw("text/event-stream"), stream.substring(0, 20), stream.substring(20));

    assertThat(result.whole()).isEqualTo(stream);
    assertThat(((AnswerRelay.Finish.Whole) result.finish()).usage().cachedTokens()).hasValue(4);
  }

  @Test
  void knowsTheEndOfTokensInTheContainersOwnFormat() {
    Result whole = relay(raw("application/jsonlines"), TOKENS, LAST_TOKEN);
    Result cut = relay(raw("application/jsonlines"), TOKENS);

    assertThat(whole.whole()).isEqualTo(TOKENS + LAST_TOKEN);
    assertThat(cut.passed()).isEqualTo(TOKENS);
    assertThat(cut.content()).isTrue();
    assertThat(cut.finish()).isInstanceOf(AnswerRelay.Finish.Cut.class);
  }

  @Test
  void aTokenThatFinishesByErrorIsCut() {
    String error =
        "{\"token\":{\"id\":-1,\"text\":\"\"},\"generated_text\":\"\","
            + "\"details\":{\"finish_reason\":\"error\"}}\n";

    assertThat(relay(raw("application/jsonlines"), error).finish())
        .isInstanceOf(AnswerRelay.Finish.Cut.class);
  }

  @ParameterizedTest
  @ValueSource(strings = {"plain words\n\n", "data: words\n\n", "{\"outputs\":[1]}\n", "[1,\n2]"})
  void anUnknownFormatIsWholeWhenTheEngineSaysSo(String stream) {
    AnswerRelay relay = raw("application/octet-stream");

    assertThat(relay(relay, stream).whole()).isEqualTo(stream);
    assertThat(relay.failure(FAILURE)).isEmpty();
  }

  @Test
  void contentInAnUnknownFormatEndsThePrefill() {
    assertThat(raw("").accept(utf8("{\"outputs\":[1]}\n")).content()).isTrue();
    assertThat(raw("").accept(utf8("data: words\n\n")).content()).isTrue();
    assertThat(raw("").accept(utf8(": ping\n\n")).content()).isFalse();
  }

  @Test
  void nothingAtAllIsCut() {
    assertThat(relay(raw("text/plain"), "").finish()).isInstanceOf(AnswerRelay.Finish.Cut.class);
  }

  @Test
  void aFailureSpeaksTheStreamsOwnFormatAlsoInTheMiddleOfALine() {
    AnswerRelay events = raw("application/octet-stream");
    AnswerRelay lines = raw("application/octet-stream");

    events.accept(utf8(event(chunk(0, "a")) + "data: {\"cho"));
    lines.accept(utf8(TOKENS + "{\"tok"));

    assertThat(text(events.failure(FAILURE))).startsWith("\n\ndata: {\"error\":").endsWith("}\n\n");
    assertThat(text(lines.failure(FAILURE))).startsWith("\n{\"error\":").endsWith("}\n");
  }

  @Test
  void anEnginesOwnErrorPassesAndIsCutAndStaysTheOnlyOne() {
    String stream = event(chunk(0, "a")) + event("{\"error\":{\"message\":\"secret\"}}");
    AnswerRelay relay = raw("text/event-stream");

    Result result = relay(relay, stream);

    assertThat(result.passed()).isEqualTo(stream);
    assertThat(((AnswerRelay.Finish.Cut) result.finish()).message()).doesNotContain("secret");
    assertThat(relay.failure(FAILURE)).isEmpty();
  }

  @Test
  void anEndlessLineIsStillPassedOn() {
    AnswerRelay relay = raw("audio/wav");
    byte[] megabyte = new byte[1 << 20];
    for (int i = 0; i < 40; i++) {
      assertThat(relay.accept(megabyte).bytes()).isSameAs(megabyte);
    }

    assertThat(relay.finish()).isInstanceOf(AnswerRelay.Finish.Whole.class);
    assertThat(relay.contentType()).isEqualTo("audio/wav");
  }

  private static AnswerRelay raw(String contentType) {
    return new RequestedFormat(Optional.empty(), true, false, new OpenAiAnswers(false))
        .relayFor(contentType);
  }
}
