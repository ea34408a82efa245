package dev.warmpath.routing;

import dev.warmpath.prompt.PrefixChain;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.Optional;

/**
 * All that a policy may look at: equal contexts give equal decisions.
 *
 * @param chain the prompt's chain; one without anchors for a prompt that cannot be keyed
 * @param view the rows read for this request
 * @param fleet the targets that may be chosen
 * @param facts what is known of engines and traffic
 * @param now the router's time
 * @param ticket a number that differs between requests: a counter for those that take turns, a
 *     source of fair ties for the others
 */
public record RoutingContext(
    PrefixChain chain, TableView view, Fleet fleet, PoolFacts facts, Instant now, long ticket) {

  /** This context with other rows. */
  public RoutingContext with(TableView other) {
    return new RoutingContext(chain, other, fleet, facts, now, ticket);
  }

  /** This context with another fleet. */
  public RoutingContext with(Fleet other) {
    return new RoutingContext(chain, view, other, facts, now, ticket);
  }

  /** The load of a target, as far as the rows tell. */
  public TargetLoad load(Target target) {
    return load(target, typicalPrefillRate());
  }

  /**
   * The same, for who asks of many targets.
   *
   * @param typical what {@link #typicalPrefillRate} says
   */
  TargetLoad load(Target target, double typical) {
    return TargetLoad.of(view.target(target.id()), now, prefillTokensPerSecond(target, typical));
  }

  /** How long a target needs for the prompts known to wait there, and is to be spared. */
  public Duration queue(Target target) {
    return queue(target, typicalPrefillRate());
  }

  /** The shortest {@link #queue} of the fleet; empty if there is no target. */
  public Optional<Duration> shortestQueue() {
    double typical = typicalPrefillRate();
    return fleet.targets().stream()
        .map(target -> queue(target, typical))
        .min(Comparator.naturalOrder());
  }

  private Duration queue(Target target, double typical) {
    return time(
        load(target, typical).queuedPrefillTokens(), prefillTokensPerSecond(target, typical));
  }

  /** How long a target needs for the prompts known to wait there. */
  public Duration prefillQueue(Target target) {
    TargetRow row = view.target(target.id()).with(Health.GOOD);
    double rate = prefillTokensPerSecond(target);
    return time(TargetLoad.of(row, now, rate).queuedPrefillTokens(), rate);
  }

  private static Duration time(double prefillTokens, double tokensPerSecond) {
    return Duration.ofNanos(Math.round(1e9 * prefillTokens / tokensPerSecond));
  }

  /** How many tokens of short context all of a target computes in a second; positive. */
  public double prefillTokensPerSecond(Target target) {
    return prefillTokensPerSecond(target, typicalPrefillRate());
  }

  /**
   * The same, for who asks of many targets.
   *
   * @param typical what {@link #typicalPrefillRate} says
   */
  double prefillTokensPerSecond(Target target, double typical) {
    return view.target(target.id()).learned().prefillRate(facts, typical) * target.instances();
  }

  /**
   * The geometric mean of what one instance was seen to compute in a second, over the targets that
   * were seen; as configured if none was.
   */
  double typicalPrefillRate() {
    double logarithms = 0;
    int seen = 0;
    for (Target target : fleet.targets()) {
      long learned = view.target(target.id()).learned().prefillTokensPerSecond();
      if (learned > 0) {
        logarithms += Math.log(Learned.boundedRate((double) learned, facts));
        seen++;
      }
    }
    return seen == 0 ? facts.prefillTokensPerSecond() : Math.exp(logarithms / seen);
  }

  /** How many tokens all of a target's caches hold; positive. */
  public long capacityTokens(Target target) {
    return view.target(target.id()).learned().capacity(facts) * target.instances();
  }

  /** The prompt's length in tokens, estimated from its bytes. */
  public long promptTokens() {
    return facts.tokens(chain.lengthBytes());
  }
}
