package dev.warmpath.routing;

import java.time.Instant;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * The targets among which a policy may choose: those that neither drain nor have failed lately.
 *
 * <p>A fleet that drains as a whole still serves, since refusing everyone helps nobody. For the
 * same reason failing targets are left out only up to half of the fleet, rounded down: the others,
 * those that began to fail first, are taken for sound. Where all seem to fail, the fault may well
 * lie with the caller.
 *
 * @param fleet the targets, in the order of the context's fleet
 * @param probes those of them that may be called only by who wins their probe
 */
record Eligible(Fleet fleet, Set<TargetId> probes) {
  /** Copies the set. */
  Eligible {
    probes = Set.copyOf(probes);
  }

  /** Those of a context's fleet. */
  static Eligible of(RoutingContext context) {
    Instant now = context.now();
    if (context.fleet().targets().stream()
        .allMatch(t -> isSound(context.view().target(t.id()), now))) {
      return new Eligible(context.fleet(), Set.of());
    }
    List<Target> serving = serving(context);
    Set<TargetId> failing = failing(context, serving);
    Set<TargetId> probes =
        failing.stream()
            .filter(id -> Breaker.isProbeDue(context.view().target(id), now))
            .collect(Collectors.toSet());
    List<Target> eligible =
        serving.stream().filter(t -> !failing.contains(t.id()) || probes.contains(t.id())).toList();
    return new Eligible(new Fleet(eligible), probes);
  }

  private static boolean isSound(TargetRow row, Instant now) {
    return !row.draining() && Breaker.of(row, now) == Breaker.CLOSED;
  }

  /** Whether a target may be called only by who wins its probe. */
  boolean isProbe(Target target) {
    return probes.contains(target.id());
  }

  private static List<Target> serving(RoutingContext context) {
    List<Target> serving =
        context.fleet().targets().stream()
            .filter(t -> !context.view().target(t.id()).draining())
            .toList();
    return serving.isEmpty() ? context.fleet().targets() : serving;
  }

  /** The targets that opened last, at most half of all. */
  private static Set<TargetId> failing(RoutingContext context, List<Target> serving) {
    Comparator<TargetRow> lastFirst =
        Comparator.comparing((TargetRow row) -> row.health().openUntil()).reversed();
    return serving.stream()
        .map(t -> context.view().target(t.id()))
        .filter(row -> Breaker.of(row, context.now()) != Breaker.CLOSED)
        .sorted(lastFirst.thenComparing(TargetRow::target))
        .limit(serving.size() / 2)
        .map(TargetRow::target)
        .collect(Collectors.toCollection(HashSet::new));
  }
}
