package dev.warmpath.table;

import dev.warmpath.prompt.PrefixHash;
import dev.warmpath.routing.TargetId;

/** The keys of the table's rows. */
public final class RowKeys {
  private static final int MARK_LENGTH = 2;

  private RowKeys() {}

  /** What kind of row a key names. */
  public enum Kind {
    PREFIX,
    TARGET,
    FLEET,
    /** A tenant's used tokens. */
    BUDGET,
    /** None of ours. */
    FOREIGN
  }

  /** The kind of a key. */
  public static Kind kind(String key) {
    if (key.length() <= MARK_LENGTH) {
      return Kind.FOREIGN;
    }
    return switch (key.substring(0, MARK_LENGTH)) {
      case "P#" -> Kind.PREFIX;
      case "T#" -> Kind.TARGET;
      case "F#" -> Kind.FLEET;
      case "B#" -> Kind.BUDGET;
      default -> Kind.FOREIGN;
    };
  }

  /** What a key of ours names. */
  static String name(String key) {
    return key.substring(MARK_LENGTH);
  }

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
