package dev.warmpath.web;

import static dev.warmpath.web.Streams.bytewise;
import static dev.warmpath.web.Streams.cutAnywhere;
import static dev.warmpath.web.Streams.cutAt;
import static dev.warmpath.web.Streams.events;
import static dev.warmpath.web.Streams.text;
import static dev.warmpath.web.Streams.utf8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.warmpath.testing.Seeds;
import java.util.List;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class SseReaderTest {
  private static final List<String> PARTS =
      List.of(
          "data: {\"a\":1}",
          "data:no space",
          "data:  two spaces",
          "data",
          "data:",
          ": comment",
          ":",
          "event: error",
          "event",
          "id: 7",
          "retry: 10",
          "unknown: x",
          "data: caf\u00e9 \u20ac \ud83d\ude00",
          "database: no data",
          "");

  @ParameterizedTest
  @ValueSource(strings = {"\n", "\r", "\r\n"})
  void readsEventsWhateverTheirLinesEndWith(String end) {
    String stream =
        "data: a" + end + end + "event: e" + end + "data: b" + end + "data:c" + end + end;

    List<SseEvent> events = new SseReader().accept(utf8(stream));

    assertThat(events).extracting(e -> text(e.data())).containsExactly("a", "b\nc");
    assertThat(events).extracting(SseEvent::name).containsExactly("", "e");
    assertThat(text(events.get(0).raw()) + text(events.get(1).raw())).isEqualTo(stream);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      ignoreLeadingAndTrailingWhitespace = false,
      value = {
        "data: a;a",
        "data:a;a",
        "data:  a; a",
        "data:a:b;a:b",
        "data;''",
        "data:;''",
        ": comment;''",
        "id: a;''",
        "Data: a;''",
        " data: a;''"
      })
  void readsAFieldAsTheStandardSays(String line, String data) {
    List<SseEvent> events = new SseReader().accept(utf8(line + "\n\n"));

    assertThat(events).extracting(e -> text(e.data())).containsExactly(data);
  }

  @Test
  void anEmptyLineOfDataIsOne() {
    List<SseEvent> events = new SseReader().accept(utf8("data: a\ndata\ndata: b\n\n"));

    assertThat(events).extracting(e -> text(e.data())).containsExactly("a\n\nb");
  }

  @Test
  void anEventIsThereAsSoonAsItsBlankLineIs() {
    SseReader reader = new SseReader();

    assertThat(reader.accept(utf8("data: a\n"))).isEmpty();
    assertThat(reader.accept(utf8("\n"))).hasSize(1);
    assertThat(reader.accept(utf8("data: a\r\r"))).hasSize(1);
    assertThat(reader.accept(utf8("data: a\r\n\r\n"))).hasSize(1);
  }

  @ParameterizedTest
  @ValueSource(strings = {"data: a", "data: a\n", "data: a\r\n", "data: a\r\n\r"})
  void whatLacksOnlyItsLastLineBreaksIsAnEventAtTheEnd(String stream) {
    SseReader reader = new SseReader();

    assertThat(reader.accept(utf8(stream))).isEmpty();
    assertThat(reader.end()).extracting(e -> text(e.data())).containsExactly("a");
  }

  @Test
  void nothingLeftIsNoEventAtTheEnd() {
    SseReader reader = new SseReader();

    assertThat(reader.accept(utf8("data: a\r\n\r\n\n\r\n"))).hasSize(1);
    assertThat(reader.end()).isEmpty();
  }

  @Test
  void givesTheSameEventsWhereverAStreamIsCut() {
    byte[] stream =
        utf8(
            String.join(
                "\r\n",
                ": hello\r\n",
                "data: caf\u00e9 \ud83d\ude00",
                "data: b\r\n",
                "",
                "event: x\rdata: c\r\rid: 4\ndata\n\ndata: [DONE]\n",
                ""));
    List<String> uncut = events(new SseReader(), List.of(stream));

    assertThat(uncut).hasSize(5);
    assertThat(events(new SseReader(), bytewise(stream))).isEqualTo(uncut);
    for (int place = 0; place <= stream.length; place++) {
      assertThat(events(new SseReader(), cutAt(stream, place)))
          .as("cut %d", place)
          .isEqualTo(uncut);
    }
  }

  @Test
  void givesTheSameEventsForAnyStreamHoweverItIsCut() {
    Seeds.forAll(
        5000,
        (seed, random) -> {
          byte[] stream = utf8(stream(random));
          int limit = random.nextBoolean() ? 64 : EventReader.MAX_EVENT_BYTES;
          List<String> uncut = events(new SseReader(limit), List.of(stream));

          assertThat(events(new SseReader(limit), bytewise(stream))).isEqualTo(uncut);
          assertThat(events(new SseReader(limit), cutAnywhere(stream, random))).isEqualTo(uncut);
        });
  }

  @Test
  void theEventsInARowAreTheStream() {
    Seeds.forAll(
        2000,
        (seed, random) -> {
          String stream = stream(random) + "\ndata: end\n\n";
          StringBuilder raw = new StringBuilder();

          SseReader reader = new SseReader();
          cutAnywhere(utf8(stream), random)
              .forEach(piece -> reader.accept(piece).forEach(e -> raw.append(text(e.raw()))));

          assertThat(raw).hasToString(stream);
        });
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"data: 345678901", "data: 3\ndata: 2\n", ": 3456789\n: 2345", "\n: 345\n: 90123"})
  void anEventBeyondTheBoundEndsTheReading(String tooLong) {
    SseReader reader = new SseReader(14);

    List<SseEvent> events = reader.accept(utf8("data: 3456\n\n\n" + tooLong));

    assertThat(events).hasSize(1);
    assertThat(reader.isTooLong()).isTrue();
    assertThat(reader.accept(utf8("\n\ndata: a\n\n"))).isEmpty();
    assertThat(reader.end()).isEmpty();
  }

  @Test
  void anEventAtTheBoundIsRead() {
    SseReader reader = new SseReader(14);

    assertThat(reader.accept(utf8("data: 345678\n\n"))).hasSize(1);
    assertThat(reader.isTooLong()).isFalse();
  }

  private static String stream(RandomGenerator random) {
    StringBuilder stream = new StringBuilder();
    List<String> ends = List.of("\n", "\r\n", "\r");
    String usual = ends.get(random.nextInt(3));
    for (int i = random.nextInt(16); i > 0; i--) {
      stream.append(PARTS.get(random.nextInt(PARTS.size())));
      stream.append(random.nextInt(4) == 0 ? ends.get(random.nextInt(3)) : usual);
    }
    return stream.toString();
  }
}
