package dev.warmpath.sim.peer;

import static dev.warmpath.sim.peer.HandMadeFleet.prompt;
import static org.assertj.core.api.Assertions.assertThat;

import dev.warmpath.sim.SimPolicy;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class PrefixAwareTest {
  private static final int ENGINES = 8;

  private final HandMadeFleet fleet = new HandMadeFleet(ENGINES);

  /** 1,600 characters are 400 tokens: four blocks. */
  private final SimPolicy policy = Peers.byName("prefix-aware:1600:10").create(ENGINES, 1);

  @Test
  void longerPromptsWithTheSameStartShareAHome() {
    // when
    int[] picks = {
      policy.pick(prompt(1, 1, 2, 3, 4, 5), fleet),
      policy.pick(prompt(2, 1, 2, 3, 4, 6, 7), fleet),
      policy.pick(prompt(3, 1, 2, 3, 4, 8, 9, 10), fleet)
    };

    // then
    assertThat(picks).containsOnly(picks[0]);
  }

  @Test
  void promptsShorterThanThePrefixAreKeysOfTheirOwn() {
    // when
    long homes =
        IntStream.range(0, 100)
            .map(turn -> policy.pick(prompt(turn, 1, 2, 3), fleet))
            .distinct()
            .count();

    // then
    assertThat(homes).isEqualTo(ENGINES);
  }

  @Test
  void staysHomeBelowTheThresholdHoweverIdleTheOthers() {
    // given
    int home = policy.pick(prompt(1, 1, 2, 3, 4, 5), fleet);

    // when
    fleet.outstanding[home] = 9;

    // then
    assertThat(policy.pick(prompt(2, 1, 2, 3, 4, 5), fleet)).isEqualTo(home);
  }

  @Test
  void overflowsToTheLeastOutstandingAtTheThreshold() {
    // given
    int home = policy.pick(prompt(1, 1, 2, 3, 4, 5), fleet);
    fleet.outstanding(9, 9, 9, 9, 9, 9, 9, 9);
    int idle = (home + 3) % ENGINES;
    fleet.outstanding[idle] = 2;

    // when
    fleet.outstanding[home] = 10;

    // then
    assertThat(policy.pick(prompt(2, 1, 2, 3, 4, 5), fleet)).isEqualTo(idle);
  }

  @Test
  void learnsNothingFromAnOverflow() {
    // given
    int home = policy.pick(prompt(1, 1, 2, 3, 4, 5), fleet);
    fleet.outstanding[home] = 10;
    policy.pick(prompt(2, 1, 2, 3, 4, 5), fleet);

    // when
    fleet.outstanding[home] = 0;

    // then
    assertThat(policy.pick(prompt(3, 1, 2, 3, 4, 5), fleet)).isEqualTo(home);
  }

  @Test
  void isTheSameInEveryRouter() {
    // given
    SimPolicy other = Peers.byName("prefix-aware:1600:10").create(ENGINES, 2);

    // when
    int home = policy.pick(prompt(1, 1, 2, 3, 4, 5), fleet);

    // then
    assertThat(other.pick(prompt(2, 1, 2, 3, 4, 6), fleet)).isEqualTo(home);
  }
}
