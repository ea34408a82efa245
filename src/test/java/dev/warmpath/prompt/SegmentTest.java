package dev.warmpath.prompt;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

final class SegmentTest {
  private static final String LONG = "y".repeat(1000);

  @Test
  void noTextCanImitateABoundary() {
    // given
    List<Segment> two = List.of(Segment.ofText("user", "a"), Segment.ofText("user", LONG));
    String faked = "a\u00FD\u00FFuser\u00FE" + LONG;
    String joined = "a\uFFFD\uFFFDuser\uFFFD" + LONG;

    // then
    assertThat(tip(Segment.ofText("user", faked))).isNotEqualTo(tip(two));
    assertThat(tip(Segment.ofText("user", joined))).isNotEqualTo(tip(two));
    assertThat(tip(Segment.ofText("user", "auser" + LONG))).isNotEqualTo(tip(two));
  }

  @Test
  void theSplitIntoSegmentsAndRolesCounts() {
    assertThat(tip(Segment.ofText("user", "ab" + LONG)))
        .isNotEqualTo(tip(Segment.ofText("usera", "b" + LONG)))
        .isNotEqualTo(tip(Segment.ofText("user", "a"), Segment.ofText("user", "b" + LONG)))
        .isNotEqualTo(tip(Segment.ofText("assistant", "ab" + LONG)));
  }

  @Test
  void noTokenIdsCanImitateABoundary() {
    // given
    List<Integer> tail = new ArrayList<>();
    for (int i = 0; i < 200; i++) {
      tail.add(i);
    }
    List<Segment> two = List.of(Segment.ofTokens(List.of(7)), Segment.ofTokens(tail));

    // when
    byte[] text = Prompts.canonicalText(two);
    // What stands between the first segment's opening and the last one's end, read as token ids.
    int opening = "tokens".length() + 3;
    ByteBuffer inner = ByteBuffer.wrap(text, opening, text.length - opening - 1);
    List<Integer> forged = new ArrayList<>();
    while (inner.remaining() >= Integer.BYTES) {
      forged.add(inner.getInt());
    }

    // then
    assertThat(forged).anyMatch(id -> id < 0);
    assertThatThrownBy(() -> Segment.ofTokens(forged))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("must not be negative");
  }

  @Test
  void tokenIdsAreNotTheTextOfTheirBytes() {
    // given
    Segment tokens = Segment.ofTokens(List.of(0x41414141, 0x42424242));
    Segment text = Segment.ofText("tokens", "AAAABBBB");

    // then
    Segment more = Segment.ofText("user", LONG);
    assertThat(tip(tokens, more)).isNotEqualTo(tip(text, more));
  }

  @Test
  void fourBytesStandForOneTokenId() {
    assertThat(Segment.ofTokens(List.of(1, 2, 3)).length()).isEqualTo(13);
  }

  @Test
  void unpairedSurrogatesAreKeyedAsQuestionMarks() {
    assertThat(Segment.ofText("user", "a\uD800b").content())
        .isEqualTo(Segment.ofText("user", "a?b").content());
  }

  @Test
  void toolsAndInstructionsAreThePreamble() {
    assertThat(List.of("tools", "system", "developer"))
        .allMatch(role -> Segment.ofText(role, "").isPreamble());
    assertThat(List.of("user", "assistant", "tool", "text", "System"))
        .noneMatch(role -> Segment.ofText(role, "").isPreamble());
    assertThat(Segment.ofTokens(List.of()).isPreamble()).isFalse();
  }

  private static Anchor tip(Segment... segments) {
    return tip(List.of(segments));
  }

  private static Anchor tip(List<Segment> segments) {
    return Prompts.chain(segments).tip().orElseThrow();
  }
}
