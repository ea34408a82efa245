package dev.warmpath.web;

import static dev.warmpath.web.Streams.bytewise;
import static dev.warmpath.web.Streams.utf8;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SniffingReaderTest {
  @ParameterizedTest
  @ValueSource(
      strings = {"text/event-stream", "application/json", "application/octet-stream", "", "x"})
  void theFirstByteCountsMoreThanTheType(String type) {
    assertThat(events(type, "{\"a\":1}\n")).containsExactly("|{\"a\":1}|data: {\"a\":1}\n\n");
    assertThat(events(type, "data: 1\n\n")).containsExactly("|1|data: 1\n\n");
    assertThat(events(type, ": ping\n\ndata: 1\n\n")).hasSize(2);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "application/jsonlines",
        "application/x-ndjson",
        "Application/JsonLines; charset=utf-8"
      })
  void theTypeDecidesWhatTheFirstByteLeavesOpen(String type) {
    assertThat(events(type, "oops\n")).containsExactly("|oops|data: oops\n\n");
    assertThat(events("text/event-stream", "oops\n\n")).containsExactly("||oops\n\n");
  }

  @ParameterizedTest
  @ValueSource(strings = {"\ufeff", "\n\n", "\ufeff \r\n", " \t"})
  void dropsAByteOrderMarkAndWhiteSpaceInFront(String front) {
    assertThat(events("", front + "data: 1\n\n")).containsExactly("|1|data: 1\n\n");
    assertThat(events("", front + "{}\n")).containsExactly("|{}|data: {}\n\n");
  }

  @Test
  void nothingIsNoEvent() {
    assertThat(events("application/jsonlines", " \n")).isEmpty();
  }

  private static List<String> events(String type, String stream) {
    List<String> uncut = Streams.events(new SniffingReader(type), List.of(utf8(stream)));
    assertThat(Streams.events(new SniffingReader(type), bytewise(utf8(stream)))).isEqualTo(uncut);
    return uncut;
  }
}
