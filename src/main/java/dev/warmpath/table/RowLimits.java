package dev.warmpath.table;

import dev.warmpath.prompt.PrefixHash;
import dev.warmpath.routing.Owner;
import dev.warmpath.routing.PrefixRow;
import java.util.List;

/** How much fits into one row, for tables that keep rows in another form. */
public final class RowLimits {
  /** Up to which length of name a full row surely fits: the codec need not be asked. */
  private static final int SHORT_NAME = 40;

  /** The length of a pool's name in production. */
  private static final int SHORT_POOL = 16;

  private RowLimits() {}

  /** Whether a prefix row has room for these owners, whatever their numbers grow to. */
  public static boolean fits(String pool, PrefixHash hash, List<Owner> owners) {
    return areShort(pool, owners)
        ? owners.size() <= PrefixRow.MAX_OWNERS
        : PrefixWrites.fits(pool, hash, owners);
  }

  private static boolean areShort(String pool, List<Owner> owners) {
    if (pool.length() > SHORT_POOL) {
      return false;
    }
    for (Owner owner : owners) {
      if (owner.target().value().length() > SHORT_NAME) {
        return false;
      }
    }
    return true;
  }
}
