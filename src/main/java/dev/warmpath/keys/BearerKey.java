package dev.warmpath.keys;

import java.util.Base64;
import java.util.Optional;
import java.util.random.RandomGenerator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A key that a caller holds: 256 random bits as text, sent as {@code Authorization: Bearer}.
 *
 * <p>The text begins with {@code sk-}, which some clients insist on, and {@code wp-}, by which
 * scanners for leaked secrets can tell it. Immutable.
 */
public final class BearerKey {
  /** What the header holds, as a regular expression that API Gateway understands too. */
  public static final String HEADER_PATTERN = "^Bearer sk-wp-[A-Za-z0-9_-]{43}$";

  private static final Pattern HEADER = Pattern.compile(HEADER_PATTERN);
  private static final String SCHEME = "Bearer ";
  private static final String PREFIX = "sk-wp-";
  private static final int RANDOM_BYTES = 32;

  private final String secret;

  private BearerKey(String secret) {
    this.secret = secret;
  }

  /**
   * Draws a new key.
   *
   * @param random a source that nobody can foresee
   */
  public static BearerKey draw(RandomGenerator random) {
    byte[] bits = new byte[RANDOM_BYTES];
    random.nextBytes(bits);
    return new BearerKey(PREFIX + Base64.getUrlEncoder().withoutPadding().encodeToString(bits));
  }

  /** The key in a header's value; empty if the value has not the form of one. */
  public static Optional<BearerKey> ofHeader(String value) {
    Matcher matcher = HEADER.matcher(value);
    return matcher.matches()
        ? Optional.of(new BearerKey(value.substring(SCHEME.length())))
        : Optional.empty();
  }

  /** The text that its holder is shown once. */
  public String secret() {
    return secret;
  }

  /** What is kept of it. */
  public KeyHash hash() {
    return KeyHash.of(secret);
  }

  /** Leaves the secret out. */
  @Override
  public String toString() {
    return "BearerKey[" + hash().id() + "]";
  }
}
