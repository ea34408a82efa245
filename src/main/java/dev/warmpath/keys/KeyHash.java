package dev.warmpath.keys;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/**
 * The SHA-256 of a key, by which it is looked up.
 *
 * <p>A slow or salted hash is for passwords, which can be guessed. Here there are 256 random bits
 * to guess, so that one fast hash keeps the key from whoever reads the table.
 *
 * @param hex 64 hexadecimal digits in lower case
 */
public record KeyHash(String hex) {
  private static final int ID_DIGITS = 16;

  /** Checks the digits. */
  public KeyHash {
    if (!hex.matches("[0-9a-f]{64}")) {
      throw new IllegalArgumentException(
          "a hash has 64 hexadecimal digits but this is '" + hex + "'");
    }
  }

  static KeyHash of(String secret) {
    return new KeyHash(sha256(secret));
  }

  /** The key's public name, for lists, logs and revocation: the hash's beginning. */
  public String id() {
    return "key_" + hex.substring(0, ID_DIGITS);
  }

  static String sha256(String text) {
    try {
      byte[] digest =
          MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
      return HexFormat.of().formatHex(digest);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java platform must offer SHA-256", e);
    }
  }
}
