package dev.warmpath.sim.peer;

import static dev.warmpath.sim.peer.HandMadeFleet.prompt;
import static org.assertj.core.api.Assertions.assertThat;

import dev.warmpath.sim.SimPolicy;
import dev.warmpath.sim.SimRequest;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class BaselinesTest {
  private final HandMadeFleet fleet = new HandMadeFleet(4);

  @Test
  void randomReachesAllEnginesAlike() {
    // given
    SimPolicy random = Peers.byName("random").create(4, 1);

    // when
    int[] sent = sent(random, 4_000);

    // then
    assertThat(IntStream.of(sent)).allSatisfy(count -> assertThat(count).isBetween(900, 1_100));
  }

  @Test
  void roundRobinTakesTurns() {
    // given
    SimPolicy roundRobin = Peers.byName("round-robin").create(4, 1);

    // when
    int[] sent = sent(roundRobin, 400);

    // then
    assertThat(sent).containsOnly(100);
  }

  @Test
  void leastOutstandingDrawsLotsAmongTheLeast() {
    // given
    SimPolicy least = Peers.byName("least-outstanding").create(4, 1);
    fleet.outstanding(2, 1, 3, 1);

    // when
    int[] sent = sent(least, 1_000);

    // then
    assertThat(sent[0] + sent[2]).isZero();
    assertThat(sent[1]).isBetween(400, 600);
  }

  @Test
  void firstCharactersSendOneFirstBlockToOneEngineWhateverItsLoad() {
    // given
    SimPolicy first = Peers.byName("first-50-chars").create(4, 1);
    int home = first.pick(prompt(0, 7, 8), fleet);

    // when
    fleet.outstanding[home] = 1_000;

    // then
    assertThat(first.pick(prompt(1, 7, 9, 10), fleet)).isEqualTo(home);
  }

  @Test
  void firstCharactersSpreadDifferentFirstBlocks() {
    // given
    SimPolicy first = Peers.byName("first-50-chars").create(4, 1);

    // when
    int[] sent = sent(first, 4_000);

    // then
    assertThat(IntStream.of(sent)).allSatisfy(count -> assertThat(count).isBetween(900, 1_100));
  }

  private int[] sent(SimPolicy policy, int requests) {
    int[] sent = new int[4];
    for (int i = 0; i < requests; i++) {
      SimRequest request = prompt(i, i, -i);
      sent[policy.pick(request, fleet)]++;
    }
    return sent;
  }
}
