package dev.warmpath.sim.peer;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class LeastTest {
  private final Least least = new Least(new SplittableRandom(1));

  @Test
  void findsTheLeastCost() {
    // when
    least.offer(0, 3);
    least.offer(1, -2);
    least.offer(2, 5);

    // then
    assertThat(least.engine()).isEqualTo(1);
  }

  @Test
  void givesEqualsTheSameChance() {
    // given
    int[] wins = new int[4];

    // when
    for (int round = 0; round < 9_000; round++) {
      least.clear();
      least.offer(3, 2);
      least.offer(0, 1);
      least.offer(1, 1);
      least.offer(2, 1);
      wins[least.engine()]++;
    }

    // then
    assertThat(wins[0]).isBetween(2_800, 3_200);
    assertThat(wins[1]).isBetween(2_800, 3_200);
    assertThat(wins[2]).isBetween(2_800, 3_200);
    assertThat(wins[3]).isZero();
  }

  @Test
  void findsNothingWhereNothingIsOffered() {
    // given
    least.offer(0, 1);

    // when
    least.clear();

    // then
    assertThat(least.engine()).isEqualTo(-1);
  }
}
