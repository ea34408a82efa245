package dev.warmpath.sim.peer;

import static dev.warmpath.sim.peer.HandMadeFleet.prompt;
import static org.assertj.core.api.Assertions.assertThat;

import dev.warmpath.sim.SimPolicy;
import org.junit.jupiter.api.Test;

class ProductionStackTest {
  private final SimPolicy policy = Peers.byName("production-stack").create(4, 1);
  private final HandMadeFleet fleet = new HandMadeFleet(4);

  @Test
  void aSharedSystemPromptHoldsAllTrafficOnOneEngineWhateverItsLoad() {
    // given
    int first = policy.pick(prompt(0, 1, 2), fleet);

    for (int i = 1; i < 100; i++) {
      // when
      fleet.outstanding[first]++;
      int pick = policy.pick(prompt(i, 1, 100 + i, 200 + i), fleet);

      // then
      assertThat(pick).isEqualTo(first);
    }
  }

  @Test
  void newPromptsGoAnywhere() {
    // given
    boolean[] reached = new boolean[4];

    // when
    for (int i = 0; i < 100; i++) {
      reached[policy.pick(prompt(i, 10 + i), fleet)] = true;
    }

    // then
    assertThat(reached).containsOnly(true);
  }

  @Test
  void forgetsNothing() {
    // given
    int first = policy.pick(prompt(0, 1, 2), fleet);
    for (int i = 1; i < 50_000; i++) {
      policy.pick(prompt(i, 10 + i, -10 - i), fleet);
    }

    // when
    int again = policy.pick(prompt(50_000, 1, 2), fleet);

    // then
    assertThat(again).isEqualTo(first);
  }
}
