package dev.warmpath.sim.workload;

import static org.assertj.core.api.Assertions.assertThat;

import dev.warmpath.sim.SimRequest;
import org.junit.jupiter.api.Test;

/** Blocks have 64 tokens; block 1 is what all prompts share. */
final class ContinuationsTest {
  private final Continuations continuations = new Continuations(64);

  @Test
  void aLongerPromptThatHoldsAWholeEarlierOneContinuesIt() {
    SimRequest first = continuations.request(0, 150, 40, new long[] {1, 2});
    SimRequest second = continuations.request(1, 260, 40, new long[] {1, 2, 3, 4});

    assertThat(second.session()).isEqualTo(first.session());
    assertThat(second.messageEnds()).endsWith(150, 190, 260);
  }

  @Test
  void aPromptOfNothingButTheSharedBeginningIsContinuedByNobody() {
    // given
    continuations.request(0, 150, 40, new long[] {1, 2});
    SimRequest shared = continuations.request(1, 70, 40, new long[] {1});

    // when
    SimRequest other = continuations.request(2, 200, 40, new long[] {1, 7, 8});

    // then
    assertThat(other.session()).isNotEqualTo(shared.session());
  }
}
