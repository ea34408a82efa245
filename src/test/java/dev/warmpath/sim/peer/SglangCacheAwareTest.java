package dev.warmpath.sim.peer;

import static dev.warmpath.sim.peer.HandMadeFleet.prompt;
import static org.assertj.core.api.Assertions.assertThat;

import dev.warmpath.sim.SimPolicy;
import org.junit.jupiter.api.Test;

class SglangCacheAwareTest {
  private final SimPolicy policy = Peers.byName("sglang:0.5:8:1.5").create(3, 1);
  private final HandMadeFleet fleet = new HandMadeFleet(3);

  @Test
  void sendsANewPromptToTheSmallestTree() {
    // given
    policy.pick(prompt(1, 1, 2, 3), fleet);
    policy.pick(prompt(2, 4), fleet);

    // when
    int third = policy.pick(prompt(3, 5, 6), fleet);
    int fourth = policy.pick(prompt(4, 7), fleet);

    // then
    assertThat(third).isEqualTo(2);
    assertThat(fourth).isEqualTo(1);
  }

  @Test
  void followsAMatchOfMoreThanHalf() {
    // given
    int owner = policy.pick(prompt(1, 1, 2, 3), fleet);
    fleet.outstanding[owner] = 8;

    // when
    int pick = policy.pick(prompt(2, 1, 2, 3, 4, 5), fleet);

    // then
    assertThat(pick).isEqualTo(owner);
  }

  @Test
  void ignoresAMatchOfHalf() {
    // given
    int owner = policy.pick(prompt(1, 1, 2), fleet);

    // when
    int pick = policy.pick(prompt(2, 1, 2, 3, 4), fleet);

    // then
    assertThat(pick).isNotEqualTo(owner);
  }

  @Test
  void oneHotEngineSwitchesAffinityOffForTheWholeFleet() {
    // given: the owner itself is nearly idle
    int owner = policy.pick(prompt(1, 1, 2, 3), fleet);
    fleet.outstanding[owner] = 1;
    fleet.outstanding[(owner + 1) % 3] = 9;

    // when
    int pick = policy.pick(prompt(2, 1, 2, 3, 4), fleet);

    // then
    assertThat(pick).isEqualTo((owner + 2) % 3);
  }

  @Test
  void differenceAndRatioMustBothBeExceeded() {
    // given: 9 more, but less than half more
    int owner = policy.pick(prompt(1, 1, 2, 3), fleet);
    fleet.outstanding(30, 30, 30);
    fleet.outstanding[owner] = 39;

    // when
    int pick = policy.pick(prompt(2, 1, 2, 3, 4), fleet);

    // then
    assertThat(pick).isEqualTo(owner);
  }

  @Test
  void theLastEngineSentAPrefixOwnsIt() {
    // given: the second prompt went elsewhere because of the imbalance
    int first = policy.pick(prompt(1, 1, 2, 3), fleet);
    fleet.outstanding[first] = 20;
    int second = policy.pick(prompt(2, 1, 2, 3), fleet);

    // when
    fleet.outstanding(0, 0, 0);
    int third = policy.pick(prompt(3, 1, 2, 3), fleet);

    // then
    assertThat(second).isNotEqualTo(first);
    assertThat(third).isEqualTo(second);
  }
}
