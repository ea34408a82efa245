package dev.warmpath.routing;

import dev.warmpath.prompt.PrefixHash;
import java.util.Comparator;
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
    return targets.stream()
        .sorted(
            Comparator.comparingLong((Target t) -> weight(key, t))
                .reversed()
                .thenComparing(Target::id))
        .limit(count)
        .toList();
  }

  private static long weight(PrefixHash key, Target target) {
    return mix(mix(key.high() ^ target.seed()) ^ key.low());
  }

  /**
   * The finalizer of SplitMix64: each input bit flips each output bit with probability one half.
   */
  static long mix(long value) {
    long z = value + 0x9E3779B97F4A7C15L;
    z = (z ^ (z >>> 30)) * 0xBF58476D1CE4E5B9L;
    z = (z ^ (z >>> 27)) * 0x94D049BB133111EBL;
    return z ^ (z >>> 31);
  }
}
