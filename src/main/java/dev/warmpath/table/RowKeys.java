package dev.warmpath.table;

import dev.warmpath.prompt.PrefixHash;
import dev.warmpath.routing.TargetId;

/** The keys of the table's rows. */
public final class RowKeys {
  private RowKeys() {}

  /** The key of a prefix row: {@code P#<pool>#<32 hexadecimal digits>}. */
  public static String prefix(String pool, PrefixHash hash) {
    return "P#" + pool + "#" + hash.hex();
  }

  /** The key of a target row: {@code T#<target>}. */
  public static String target(TargetId target) {
    return "T#" + target.value();
  }

  /** The key of a fleet row: {@code F#<endpoint>}. */
  public static String fleet(String endpoint) {
    return "F#" + endpoint;
  }
}
