package dev.warmpath.sim.peer;

import static org.assertj.core.api.Assertions.assertThat;

import dev.warmpath.sim.SimPolicy;
import dev.warmpath.sim.SimRequest;
import org.junit.jupiter.api.Test;

class SessionStickyTest {
  private final SimPolicy policy = Peers.byName("session").create(3, 1);
  private final HandMadeFleet fleet = new HandMadeFleet(3);

  @Test
  void staysOnTheEngineThatWasTheLeastLoadedAtFirst() {
    // given
    fleet.outstanding(3, 1, 2);
    int first = policy.pick(turn(1, 7), fleet);

    // when
    fleet.outstanding(0, 100, 0);
    int second = policy.pick(turn(2, 7), fleet);

    // then
    assertThat(first).isEqualTo(1);
    assertThat(second).isEqualTo(1);
  }

  @Test
  void choosesAnewAfterFourIdleHours() {
    // given
    fleet.outstanding(3, 1, 2);
    policy.pick(turn(1, 7), fleet);
    policy.pick(turn(2, 8), fleet);
    fleet.now = 4 * 3600 - 1;
    policy.pick(turn(3, 8), fleet);

    // when
    fleet.now = 4 * 3600 + 1;
    fleet.outstanding(0, 100, 1);
    int idle = policy.pick(turn(4, 7), fleet);
    int busy = policy.pick(turn(5, 8), fleet);

    // then
    assertThat(idle).isZero();
    assertThat(busy).isEqualTo(1);
  }

  private static SimRequest turn(int id, long session) {
    return new SimRequest(id, session, 50, 10, new long[0], 100, new int[0]);
  }
}
