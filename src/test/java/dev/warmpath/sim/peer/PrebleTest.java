package dev.warmpath.sim.peer;

import static dev.warmpath.sim.peer.HandMadeFleet.prompt;
import static org.assertj.core.api.Assertions.assertThat;

import dev.warmpath.sim.SimPolicy;
import dev.warmpath.sim.SimRequest;
import org.junit.jupiter.api.Test;

class PrebleTest {
  private final SimPolicy policy = Peers.byName("preble").create(2, 1);
  private final HandMadeFleet fleet = new HandMadeFleet(2);

  @Test
  void exploitsAMatchOfMoreThanHalf() {
    // given
    int owner = policy.pick(prompt(1, 1, 2, 3), fleet);

    // when: the other engine has had no work yet
    int pick = policy.pick(prompt(2, 1, 2, 3, 4, 5), fleet);

    // then
    assertThat(pick).isEqualTo(owner);
  }

  @Test
  void exploresOnAMatchOfHalf() {
    // given
    int owner = policy.pick(prompt(1, 1, 2), fleet);

    // when
    int pick = policy.pick(prompt(2, 1, 2, 3, 4), fleet);

    // then
    assertThat(pick).isEqualTo(1 - owner);
  }

  @Test
  void forgetsPrefillAfterThreeMinutes() {
    // given: answers are over, only the prefill of 3 against 2 blocks tells the engines apart
    send(prompt(1, 1, 2, 3));
    int lighter = send(prompt(2, 4, 5));
    int heavier = 1 - lighter;

    // when
    int within = policy.pick(prompt(3, 6), fleet);
    policy.finished(prompt(3, 6), within, 0, fleet);
    fleet.now = 181;
    send(prompt(4, 7));
    int after = policy.pick(prompt(5, 8), fleet);

    // then
    assertThat(within).isEqualTo(lighter);
    assertThat(after).isEqualTo(lighter);
    assertThat(heavier).isZero();
  }

  @Test
  void countsOutputInFlightAtTheMeasuredPace() {
    // given: 10 output tokens at 0.15 s outweigh the prefill of 30 blocks, 0.3 s
    int first = policy.pick(prompt(1, 1), fleet);

    // when
    int second = policy.pick(longPrompt(2), fleet);
    int third = policy.pick(prompt(3, -1), fleet);

    // then
    assertThat(second).isEqualTo(1 - first);
    assertThat(third).isEqualTo(first);
  }

  @Test
  void countsNoOutputOfARefusedPrompt() {
    // given: without its output the first prompt costs less than the second
    int first = policy.pick(prompt(1, 1), fleet);
    policy.refused(prompt(1, 1), first, fleet);
    policy.pick(longPrompt(2), fleet);

    // when
    int third = policy.pick(prompt(3, -1), fleet);

    // then
    assertThat(third).isEqualTo(first);
  }

  @Test
  void shedsFromTheHeaviestToTheLightestOnceWarm() {
    // given: one prefix keeps one engine busy
    int owner = policy.pick(prompt(0, 1, 2, 3), fleet);
    for (int i = 1; i < 100; i++) {
      int pick = policy.pick(prompt(i, 1, 2, 3), fleet);
      assertThat(pick).isEqualTo(owner);
    }

    // when
    int shed = policy.pick(prompt(100, 1, 2, 3), fleet);
    int next = policy.pick(prompt(101, 1, 2, 3), fleet);

    // then: both hold the prefix now, and the lighter one gets it
    assertThat(shed).isEqualTo(1 - owner);
    assertThat(next).isEqualTo(1 - owner);
  }

  private int send(SimRequest request) {
    int engine = policy.pick(request, fleet);
    policy.firstToken(request, engine, 0, fleet);
    policy.finished(request, engine, 0, fleet);
    return engine;
  }

  private static SimRequest longPrompt(int id) {
    long[] blocks = new long[30];
    for (int i = 0; i < blocks.length; i++) {
      blocks[i] = 1_000L + i;
    }
    return prompt(id, blocks);
  }
}
