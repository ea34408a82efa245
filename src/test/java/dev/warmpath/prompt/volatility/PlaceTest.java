package dev.warmpath.prompt.volatility;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.warmpath.prompt.CanonicalText;
import dev.warmpath.prompt.Prompt;
import dev.warmpath.prompt.Scope;
import dev.warmpath.prompt.Segment;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

final class PlaceTest {
  // A role and its two marks, the content, its mark: 8 + 3 + 1, 6 + 2 + 1, 8 + 3 + 1 bytes.
  private static final byte[] TEXT =
      CanonicalText.of(
          new Prompt(
              Scope.ofModel("m"),
              List.of(
                  Segment.ofText("system", "abc"),
                  Segment.ofText("user", "de"),
                  Segment.ofText("system", "fgh")),
              ""));

  @Test
  void aByteIsNamedByItsSegmentAndWhereInIt() {
    assertThat(Place.of(TEXT, 8)).isEqualTo(new Place("system", 0, 0, 0));
    assertThat(Place.of(TEXT, 10)).isEqualTo(new Place("system", 0, 0, 2));
    assertThat(Place.of(TEXT, 18)).isEqualTo(new Place("user", 1, 0, 0));
    assertThat(Place.of(TEXT, 19)).isEqualTo(new Place("user", 1, 0, 1));
  }

  @Test
  void segmentsOfOneRoleAreCountedToo() {
    assertThat(Place.of(TEXT, 30)).isEqualTo(new Place("system", 2, 1, 1));
  }

  @Test
  void aByteOfARoleCountsAsTheStartOfWhatItSays() {
    for (int at = 12; at < 18; at++) {
      assertThat(Place.of(TEXT, at)).isEqualTo(new Place("user", 1, 0, 0));
    }
  }

  @Test
  void theEndOfATextIsBehindItsLastContent() {
    assertThat(Place.of(TEXT, TEXT.length)).isEqualTo(new Place("system", 2, 1, 4));
  }

  @Test
  void aTextMayBeCutWithinARole() {
    assertThat(Place.of(Arrays.copyOf(TEXT, 15), 14)).isEqualTo(new Place("us", 1, 0, 0));
  }

  @Test
  void aTextThatBeginsWithoutASegmentHasNoPlaces() {
    assertThatThrownBy(() -> Place.of(new byte[] {'a', 'b'}, 1))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("byte 1");
  }
}
