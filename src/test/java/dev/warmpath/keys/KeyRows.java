package dev.warmpath.keys;

import java.time.Instant;
import java.util.Optional;
import java.util.Random;

/** Keys and rows for tests. */
public final class KeyRows {
  private static final Instant CREATED = Instant.parse("2026-11-30T12:00:00Z");

  private KeyRows() {}

  /** Another key for each seed. */
  public static BearerKey key(long seed) {
    return BearerKey.draw(new Random(seed));
  }

  public static KeyRow row(BearerKey key, String tenant) {
    return row(key, tenant, "", TokenLimits.NONE);
  }

  public static KeyRow row(BearerKey key, String tenant, String group, TokenLimits limits) {
    return new KeyRow(key.hash(), tenant, group, "a key", limits, CREATED, Optional.empty());
  }

  public static String header(BearerKey key) {
    return "Bearer " + key.secret();
  }
}
