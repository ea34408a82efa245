package dev.warmpath.routing;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;

/**
 * The name of one KV cache: {@code endpoint/variant}, {@code endpoint/ic:component}, or {@code
 * endpoint} alone.
 *
 * @param value the name, not empty
 */
public record TargetId(String value) implements Comparable<TargetId> {
  /** Rejects the empty name. */
  public TargetId {
    if (value.isEmpty()) {
      throw new IllegalArgumentException("a target needs a name");
    }
  }

  /** 64 well-mixed bits of the name, the same in every router. */
  long seed() {
    try {
      byte[] digest =
          MessageDigest.getInstance("SHA-256").digest(value.getBytes(StandardCharsets.UTF_8));
      long seed = 0;
      for (int i = 0; i < Long.BYTES; i++) {
        seed = (seed << 8) | (digest[i] & 0xFF);
      }
      return seed;
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java platform must offer SHA-256", e);
    }
  }

  @Override
  public int compareTo(TargetId other) {
    return value.compareTo(other.value);
  }

  @Override
  public String toString() {
    return value;
  }
}
