package dev.warmpath.keys;

/**
 * The names by which API Gateway's usage plan tells tenants apart.
 *
 * <p>The plan counts by API keys of its own. Their values open nothing, since the door takes them
 * from the authorizer only; so they need not be secret, and both who makes them and the authorizer
 * derive them.
 */
public final class PlanKey {
  private static final int DIGITS = 40;

  private PlanKey() {}

  /** The value of a tenant's API key: the same for all of his keys of one table. */
  public static String value(String table, String tenant) {
    return "wp" + KeyHash.sha256(table + "\n" + tenant).substring(0, DIGITS);
  }
}
