package dev.warmpath.keys;

import java.time.Instant;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * What is kept of a key.
 *
 * @param hash the key's hash
 * @param tenant whose it is: 1 to 64 letters, digits, dots, dashes and underscores
 * @param group the tenants with which this one shares cached prefixes, written likewise; empty for
 *     none
 * @param name what people call the key; at most 100 characters, may be empty
 * @param limits how many tokens the tenant may use through it
 * @param created when it was made, in whole seconds
 * @param revoked when it was revoked, in whole seconds; empty while it holds
 */
public record KeyRow(
    KeyHash hash,
    String tenant,
    String group,
    String name,
    TokenLimits limits,
    Instant created,
    Optional<Instant> revoked) {
  private static final Pattern WORD = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._-]{0,63}");
  private static final int MAX_NAME = 100;

  /** Checks the texts. */
  public KeyRow {
    checkWord("tenant", tenant);
    if (!group.isEmpty()) {
      checkWord("group", group);
    }
    if (name.length() > MAX_NAME || name.chars().anyMatch(Character::isISOControl)) {
      throw new IllegalArgumentException(
          "name must have at most " + MAX_NAME + " characters, and no control characters");
    }
  }

  /** The key's public name. */
  public String id() {
    return hash.id();
  }

  /** Who shares cached prefixes: the group's members, or else the tenant alone. */
  public String scope() {
    return group.isEmpty() ? "tenant:" + tenant : "group:" + group;
  }

  /** The same key, revoked. */
  public KeyRow revokedAt(Instant time) {
    return new KeyRow(hash, tenant, group, name, limits, created, Optional.of(time));
  }

  private static void checkWord(String what, String word) {
    if (!WORD.matcher(word).matches()) {
      throw new IllegalArgumentException(
          what
              + " must be 1 to 64 letters, digits, '.', '_' or '-', the first a letter or digit,"
              + " but was '"
              + word
              + "'");
    }
  }
}
