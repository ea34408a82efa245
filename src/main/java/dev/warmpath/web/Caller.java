package dev.warmpath.web;

import dev.warmpath.keys.KeyRow;
import dev.warmpath.keys.TokenLimits;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Who sent a request, as the door's authorizer says; never as the request itself says.
 *
 * @param tenant whose key it carried; empty where the door names nobody
 * @param keyId which key
 * @param scope who shares cached prefixes with him
 * @param limits how many tokens he may use
 */
public record Caller(String tenant, String keyId, String scope, TokenLimits limits) {
  /** Nobody in particular: a door without keys. */
  public static final Caller UNNAMED = new Caller("", "", "", TokenLimits.NONE);

  private static final String TENANT = "tenant";
  private static final String KEY_ID = "keyId";
  private static final String SCOPE = "scope";
  private static final String PER_MINUTE = "tokensPerMinute";
  private static final String PER_DAY = "tokensPerDay";

  /** The holder of a key. */
  public static Caller of(KeyRow key) {
    return new Caller(key.tenant(), key.id(), key.scope(), key.limits());
  }

  /**
   * The caller in an authorizer's context, as {@link #context} wrote it.
   *
   * @param context names and values; one without a tenant names nobody
   * @throws IllegalStateException if it names a tenant and the rest is not of ours: such a request
   *     must not be taken for one without limits
   */
  public static Caller of(Map<String, String> context) {
    if (!context.containsKey(TENANT)) {
      return UNNAMED;
    }
    try {
      return new Caller(
          context.get(TENANT),
          text(context, KEY_ID),
          text(context, SCOPE),
          new TokenLimits(
              Long.parseLong(text(context, PER_MINUTE)), Long.parseLong(text(context, PER_DAY))));
    } catch (IllegalArgumentException e) {
      throw new IllegalStateException("the authorizer's context is not of this version", e);
    }
  }

  /** What the authorizer tells the router: text only, which is all that API Gateway passes on. */
  public Map<String, String> context() {
    Map<String, String> context = new LinkedHashMap<>();
    context.put(TENANT, tenant);
    context.put(KEY_ID, keyId);
    context.put(SCOPE, scope);
    context.put(PER_MINUTE, Long.toString(limits.perMinute()));
    context.put(PER_DAY, Long.toString(limits.perDay()));
    return context;
  }

  /** Whether the door named somebody. */
  boolean isNamed() {
    return !tenant.isEmpty();
  }

  private static String text(Map<String, String> context, String name) {
    String value = context.getOrDefault(name, "");
    if (value.isEmpty()) {
      throw new IllegalArgumentException("it lacks " + name);
    }
    return value;
  }
}
