package dev.warmpath.routing;

import dev.warmpath.prompt.Anchor;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** Where a request goes, and why. */
public sealed interface RoutingDecision {
  /** Why a target was chosen. */
  enum Reason {
    /** It holds as much of the prompt as any target does. */
    WARM,
    /** A target that holds more has too much work waiting, or a much fuller cache. */
    SPILLED,
    /** No target holds any of the prompt. */
    NEW,
    /** The prompt has no key, or is too short for one: the least loaded target. */
    LOAD,
    /** The table gave no answer: the prompt's first rendezvous candidate. */
    FALLBACK,
    /** It was its turn. */
    TURN
  }

  /**
   * A target was chosen.
   *
   * @param target who
   * @param reason why
   * @param promptTokens the prompt's length, estimated
   * @param routedTokens prompt tokens believed to be cached at the target
   * @param availableTokens prompt tokens believed to be cached at the best holder, chosen or not
   * @param claim the row to claim before the request is sent
   * @param candidates the targets compared, in fleet order
   * @param probe whether the target failed before and may be called only by who wins its probe
   */
  record Routed(
      Target target,
      Reason reason,
      long promptTokens,
      long routedTokens,
      long availableTokens,
      Optional<Claim> claim,
      List<Candidate> candidates,
      boolean probe)
      implements RoutingDecision {
    /** Copies the candidates. */
    public Routed {
      candidates = List.copyOf(candidates);
    }

    /** What the target must compute, in tokens of short context, at least 0. */
    public long prefillWork() {
      return PrefillWork.tokens(routedTokens, promptTokens);
    }
  }

  /** No target is in service. */
  record NoTarget() implements RoutingDecision {}

  /**
   * Every target has more work waiting than callers shall wait for.
   *
   * @param excess how much longer than that the shortest queue is, positive
   */
  record Shed(Duration excess) implements RoutingDecision {}

  /**
   * A row worth claiming: the shallowest anchor that nobody owns.
   *
   * @param anchor which
   * @param expectedVersion the version that was read, or 0 if there was no row
   */
  record Claim(Anchor anchor, long expectedVersion) {}
}
