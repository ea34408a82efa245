package dev.warmpath.routing;

import dev.warmpath.prompt.Anchor;
import dev.warmpath.prompt.PrefixHash;
import dev.warmpath.routing.RoutingDecision.Claim;
import dev.warmpath.routing.RoutingDecision.NoTarget;
import dev.warmpath.routing.RoutingDecision.Reason;
import dev.warmpath.routing.RoutingDecision.Routed;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/** Sends a prompt where the least work remains to be done and to be waited for. */
public final class PrefixAffinityPolicy implements RoutingPolicy {
  /*
   * For each target, all in seconds of its prefill:
   *
   *   own  = prompt tokens that it does not hold
   *   wait = prefill queued there + own
   *   cost = (own + 5 ms) × (wait + 50 ms + 0.3 × context in flight)
   *
   * The product has no weight between reuse and balance to tune: it compares ratios, so it keeps
   * reuse when every queue is long, where a weighted sum moves every prompt and loses all of it.
   *
   * Routers that read the same rows in the same instant would all take the same cheapest target, so
   * the choice is first narrowed to two rendezvous candidates of the prompt's family among the
   * targets that hold as much as the cheapest does; the cheapest itself is taken only if it is ahead
   * by more than the prompt's own prefill.
   *
   * Queues alone never spread a beginning that all traffic shares while load is low: one target
   * serves everything and the others idle. So a new conversation leaves the holder for a target that
   * has taken in less by at least a multiple of the tokens that must be copied there: less within the
   * last minutes, or less ever, where its cache has room still. Each copy is thus paid by work that is
   * already out of balance, and where all targets work alike the rule is silent.
   */

  private static final double OWN_FLOOR_SECONDS = 0.005;
  private static final double WAIT_FLOOR_SECONDS = 0.05;
  private static final double CONTEXT_WEIGHT = 0.3;

  /** A claim is worth a write before the answer only while most of the prompt has no holder. */
  private static final double CLAIM_BELOW_SHARE = 0.5;

  private static final int RENDEZVOUS_CANDIDATES = 2;

  /** How many copies a lead in tokens taken in must be worth before one is made. */
  private static final long COPIES_PER_LEAD = 8;

  @Override
  public RoutingDecision decide(RoutingContext context) {
    Eligible eligible = Eligible.of(context);
    return decideAmong(context.with(eligible.fleet()), eligible);
  }

  @Override
  public String name() {
    return "warmpath";
  }

  @Override
  public boolean readsPrefixes() {
    return true;
  }

  private static RoutingDecision decideAmong(RoutingContext context, Eligible eligible) {
    if (context.fleet().targets().isEmpty()) {
      return new NoTarget();
    }
    Holdings holdings = new Holdings(context);
    List<Candidate> candidates =
        context.fleet().targets().stream().map(t -> candidate(context, t, holdings)).toList();
    Candidate best = explored(choose(context, candidates), candidates, holdings);
    Candidate chosen = withRoom(context, best, candidates, holdings);
    long available = candidates.stream().mapToLong(Candidate::matchedTokens).max().orElse(0);
    return new Routed(
        chosen.target(),
        reason(context, chosen, available),
        context.promptTokens(),
        chosen.matchedTokens(),
        available,
        claim(context, holdings),
        candidates,
        eligible.isProbe(chosen.target()));
  }

  private static Candidate candidate(RoutingContext context, Target target, Holdings holdings) {
    TargetLoad load = context.load(target);
    long matched =
        Math.min(context.promptTokens(), context.facts().tokens(holdings.depthBytes(target.id())));
    Candidate free = new Candidate(target, matched, load, 0);
    double own = ownSeconds(context, free);
    double pinned = CONTEXT_WEIGHT * load.contextTokens() / rate(context, target);
    double cost =
        (own + OWN_FLOOR_SECONDS) * (waitSeconds(context, free) + WAIT_FLOOR_SECONDS + pinned);
    return new Candidate(target, matched, load, cost);
  }

  private static Candidate choose(RoutingContext context, List<Candidate> candidates) {
    Candidate cheapest =
        candidates.stream().min(Comparator.comparingDouble(Candidate::cost)).orElseThrow();
    List<Candidate> equals =
        candidates.stream().filter(c -> c.matchedTokens() >= cheapest.matchedTokens()).toList();
    Candidate agreed = agreed(context, equals);
    double ahead = waitSeconds(context, agreed) - waitSeconds(context, cheapest);
    return ahead > ownSeconds(context, cheapest) ? cheapest : agreed;
  }

  /** The cheaper of two that every router takes for this prompt, or the one that worked less. */
  private static Candidate agreed(RoutingContext context, List<Candidate> candidates) {
    return Rendezvous.preferred(
            spreadKey(context),
            candidates.stream().map(Candidate::target).toList(),
            RENDEZVOUS_CANDIDATES)
        .stream()
        .map(t -> of(t, candidates))
        .min(
            Comparator.comparingDouble(Candidate::cost)
                .thenComparingLong(c -> recentWork(context, c)))
        .orElseThrow();
  }

  /**
   * Of targets that cost no more, the one that held most of what counts as evicted: it costs
   * nothing to ask, and only so is it learned that a cache is larger than believed.
   */
  private static Candidate explored(
      Candidate chosen, List<Candidate> candidates, Holdings holdings) {
    return candidates.stream()
        .filter(c -> c.cost() <= chosen.cost())
        .max(Comparator.comparingInt(c -> holdings.evictedBytes(c.target().id())))
        .filter(c -> holdings.evictedBytes(c.target().id()) > 0)
        .orElse(chosen);
  }

  /**
   * The chosen holder, or a target that has worked so much less that copying the shared beginning
   * there costs a share only of what the holder has taken in beyond it.
   */
  private static Candidate withRoom(
      RoutingContext context, Candidate chosen, List<Candidate> candidates, Holdings holdings) {
    if (holdings.knowsConversation(chosen.target().id())) {
      return chosen;
    }
    List<Candidate> roomy =
        candidates.stream().filter(c -> deservesCopy(context, chosen, c)).toList();
    return roomy.isEmpty() ? chosen : agreed(context, roomy);
  }

  private static boolean deservesCopy(RoutingContext context, Candidate chosen, Candidate other) {
    long copied = chosen.matchedTokens() - other.matchedTokens();
    return copied > 0
        && other.load().queuedPrefillTokens() <= chosen.load().queuedPrefillTokens()
        && lead(context, chosen, other) >= COPIES_PER_LEAD * copied;
  }

  private static long lead(RoutingContext context, Candidate chosen, Candidate other) {
    return Math.max(
        filled(context, chosen) - filled(context, other),
        recentWork(context, chosen) - recentWork(context, other));
  }

  /** How much of a target's cache has ever been written, in tokens of one instance. */
  private static long filled(RoutingContext context, Candidate candidate) {
    Target target = candidate.target();
    long clock = context.view().target(target.id()).clock() / target.instances();
    return Math.min(context.capacityTokens(target) / target.instances(), clock);
  }

  /** What a target's cache has taken in within the last minutes, in tokens of one instance. */
  private static long recentWork(RoutingContext context, Candidate candidate) {
    Target target = candidate.target();
    return context.view().target(target.id()).recentlyInserted(context.now()) / target.instances();
  }

  /** Prompts without anchors have nothing to keep together: each is placed by its own lot. */
  private static PrefixHash spreadKey(RoutingContext context) {
    return context.chain().anchors().isEmpty()
        ? new PrefixHash(0, context.ticket())
        : context.chain().family();
  }

  private static Candidate of(Target target, List<Candidate> candidates) {
    return candidates.stream().filter(c -> c.target().equals(target)).findFirst().orElseThrow();
  }

  private static Reason reason(RoutingContext context, Candidate chosen, long available) {
    if (context.chain().anchors().isEmpty()) {
      return Reason.LOAD;
    }
    if (available == 0) {
      return Reason.NEW;
    }
    return chosen.matchedTokens() == available ? Reason.WARM : Reason.SPILLED;
  }

  /** The shallowest anchor beyond all holders that has no live owner, while that is most of it. */
  private static Optional<Claim> claim(RoutingContext context, Holdings holdings) {
    int held = holdings.deepestBytes();
    if (held >= CLAIM_BELOW_SHARE * context.chain().lengthBytes()) {
      return Optional.empty();
    }
    return context.chain().anchors().stream()
        .filter(anchor -> anchor.depthBytes() > held)
        .findFirst()
        .map(anchor -> new Claim(anchor, version(context, anchor)));
  }

  private static long version(RoutingContext context, Anchor anchor) {
    PrefixRow row = context.view().prefixes().get(anchor.hash());
    return row == null ? 0 : row.version();
  }

  private static double ownSeconds(RoutingContext context, Candidate candidate) {
    return (context.promptTokens() - candidate.matchedTokens()) / rate(context, candidate.target());
  }

  private static double waitSeconds(RoutingContext context, Candidate candidate) {
    return candidate.load().queuedPrefillTokens() / rate(context, candidate.target())
        + ownSeconds(context, candidate);
  }

  private static double rate(RoutingContext context, Target target) {
    return context.prefillTokensPerSecond(target);
  }
}
