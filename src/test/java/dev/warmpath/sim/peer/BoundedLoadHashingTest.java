package dev.warmpath.sim.peer;

import static dev.warmpath.sim.peer.HandMadeFleet.prompt;
import static org.assertj.core.api.Assertions.assertThat;

import dev.warmpath.sim.SimPolicy;
import dev.warmpath.testing.Seeds;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

class BoundedLoadHashingTest {
  private final SimPolicy policy = Peers.byName("chwbl:200").create(4, 1);
  private final HandMadeFleet fleet = new HandMadeFleet(4);

  @Test
  void sendsAPrefixHomeUpToTheBound() {
    // given
    fleet.outstanding(4, 4, 4, 4);
    int home = policy.pick(prompt(1, 1, 2, 3), fleet);

    // when: 1.25 · (16 + 1 + 1) / 4 = 5.6
    fleet.outstanding[home] = 5;

    // then
    assertThat(policy.pick(prompt(2, 1, 2, 4), fleet)).isEqualTo(home);
  }

  @Test
  void walksOnAboveTheBoundAndAlwaysTheSameWay() {
    // given
    fleet.outstanding(4, 4, 4, 4);
    int home = policy.pick(prompt(1, 1, 2, 3), fleet);

    // when: 1.25 · (18 + 1) / 4 = 5.9
    fleet.outstanding[home] = 6;
    int second = policy.pick(prompt(2, 1, 2, 4), fleet);

    // then
    assertThat(second).isNotEqualTo(home);
    assertThat(policy.pick(prompt(3, 1, 2, 5), fleet)).isEqualTo(second);
  }

  @Test
  void neverExceedsTheBoundOnceTheMeanIsNotTooSmall() {
    Seeds.forAll(
        50,
        (seed, random) -> {
          // given
          SimPolicy fresh = Peers.byName("chwbl:200").create(4, seed);
          HandMadeFleet loads = new HandMadeFleet(4);

          // when
          for (int i = 0; i < 400; i++) {
            loads
                .outstanding[
                fresh.pick(prompt(i, random.nextInt(3), random.nextInt(2), i), loads)]++;
          }

          // then
          int most = Arrays.stream(loads.outstanding).max().orElseThrow();
          assertThat(most).isLessThanOrEqualTo((int) (1.25 * 400 / 4) + 1);
        });
  }
}
