package dev.warmpath.table;

import dev.warmpath.prompt.PrefixHash;
import dev.warmpath.routing.Owner;
import dev.warmpath.routing.PrefixRow;
import java.util.List;

/** How much fits into one row, for tables that keep rows in another form. */
public final class RowLimits {
  private RowLimits() {}

  /** Whether a prefix row has room for these owners, whatever their numbers grow to. */
  public static boolean fits(String pool, PrefixHash hash, List<Owner> owners) {
    return owners.size() <= PrefixRow.MAX_OWNERS
        && PrefixRowCodec.largestBytes(pool, hash, owners) <= PrefixWrites.MAX_BYTES;
  }
}
