package dev.warmpath.routing;

import dev.warmpath.routing.RoutingDecision.Shed;
import java.time.Duration;

/**
 * Another rule, under which prompts are turned away while even the shortest queue is too long.
 *
 * <p>Past saturation queues grow until every caller has given up before his turn, and engines work
 * for nobody. Who is turned away at once costs nothing and may come again.
 *
 * @param rule where prompts go that are not turned away
 * @param longestQueue how long the shortest prefill queue of the targets that may be chosen may be;
 *     rows tell of the last {@link TargetRow#PREFILL_HORIZON}, and much longer queues are not seen
 */
public record SheddingPolicy(RoutingPolicy rule, Duration longestQueue) implements RoutingPolicy {
  /**
   * A rule as an operator wants it.
   *
   * @param seconds the longest queue; 0 if nobody shall be turned away
   */
  public static RoutingPolicy of(RoutingPolicy rule, long seconds) {
    return seconds == 0 ? rule : new SheddingPolicy(rule, Duration.ofSeconds(seconds));
  }

  @Override
  public RoutingDecision decide(RoutingContext context) {
    return context
        .with(Eligible.of(context).fleet())
        .shortestQueue()
        .map(queue -> queue.minus(longestQueue))
        .filter(Duration::isPositive)
        .<RoutingDecision>map(Shed::new)
        .orElseGet(() -> rule.decide(context));
  }

  @Override
  public String name() {
    return rule.name();
  }

  @Override
  public boolean readsPrefixes() {
    return rule.readsPrefixes();
  }
}
