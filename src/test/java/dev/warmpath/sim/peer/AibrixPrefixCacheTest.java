package dev.warmpath.sim.peer;

import static dev.warmpath.sim.peer.HandMadeFleet.prompt;
import static org.assertj.core.api.Assertions.assertThat;

import dev.warmpath.sim.SimPolicy;
import org.junit.jupiter.api.Test;

class AibrixPrefixCacheTest {
  private final SimPolicy policy = Peers.byName("aibrix").create(4, 1);
  private final HandMadeFleet fleet = new HandMadeFleet(4);

  @Test
  void followsAMatchUpToOneDeviationAboveTheMean() {
    // given: mean 5.5, deviation 0.87
    int owner = policy.pick(prompt(1, 1, 2, 3), fleet);
    fleet.outstanding(5, 5, 5, 5);
    fleet.outstanding[owner] = 5;

    // when
    int pick = policy.pick(prompt(2, 1, 2, 4), fleet);

    // then
    assertThat(pick).isEqualTo(owner);
  }

  @Test
  void takesTheLeastLoadedWhenTheOwnerStandsOut() {
    // given: mean 6.5, deviation 2.7
    int owner = policy.pick(prompt(1, 1, 2, 3), fleet);
    fleet.outstanding(5, 5, 5, 5);
    fleet.outstanding[owner] = 11;
    fleet.outstanding[(owner + 1) % 4] = 4;

    // when
    int pick = policy.pick(prompt(2, 1, 2, 4), fleet);

    // then
    assertThat(pick).isEqualTo((owner + 1) % 4);
  }

  @Test
  void looksOnlyAtTheLeastLoadedWhileOutOfBalance() {
    // given: the owner is below the mean, but not the least
    int owner = policy.pick(prompt(1, 1, 2, 3), fleet);
    fleet.outstanding(9, 9, 9, 9);
    fleet.outstanding[owner] = 1;
    fleet.outstanding[(owner + 1) % 4] = 0;

    // when
    int pick = policy.pick(prompt(2, 1, 2, 4), fleet);

    // then
    assertThat(pick).isEqualTo((owner + 1) % 4);
  }

  @Test
  void prefersTheLongerMatch() {
    // given: the second engine holds one block more
    int owner = policy.pick(prompt(1, 1, 2), fleet);
    fleet.outstanding[owner] = 9;
    int second = policy.pick(prompt(2, 1, 2, 3), fleet);
    fleet.outstanding[owner] = 0;
    fleet.outstanding[second] = 0;

    // when
    int pick = policy.pick(prompt(3, 1, 2, 3, 4), fleet);

    // then
    assertThat(second).isNotEqualTo(owner);
    assertThat(pick).isEqualTo(second);
  }

  @Test
  void forgetsAfterTwentyMinutes() {
    // given: no other engine is as loaded, but the match would still count
    int owner = policy.pick(prompt(1, 1, 2, 3), fleet);
    fleet.outstanding(1, 1, 1, 1);
    fleet.outstanding[(owner + 1) % 4] = 0;

    // when
    fleet.now = 1_199;
    int before = policy.pick(prompt(2, 1, 2), fleet);
    fleet.now = 1_199 + 1_201;
    int after = policy.pick(prompt(3, 1, 2, 3), fleet);

    // then
    assertThat(before).isEqualTo(owner);
    assertThat(after).isEqualTo((owner + 1) % 4);
  }
}
