package dev.warmpath.routing;

import dev.warmpath.prompt.PrefixHash;
import dev.warmpath.prompt.SplitMix64;
import java.util.ArrayList;
import java.util.List;

/**
 * Highest-random-weight hashing of keys onto targets.
 *
 * <p>Every router that knows the same names picks the same target; a target that leaves moves only
 * its own keys. Thaler and Ravishankar, "Using name-based mappings to increase hit rates", 1998.
 */
public final class Rendezvous {
  private Rendezvous() {}

  /** The targets in the key's own order of preference, at most {@code count} of them. */
  public static List<Target> preferred(PrefixHash key, List<Target> targets, int count) {
    List<Target> first = new ArrayList<>(count + 1);
    long[] weights = new long[count + 1];
    for (Target target : targets) {
      long weight = weight(key, target);
      int place = first.size();
      while (place > 0 && isBefore(weight, target, weights[place - 1], first.get(place - 1))) {
        weights[place] = weights[place - 1];
        place--;
      }
      if (place < count) {
        weights[place] = weight;
        first.add(place, target);
        if (first.size() > count) {
          first.removeLast();
        }
      }
    }
    return List.copyOf(first);
  }

  private static boolean isBefore(long weight, Target target, long otherWeight, Target other) {
    return weight == otherWeight ? target.id().compareTo(other.id()) < 0 : weight > otherWeight;
  }

  private static long weight(PrefixHash key, Target target) {
    return SplitMix64.mix(SplitMix64.mix(key.high() ^ target.seed()) ^ key.low());
  }
}
