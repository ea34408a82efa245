package dev.warmpath.prompt;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class NamedPromptTest {
  private static final int BLOCK = 64;

  @Test
  void promptsShareTheirAnchorsDownToWhereTheyPart() {
    // given: 2,048 tokens in common
    PrefixChain one = prompt(names(32, 1), 5_000, 1_000, 5_000).chain();
    PrefixChain other = prompt(names(32, 2), 4_000, 1_000, 4_000).chain();

    // then
    List<Anchor> shared = one.anchors().stream().filter(other.anchors()::contains).toList();
    assertThat(shared).extracting(Anchor::depthBytes).containsExactly(1024, 2048, 3840, 8192);
    assertThat(one.anchors()).allMatch(a -> one.reaches(a));
    assertThat(one.anchors()).allMatch(a -> a.depthBytes() > 8192 || other.reaches(a));
    assertThat(one.anchors()).noneMatch(a -> a.depthBytes() > 8192 && other.reaches(a));
    assertThat(one.family()).isNotEqualTo(other.family());
  }

  @Test
  void aConversationsNextTurnReachesTheTipOfTheLastAndKeepsItsFamily() {
    // given
    long[] names = names(100, 1);
    PrefixChain first = prompt(Arrays.copyOf(names, 31), 2_000, 1_000, 2_000).chain();
    PrefixChain second =
        prompt(Arrays.copyOf(names, 46), 3_000, 1_000, 2_000, 2_500, 3_000).chain();

    // then
    assertThat(second.reaches(first.tip().orElseThrow())).isTrue();
    assertThat(first.tip().orElseThrow().depthBytes()).isEqualTo(31 * 256);
    assertThat(second.family()).isEqualTo(first.family());
    assertThat(second.conversationBytes()).isEqualTo(first.conversationBytes()).isEqualTo(31 * 256);
  }

  @Test
  void conversationsWithFirstMessagesShorterThanABlockAreToldApart() {
    // given: instructions of 15 whole blocks, then 20 tokens
    long[] instructions = Arrays.copyOf(names(15, 1), 15);

    // then
    assertThat(
            new NamedPrompt("p", instructions, BLOCK, 980, new int[] {960, 980}, 7)
                .chain()
                .family())
        .isNotEqualTo(
            new NamedPrompt("p", instructions, BLOCK, 980, new int[] {960, 980}, 8)
                .chain()
                .family());
  }

  @Test
  void aPromptWithoutMessagesIsOneText() {
    // when
    PrefixChain chain =
        new NamedPrompt("p", Arrays.copyOf(names(10, 1), 10), BLOCK, 700, new int[0], 0).chain();

    // then
    assertThat(chain.lengthBytes()).isEqualTo(2_800);
    assertThat(chain.conversationBytes()).isEqualTo(2_560);
    assertThat(chain.anchors()).extracting(Anchor::depthBytes).containsExactly(1024, 2048, 2560);
  }

  @Test
  void aPromptShorterThanABlockHasNoAnchorAndNoTip() {
    // when
    PrefixChain chain = new NamedPrompt("p", new long[0], BLOCK, 10, new int[] {5, 10}, 3).chain();

    // then
    assertThat(chain.anchors()).isEmpty();
    assertThat(chain.tip()).isEmpty();
  }

  @Test
  void promptsShareEachDepthUpToTheEndOfTheirLastCommonBlockAndNoneBeyond() {
    // given: two blocks of 256 bytes in common
    PrefixChain one = prompt(new long[] {1, 2, 3}, 200, 0, 200).chain();
    PrefixChain other = prompt(new long[] {1, 2, 4}, 200, 0, 200).chain();

    // then
    for (int depth = PrefixChain.BLOCK_BYTES; depth <= 768; depth += PrefixChain.BLOCK_BYTES) {
      assertThat(one.hashAt(depth).equals(other.hashAt(depth))).isEqualTo(depth <= 512);
    }
  }

  @Test
  void depthsWithinOneBlockHaveNamesOfTheirOwn() {
    PrefixChain chain = prompt(new long[] {1, 2, 3}, 200, 0, 200).chain();

    assertThat(List.of(chain.hashAt(128), chain.hashAt(256), chain.hashAt(384)))
        .doesNotHaveDuplicates();
  }

  @Test
  void madeUpHashesStayTheSameSoThatSimulationsCanBeRepeated() {
    // Computed by another implementation of SplitMix64.
    assertThat(NamedBlocks.mixed(7, 0).hex()).isEqualTo("b8b4c2977eabce458568ab5e6a07fc4f");
    assertThat(NamedBlocks.mixed(7, 5).hex()).isEqualTo("2eaa3ed3cd8991c643c1db79ba4d9578");
    assertThat(NamedBlocks.mixed(0xFEDC_BA98_7654_3210L, 3).hex())
        .isEqualTo("8a70082cafdcdfb633e884af41358262");
  }

  @Test
  void theFirstMessageEndsWhereItEndsThoughThePromptGoesOn() {
    // given: an answer was begun behind the only message
    PrefixChain chain = prompt(names(31, 1), 4_000, 1_000, 2_000).chain();

    // then
    assertThat(chain.conversationBytes()).isEqualTo(31 * 256);
    assertThat(chain.instructions().map(Anchor::depthBytes)).contains(15 * 256);
  }

  @Test
  void aConversationWithAShortFirstMessageIsToldOneStepBeyondItsInstructions() {
    assertThat(prompt(names(15, 1), 2_000, 960, 980).chain().conversationBytes())
        .isEqualTo(15 * 256 + PrefixChain.BLOCK_BYTES);
  }

  private static NamedPrompt prompt(long[] names, int tokens, int... ends) {
    return new NamedPrompt("p", names, BLOCK, tokens, ends, 0);
  }

  /** Chained names: the first ones are common, those behind them belong to a branch. */
  private static long[] names(int common, long branch) {
    return LongStream.range(0, Math.max(common, 62))
        .map(i -> i < common ? i : 1_000 * branch + i)
        .toArray();
  }
}
