package dev.warmpath.page;

import java.net.URI;

/**
 * What a tier is, for as long as it runs.
 *
 * @param address where it answers
 * @param policy how targets are picked
 * @param isShadow whether the endpoint places requests and the router only advises
 * @param needsKey whether callers need a key
 * @param engine what kind of engines it has
 */
public record TierFacts(
    URI address, String policy, boolean isShadow, boolean needsKey, Engines engine) {
  /** What stands behind a tier. */
  public enum Engines {
    /** Models of engines in this process, whose times are computed. */
    TIMED,
    /** Engines in this process that compute. */
    REAL,
    /** An endpoint elsewhere, of which nothing is known but its answers. */
    REMOTE
  }
}
