package dev.warmpath.router;

import dev.warmpath.router.port.Degradation;
import dev.warmpath.router.port.EngineOutcome;
import dev.warmpath.routing.Candidate;
import dev.warmpath.routing.RoutingDecision.Reason;
import dev.warmpath.routing.Target;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * How one request was placed, and what it took: the source of headers, log line and metrics.
 *
 * @param requestId the request's name
 * @param at when it arrived
 * @param target where it went; empty if nowhere
 * @param advised in shadow mode where it would have gone; else empty
 * @param reason why there; empty if nowhere
 * @param tokens how much of its prompt was to be had where
 * @param usage what the engine reported
 * @param routerTime the router's own time until the engine was called
 * @param engineTime from the call to the whole answer; zero if there was no call
 * @param firstToken from the call to the model's first token; empty if it did not show
 * @param failovers how many targets failed before this one was asked
 * @param degradation why the table gave no answer; empty if it did
 * @param claim what came of the claim
 * @param failure why the engine did not answer; empty if it did
 * @param candidates the targets compared
 */
public record RouteReport(
    String requestId,
    Instant at,
    Optional<Target> target,
    Optional<Target> advised,
    Optional<Reason> reason,
    Tokens tokens,
    Usage usage,
    Duration routerTime,
    Duration engineTime,
    Optional<Duration> firstToken,
    int failovers,
    Optional<Degradation> degradation,
    ClaimState claim,
    Optional<EngineOutcome.Kind> failure,
    List<Candidate> candidates) {
  /** Copies the candidates. */
  public RouteReport {
    candidates = List.copyOf(candidates);
  }

  /**
   * Prompt tokens before the engine has counted them.
   *
   * @param prompt the prompt's length, estimated from its bytes
   * @param routed those believed to be cached at the chosen target
   * @param available those believed to be cached at the best holder
   * @param keyed whether the prompt had anchors at all
   * @param cacheable whether a cache could hold any of it
   */
  public record Tokens(
      long prompt, long routed, long available, boolean keyed, boolean cacheable) {}

  /** What came of the one write in front of the answer. */
  public enum ClaimState {
    /** There was nothing to claim. */
    NONE,
    /** The row is this target's. */
    WON,
    /** Another router was first; the request was placed again with its row known. */
    LOST,
    /** The table did not say. */
    UNKNOWN
  }
}
