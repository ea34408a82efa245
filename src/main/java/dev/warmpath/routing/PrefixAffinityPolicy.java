package dev.warmpath.routing;

import dev.warmpath.prompt.Anchor;
import dev.warmpath.prompt.PrefixHash;
import dev.warmpath.routing.RoutingDecision.Claim;
import dev.warmpath.routing.RoutingDecision.NoTarget;
import dev.warmpath.routing.RoutingDecision.Reason;
import dev.warmpath.routing.RoutingDecision.Routed;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;

/** Sends a prompt where the least work remains to be done and to be waited for. */
public final class PrefixAffinityPolicy implements RoutingPolicy {
  /*
   * For each target, all in seconds of its prefill:
   *
   *   own  = work of the prompt tokens that it does not hold; what running requests may have
   *          pushed out counts as half held
   *   wait = prefill queued there + own
   *   cost = (own + 50 ms) × (wait + 50 ms + 0.2 × context in flight)
   *
   * The product has no weight between reuse and balance to tune: it compares ratios, so it keeps
   * reuse when every queue is long, where a weighted sum moves every prompt and loses all of it.
   *
   * Routers that read the same rows in the same instant would all take the same cheapest target.
   * What is ahead by less than the 50 ms in which rows grow old is not ahead at all: among such
   * targets the prompt's family decides, by rendezvous, and differently for different families.
   *
   * Queues alone never spread a beginning that all traffic shares while load is low: one target
   * serves everything and the others idle. So a new conversation leaves the holder for a target that
   * has taken in less by at least a quarter, and by a multiple of the tokens that must be copied there:
   * less within the last minutes, or less ever, where its cache has room still. Each copy is thus paid by work that is
   * already out of balance, and where all targets work alike the rule is silent.
   */

  private static final double OWN_FLOOR_SECONDS = 0.05;
  private static final double WAIT_FLOOR_SECONDS = 0.05;
  private static final double CONTEXT_WEIGHT = 0.2;

  /**
   * Held or lost. Counted as lost, nothing would be held where requests queue for memory, and reuse
   * would end just when it is needed; counted as held, a target with more conversations than its
   * cache has room for would keep and lose each of them in turn.
   */
  private static final double DOUBTFUL_SHARE = 0.5;

  /** A claim is worth a write before the answer only while most of the prompt has no holder. */
  private static final double CLAIM_BELOW_SHARE = 0.5;

  private static final int RENDEZVOUS_CANDIDATES = 2;

  /** How many copies a lead in tokens taken in must be worth before one is made. */
  private static final long COPIES_PER_LEAD = 32;

  /**
   * How much of the busier target's work the lead must be: the rest is the unevenness of chance.
   */
  private static final double LEAD_SHARE = 0.25;

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
    List<Option> options = options(context, holdings);
    Option best = explored(choose(context, options), options, holdings);
    Option chosen = withRoom(context, best, options, holdings);
    long available = 0;
    List<Candidate> candidates = new ArrayList<>(options.size());
    for (Option option : options) {
      available = Math.max(available, option.matched());
      candidates.add(option.candidate());
    }
    Target target = chosen.candidate().target();
    return new Routed(
        target,
        reason(context, chosen, available),
        context.promptTokens(),
        chosen.matched(),
        available,
        claim(context, holdings),
        candidates,
        eligible.isProbe(target));
  }

  /**
   * One target as the choice sees it.
   *
   * @param costIfFresh the cost if rows did not grow old between being read and the call
   * @param recentWork what the target's cache has taken in within the last minutes, in tokens of
   *     one instance
   */
  private record Option(Candidate candidate, double costIfFresh, long recentWork) {
    long matched() {
      return candidate.matchedTokens();
    }

    double cost() {
      return candidate.cost();
    }

    TargetId id() {
      return candidate.target().id();
    }
  }

  private static List<Option> options(RoutingContext context, Holdings holdings) {
    List<Option> options = new ArrayList<>(context.fleet().targets().size());
    double typical = context.typicalPrefillRate();
    for (Target target : context.fleet().targets()) {
      double rate = context.prefillTokensPerSecond(target, typical);
      options.add(option(context, target, rate, holdings));
    }
    return options;
  }

  private static Option option(
      RoutingContext context, Target target, double rate, Holdings holdings) {
    TargetRow row = context.view().target(target.id());
    TargetLoad load = TargetLoad.of(row, context.now(), rate);
    long prompt = context.promptTokens();
    long matched = Math.min(prompt, context.facts().tokens(holdings.depthBytes(target.id())));
    boolean sure =
        holdings.distance(target.id()) < context.capacityTokens(target) - load.pinnedTokens();
    long expected = sure ? matched : Math.round(DOUBTFUL_SHARE * matched);
    double own = PrefillWork.tokens(expected, prompt) / rate;
    double ahead = load.queuedPrefillTokens() / rate + own;
    double pinned = CONTEXT_WEIGHT * load.contextTokens() / rate;
    double weight = own + OWN_FLOOR_SECONDS;
    double costIfFresh = weight * (ahead + pinned);
    return new Option(
        new Candidate(target, matched, load, costIfFresh + weight * WAIT_FLOOR_SECONDS),
        costIfFresh,
        row.recentlyInserted(context.now()) / target.instances());
  }

  private static Option choose(RoutingContext context, List<Option> options) {
    Option cheapest = Collections.min(options, Comparator.comparingDouble(Option::cost));
    return agreed(
        context,
        options,
        o -> o.matched() >= cheapest.matched() && o.costIfFresh() <= cheapest.cost());
  }

  /**
   * The cheaper of two that every router takes for this prompt, or the one that worked less.
   *
   * @param eligible which of the options count; at least one does
   */
  private static Option agreed(
      RoutingContext context, List<Option> options, Predicate<Option> eligible) {
    Map<TargetId, Option> counted = HashMap.newHashMap(options.size());
    List<Target> targets = new ArrayList<>(options.size());
    for (Option option : options) {
      if (eligible.test(option)) {
        counted.put(option.id(), option);
        targets.add(option.candidate().target());
      }
    }
    return Rendezvous.preferred(spreadKey(context), targets, RENDEZVOUS_CANDIDATES).stream()
        .flatMap(t -> Optional.ofNullable(counted.get(t.id())).stream())
        .min(Comparator.comparingDouble(Option::cost).thenComparingLong(Option::recentWork))
        .orElseThrow();
  }

  /**
   * Of targets that cost no more, the one that held most of what counts as evicted: it costs
   * nothing to ask, and only so is it learned that a cache is larger than believed.
   */
  private static Option explored(Option chosen, List<Option> options, Holdings holdings) {
    Option explored = chosen;
    int most = 0;
    for (Option option : options) {
      int evicted = holdings.evictedBytes(option.id());
      if (evicted > most && option.cost() <= chosen.cost()) {
        explored = option;
        most = evicted;
      }
    }
    return explored;
  }

  /**
   * The chosen holder, or a target that has worked so much less that copying the shared beginning
   * there costs a share only of what the holder has taken in beyond it.
   */
  private static Option withRoom(
      RoutingContext context, Option chosen, List<Option> options, Holdings holdings) {
    if (holdings.knowsConversation(chosen.id())) {
      return chosen;
    }
    List<Option> roomy = options.stream().filter(o -> deservesCopy(context, chosen, o)).toList();
    return roomy.isEmpty() ? chosen : choose(context, roomy);
  }

  private static boolean deservesCopy(RoutingContext context, Option chosen, Option other) {
    long copied = chosen.matched() - other.matched();
    return copied > 0
        && other.candidate().load().queuedPrefillTokens()
            <= chosen.candidate().load().queuedPrefillTokens()
        && (isAhead(filled(context, chosen), filled(context, other), copied)
            || isAhead(chosen.recentWork(), other.recentWork(), copied));
  }

  /** Whether one amount of work is so much more than another that a copy pays. */
  private static boolean isAhead(long more, long less, long copied) {
    long lead = more - less;
    return lead >= COPIES_PER_LEAD * copied && (double) lead >= LEAD_SHARE * (double) more;
  }

  /** How much of a target's cache has ever been written, in tokens of one instance. */
  private static long filled(RoutingContext context, Option option) {
    Target target = option.candidate().target();
    long clock = context.view().target(target.id()).clock() / target.instances();
    return Math.min(context.capacityTokens(target) / target.instances(), clock);
  }

  /** Prompts without anchors have nothing to keep together: each is placed by its own lot. */
  private static PrefixHash spreadKey(RoutingContext context) {
    return context.chain().anchors().isEmpty()
        ? new PrefixHash(0, context.ticket())
        : context.chain().family();
  }

  private static Reason reason(RoutingContext context, Option chosen, long available) {
    if (context.chain().anchors().isEmpty()) {
      return Reason.LOAD;
    }
    if (available == 0) {
      return Reason.NEW;
    }
    return chosen.matched() == available ? Reason.WARM : Reason.SPILLED;
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
}
