package dev.warmpath.sim.peer;

import dev.warmpath.prompt.SplitMix64;
import java.util.Arrays;

/**
 * A consistent-hash ring: each engine owns several points, a key belongs to the next point
 * clockwise. Immutable.
 *
 * <p>Karger et al., "Consistent hashing and random trees", 1997.
 */
final class HashRing {
  private final long[] points;
  private final int[] owners;

  /**
   * Places engines on a ring, the same way in every router.
   *
   * @param engines how many, positive
   * @param pointsEach virtual nodes of each engine, positive
   */
  HashRing(int engines, int pointsEach) {
    int size = engines * pointsEach;
    long[] placed = new long[size];
    for (int i = 0; i < size; i++) {
      placed[i] = SplitMix64.mix(i);
    }
    points = placed.clone();
    Arrays.sort(points);
    owners = new int[size];
    for (int i = 0; i < size; i++) {
      owners[Arrays.binarySearch(points, placed[i])] = i / pointsEach;
    }
  }

  /** How many points the ring has. */
  int size() {
    return points.length;
  }

  /** The place of a key: of the first point that is not behind it. */
  int place(long key) {
    int found = Arrays.binarySearch(points, SplitMix64.mix(key));
    int place = found >= 0 ? found : -found - 1;
    return place == points.length ? 0 : place;
  }

  /** The owner of the point so many steps clockwise of a place. */
  int owner(int place, int steps) {
    return owners[(place + steps) % owners.length];
  }
}
