package dev.warmpath.prompt;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.util.List;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * Turns prompts into prefix chains under one deployment's secret.
 *
 * <p>Immutable and safe for use by any number of threads.
 */
public final class PrefixHasher {
  /*
   * scopeKey = HMAC-SHA256(secret, for each field of the scope: length as 4 bytes ‖ UTF-8)
   * h[0]     = 16 zero bytes
   * h[i]     = first 16 bytes of SHA-256(scopeKey ‖ h[i-1] ‖ block i of the canonical text)
   *
   * The key stands in every link: someone who reads a shallow hash in the table can test no guess
   * about what follows it. Canonical text: for each segment 0xFF role 0xFE content 0xFD; these three
   * bytes never occur in UTF-8, so no text can imitate a boundary. Token ids are 0xFC and then four
   * big-endian bytes each: ids are not negative, so where the next id would start, 0xFD ends them.
   */

  /** The shortest secret that is accepted, in bytes. */
  public static final int MIN_SECRET_BYTES = 16;

  private static final String HMAC = "HmacSHA256";

  private final SecretKeySpec secret;

  /**
   * Makes a hasher.
   *
   * @param secret the deployment's salt, at least {@value #MIN_SECRET_BYTES} bytes
   * @throws IllegalArgumentException if the secret is shorter
   */
  public PrefixHasher(byte[] secret) {
    if (secret.length < MIN_SECRET_BYTES) {
      throw new IllegalArgumentException(
          "the hash salt must have at least " + MIN_SECRET_BYTES + " bytes");
    }
    this.secret = new SecretKeySpec(secret, HMAC);
  }

  /** The chain of a prompt: equal prefixes of equal scope give equal hashes. */
  public PrefixChain chain(Prompt prompt) {
    byte[] scopeKey = scopeKey(prompt.scope());
    ChainBuilder chain = new ChainBuilder(scopeKey, expectedBytes(prompt.segments()));
    prompt.segments().forEach(chain::add);
    String pool = PrefixHash.fromBytes(hmac(scopeKey, "pool")).hex().substring(0, 16);
    PrefixHash hint =
        prompt.placementHint().isEmpty()
            ? chain.family()
            : PrefixHash.fromBytes(hmac(scopeKey, "hint:" + prompt.placementHint()));
    return chain.build(pool, hint);
  }

  private byte[] scopeKey(Scope scope) {
    Mac mac = mac(secret);
    for (String field :
        List.of(scope.model(), scope.adapter(), scope.cacheSalt(), scope.templateArguments())) {
      byte[] bytes = field.getBytes(StandardCharsets.UTF_8);
      mac.update(ByteBuffer.allocate(Integer.BYTES).putInt(bytes.length).array());
      mac.update(bytes);
    }
    return mac.doFinal();
  }

  private static int expectedBytes(List<Segment> segments) {
    return segments.stream().mapToInt(s -> s.length() + 16).sum();
  }

  private static byte[] hmac(byte[] key, String text) {
    return mac(new SecretKeySpec(key, HMAC)).doFinal(text.getBytes(StandardCharsets.UTF_8));
  }

  private static Mac mac(SecretKeySpec key) {
    try {
      Mac mac = Mac.getInstance(HMAC);
      mac.init(key);
      return mac;
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("every Java platform must offer " + HMAC, e);
    }
  }
}
