package dev.warmpath.prompt;

import static org.assertj.core.api.Assertions.assertThat;

import dev.warmpath.testing.Seeds;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

final class AnchorGridTest {
  private static final int SIX_MEGABYTES = 6 * 1024 * 1024;

  @Test
  void anchorsAscendInWholeBlocksFromTheShallowestWorthARow() {
    Seeds.forAll(
        300,
        (seed, random) -> {
          PrefixChain chain = Prompts.chain(Prompts.random(random));
          List<Integer> depths = depths(chain);

          assertThat(depths).isSorted().doesNotHaveDuplicates();
          assertThat(depths)
              .allMatch(d -> d % PrefixChain.BLOCK_BYTES == 0)
              .allMatch(d -> d >= AnchorGrid.SHALLOWEST_BYTES && d <= chain.lengthBytes());
        });
  }

  @Test
  void aPromptShorterThanTheShallowestHasNone() {
    // "user" and three marks take seven bytes.
    assertThat(Prompts.chain(List.of(Segment.ofText("user", "x".repeat(504)))).anchors()).isEmpty();
    assertThat(Prompts.chain(List.of(Segment.ofText("user", "x".repeat(505)))).anchors())
        .hasSize(1);
    assertThat(Prompts.chain(List.of()).anchors()).isEmpty();
  }

  @Test
  void longTextIsAnchoredAtEachDoubling() {
    PrefixChain chain = Prompts.chain(List.of(Segment.ofText("text", "x".repeat(20_000))));

    assertThat(depths(chain)).containsExactly(1024, 2048, 4096, 8192, 16384, 19968);
  }

  @Test
  void instructionsAndFirstMessageEndInAnchorsHoweverNearTheyAre() {
    // given
    List<Segment> segments =
        List.of(
            Segment.ofText("system", "s".repeat(4300)),
            Segment.ofText("user", "u".repeat(140)),
            Segment.ofText("assistant", "a".repeat(140)),
            Segment.ofText("user", "u".repeat(140)));

    // then
    assertThat(depths(Prompts.chain(segments))).containsExactly(1024, 2048, 4096, 4224, 4352);
  }

  @Test
  void sixMegabytesHaveFewAnchorsHoweverTheyAreCut() {
    Seeds.forAll(
        4,
        (seed, random) -> {
          // given
          List<Segment> segments = new ArrayList<>();
          segments.add(Segment.ofText("system", "s".repeat(random.nextInt(3000))));
          int step = 1 << (4 * (int) seed);
          int length = 0;
          while (length < SIX_MEGABYTES) {
            Segment segment = Segment.ofText("user", "x".repeat(1 + random.nextInt(step)));
            segments.add(segment);
            length += segment.length() + 7;
          }

          // then
          assertThat(Prompts.chain(segments).anchors()).hasSizeBetween(13, 34);
        });
  }

  @Test
  void aPromptThatEndsAtADoublingIsAnchoredThere() {
    // "system" and three marks take nine bytes; without a message, nothing but the doubling is
    // there.
    assertThat(depths(Prompts.chain(List.of(Segment.ofText("system", "s".repeat(2039))))))
        .containsExactly(1024, 2048);
    assertThat(depths(Prompts.chain(List.of(Segment.ofText("system", "s".repeat(2038))))))
        .containsExactly(1024);
  }

  private static List<Integer> depths(PrefixChain chain) {
    return chain.anchors().stream().map(Anchor::depthBytes).toList();
  }
}
