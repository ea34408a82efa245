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
