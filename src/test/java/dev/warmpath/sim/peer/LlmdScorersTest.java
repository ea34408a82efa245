package dev.warmpath.sim.peer;

import static dev.warmpath.sim.peer.HandMadeFleet.prompt;
import static org.assertj.core.api.Assertions.assertThat;

import dev.warmpath.sim.SimPolicy;
import org.junit.jupiter.api.Test;

class LlmdScorersTest {
  private final HandMadeFleet fleet = new HandMadeFleet(2);

  @Test
  void preciseWeighsAMatchTwiceAsMuchAsTheQueue() {
    // given: 2 · 0.4 + 0 + 1 = 1.8 against 0 + 1 + 1 = 2 from a queue alone
    SimPolicy precise = Peers.byName("llm-d-precise").create(2, 1);
    fleet.cached[0] = 200;
    fleet.waiting[0] = 1;

    // when
    int shortMatch = precise.pick(prompt(1, 1, 2, 3, 4, 5), fleet);
    fleet.cached[0] = 300;
    int longMatch = precise.pick(prompt(2, 1, 2, 3, 4, 5), fleet);

    // then: 2 · 0.6 + 0 + 1 = 2.2
    assertThat(shortMatch).isEqualTo(1);
    assertThat(longMatch).isZero();
  }

  @Test
  void preciseWeighsMemoryAsMuchAsTheQueue() {
    // given: 2 · 0.4 + 1 + 0.1 = 1.9 against 0 + 1 + 1 = 2
    SimPolicy precise = Peers.byName("llm-d-precise").create(2, 1);
    fleet.cached[0] = 200;
    fleet.usage[0] = 0.9;

    // when
    int full = precise.pick(prompt(1, 1, 2, 3, 4, 5), fleet);
    fleet.usage[0] = 0.7;
    int roomy = precise.pick(prompt(2, 1, 2, 3, 4, 5), fleet);

    // then: 2 · 0.4 + 1 + 0.3 = 2.1
    assertThat(full).isEqualTo(1);
    assertThat(roomy).isZero();
  }

  @Test
  void approximateRemembersItsOwnDecisions() {
    // given
    SimPolicy approximate = Peers.byName("llm-d").create(2, 1);
    int first = approximate.pick(prompt(1, 1, 2, 3, 4), fleet);
    fleet.usage[first] = 0.9;

    // when: 3 · 0.8 + 2 + 2 · 0.1 = 4.6 against 2 + 2 = 4
    int again = approximate.pick(prompt(2, 1, 2, 3, 4, 5), fleet);

    // then
    assertThat(again).isEqualTo(first);
  }

  @Test
  void approximateLeavesAFullEngineThatWaitsAlone() {
    // given
    SimPolicy approximate = Peers.byName("llm-d").create(2, 1);
    int first = approximate.pick(prompt(1, 1, 2, 3, 4), fleet);
    fleet.usage[first] = 0.9;
    fleet.waiting[first] = 1;

    // when: 3 · 0.8 + 0 + 2 · 0.1 = 2.6 against 2 + 2 = 4
    int again = approximate.pick(prompt(2, 1, 2, 3, 4, 5), fleet);

    // then
    assertThat(again).isEqualTo(1 - first);
  }

  @Test
  void approximateForgetsWhatTheCacheHasNoRoomFor() {
    // given
    SimPolicy approximate = Peers.byName("llm-d").create(2, 1);
    fleet.capacity = 400;
    int first = approximate.pick(prompt(1, 1, 2, 3, 4), fleet);
    fleet.usage[1 - first] = 1;
    approximate.pick(prompt(2, 5, 6, 7, 8), fleet);

    // when: a match of 4 of 4 would give 3 + 2 + 0.4 against 2 + 2
    fleet.usage[1 - first] = 0;
    fleet.usage[first] = 0.8;
    int again = approximate.pick(prompt(3, 1, 2, 3, 4), fleet);

    // then
    assertThat(again).isEqualTo(1 - first);
  }
}
