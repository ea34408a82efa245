package dev.warmpath.routing;

import dev.warmpath.prompt.PrefixHash;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * One row of the affinity table: who has served the text down to one anchor.
 *
 * @param hash the anchor's hash
 * @param depthBytes the anchor's depth
 * @param version grows with every claim; what a conditional claim compares
 * @param owners who, in no particular order; at most {@link #MAX_OWNERS}
 * @param expiresAt when the row counts as gone, whether or not it was deleted yet
 */
public record PrefixRow(
    PrefixHash hash, int depthBytes, long version, List<Owner> owners, Instant expiresAt) {
  /** The most owners of one row: with names of 40 letters the item stays under 1 KB. */
  public static final int MAX_OWNERS = 8;

  /** Copies the owners. */
  public PrefixRow {
    owners = List.copyOf(owners);
  }

  /** What is remembered of one target. */
  public Optional<Owner> owner(TargetId target) {
    return owners.stream().filter(o -> o.target().equals(target)).findFirst();
  }
}
