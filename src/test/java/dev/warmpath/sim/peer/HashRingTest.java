package dev.warmpath.sim.peer;

import static org.assertj.core.api.Assertions.assertThat;

import dev.warmpath.testing.Seeds;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class HashRingTest {
  @Test
  void sharesKeysEvenlyEnough() {
    // given
    HashRing ring = new HashRing(8, 100);
    int[] keys = new int[8];

    // when
    for (int key = 0; key < 80_000; key++) {
      keys[owner(ring, key)]++;
    }

    // then
    assertThat(IntStream.of(keys)).allSatisfy(count -> assertThat(count).isBetween(7_000, 13_000));
  }

  @Test
  void movesOnlyKeysToTheEngineThatJoins() {
    // given
    HashRing before = new HashRing(8, 100);
    HashRing after = new HashRing(9, 100);

    Seeds.forAll(
        1_000,
        (seed, random) -> {
          // when
          long key = random.nextLong();

          // then
          assertThat(owner(after, key)).isIn(owner(before, key), 8);
        });
  }

  @Test
  void meetsEveryEngineInALap() {
    // given
    HashRing ring = new HashRing(5, 20);
    int place = ring.place(42);

    // when
    boolean[] met = new boolean[5];
    for (int steps = 0; steps < ring.size(); steps++) {
      met[ring.owner(place, steps)] = true;
    }

    // then
    assertThat(met).containsOnly(true);
  }

  private static int owner(HashRing ring, long key) {
    return ring.owner(ring.place(key), 0);
  }
}
