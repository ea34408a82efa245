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
import org.junit.jupiter.api.Test;

class JsonLinesReaderTest {
  @Test
  void makesAnEventOfEachLineThatIsNotBlank() {
    List<SseEvent> events =
        new JsonLinesReader().accept(utf8("{\"a\":1}\n\n \r\n{\"b\":\r2}\r\n\n"));

    assertThat(events)
        .extracting(e -> text(e.raw()))
        .containsExactly("data: {\"a\":1}\n\n", "data: {\"b\": 2} \n\n");
    assertThat(events).extracting(e -> text(e.data())).containsExactly("{\"a\":1}", "{\"b\": 2} ");
  }

  @Test
  void theLastLineNeedsNoEnd() {
    JsonLinesReader reader = new JsonLinesReader();

    assertThat(reader.accept(utf8("{\"a\":1}"))).isEmpty();
    assertThat(reader.end()).extracting(e -> text(e.data())).containsExactly("{\"a\":1}");
    assertThat(reader.end()).isEmpty();
  }

  @Test
  void givesTheSameEventsWhereverAStreamIsCut() {
    byte[] stream = utf8("{\"a\":\"caf\u00e9 \ud83d\ude00\"}\r\n\n{\"b\":2}\n{\"c\":3}");
    List<String> uncut = events(new JsonLinesReader(), List.of(stream));

    assertThat(uncut).hasSize(3);
    assertThat(events(new JsonLinesReader(), bytewise(stream))).isEqualTo(uncut);
    for (int place = 0; place <= stream.length; place++) {
      assertThat(events(new JsonLinesReader(), cutAt(stream, place))).isEqualTo(uncut);
    }
  }

  @Test
  void givesTheSameEventsForAnyBytesHoweverTheyAreCut() {
    Seeds.forAll(
        3000,
        (seed, random) -> {
          byte[] stream = new byte[random.nextInt(60)];
          for (int i = 0; i < stream.length; i++) {
            stream[i] = (byte) "\n\r {}a\u00e9".charAt(random.nextInt(7));
          }
          List<String> uncut = events(new JsonLinesReader(12), List.of(stream));

          assertThat(events(new JsonLinesReader(12), bytewise(stream))).isEqualTo(uncut);
          assertThat(events(new JsonLinesReader(12), cutAnywhere(stream, random))).isEqualTo(uncut);
        });
  }

  @Test
  void aLineBeyondTheBoundEndsTheReading() {
    JsonLinesReader reader = new JsonLinesReader(4);

    assertThat(reader.accept(utf8("1234\n12345"))).hasSize(1);
    assertThat(reader.isTooLong()).isTrue();
    assertThat(reader.accept(utf8("\n1\n"))).isEmpty();
    assertThat(reader.end()).isEmpty();
  }
}
