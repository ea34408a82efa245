package dev.warmpath.router;

import dev.warmpath.prompt.Anchor;
import dev.warmpath.prompt.PrefixChain;
import dev.warmpath.router.RouteReport.ClaimState;
import dev.warmpath.router.port.AffinityTable;
import dev.warmpath.router.port.ClaimRequest;
import dev.warmpath.router.port.ClaimResult;
import dev.warmpath.router.port.TableQuery;
import dev.warmpath.router.port.TableRead;
import dev.warmpath.router.port.TableWrite;
import dev.warmpath.router.port.WriteResult;
import dev.warmpath.routing.Breaker;
import dev.warmpath.routing.Fleet;
import dev.warmpath.routing.Owner;
import dev.warmpath.routing.OwnershipUpkeep;
import dev.warmpath.routing.Rendezvous;
import dev.warmpath.routing.RendezvousPolicy;
import dev.warmpath.routing.RoutingContext;
import dev.warmpath.routing.RoutingDecision;
import dev.warmpath.routing.RoutingDecision.NoTarget;
import dev.warmpath.routing.RoutingDecision.Routed;
import dev.warmpath.routing.RoutingDecision.Shed;
import dev.warmpath.routing.RoutingPolicy;
import dev.warmpath.routing.TableView;
import dev.warmpath.routing.Target;
import dev.warmpath.routing.TargetId;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.random.RandomGenerator;
import java.util.stream.Stream;

/** Places one prompt: looks its rows up, lets the policy decide, and claims what is new. */
final class Placer {
  /** How many targets are read of a fleet too large for one read; the holders come on top. */
  private static final int READ_OF_MANY = 18;

  private final RoutingPolicy policy;
  private final RoutingPolicy fallback = new RendezvousPolicy();
  private final AffinityTable table;

  Placer(RoutingPolicy policy, AffinityTable table) {
    this.policy = policy;
    this.table = table;
  }

  /** Places a prompt; never fails for the table's sake. */
  Placement place(Inquiry inquiry) {
    Placement seen = look(inquiry);
    return seen.degradation().isPresent() ? seen : settle(seen);
  }

  /** What would be decided, before any row is written for it; never fails for the table's sake. */
  Placement look(Inquiry inquiry) {
    Fleet known = inquiry.fleet().current();
    TableQuery query = query(inquiry, known);
    return switch (table.read(query)) {
      case TableRead.Rows(TableView view, var fleets) -> {
        inquiry.fleet().observe(fleets, inquiry.background());
        boolean whole = query.targets().size() == known.targets().size();
        RoutingContext read = context(inquiry, view, inquiry.fleet().current());
        RoutingContext context = whole ? read : narrowed(read, query);
        yield new Placement(policy.decide(context), context, Optional.empty(), ClaimState.NONE);
      }
      case TableRead.Unavailable(var reason) -> {
        RoutingContext blind = context(inquiry, TableView.EMPTY, known);
        yield new Placement(fallback.decide(blind), blind, Optional.of(reason), ClaimState.NONE);
      }
    };
  }

  private static RoutingContext context(Inquiry inquiry, TableView view, Fleet fleet) {
    return new RoutingContext(
        inquiry.chain(), view, fleet, inquiry.facts(), inquiry.now(), inquiry.ticket());
  }

  /** The next best place for a prompt, once the targets tried have failed. */
  Placement again(Placement failed, Set<TargetId> tried) {
    RoutingContext context = failed.context();
    Fleet rest =
        new Fleet(context.fleet().targets().stream().filter(t -> !tried.contains(t.id())).toList());
    RoutingPolicy rule = failed.degradation().isPresent() ? fallback : policy;
    return new Placement(
        rule.decide(Breaker.settled(context.with(rest), Optional.empty())),
        context,
        failed.degradation(),
        failed.claim());
  }

  /**
   * Claims what is new, and wins the probe of a target that failed before, or else decides again
   * without it. No later decision on this prompt asks for a probe: one write is the most it may
   * cost.
   */
  private Placement settle(Placement seen) {
    RoutingContext context = seen.context();
    if (!(seen.decision() instanceof Routed routed)) {
      return seen;
    }
    if (!routed.probe()) {
      return claim(context, routed);
    }
    TargetId id = routed.target().id();
    boolean won = table.write(probe(context, id)) instanceof WriteResult.Done;
    RoutingContext settled = Breaker.settled(context, won ? Optional.of(id) : Optional.empty());
    return won
        ? claim(settled, routed)
        : switch (policy.decide(settled)) {
          case NoTarget none -> new Placement(none, settled, Optional.empty(), ClaimState.NONE);
          case Shed shed -> new Placement(shed, settled, Optional.empty(), ClaimState.NONE);
          case Routed other -> claim(settled, other);
        };
  }

  private static TableWrite.LeaseProbe probe(RoutingContext context, TargetId target) {
    return new TableWrite.LeaseProbe(target, context.now(), context.now().plus(Breaker.PROBE_TIME));
  }

  private Placement claim(RoutingContext context, Routed routed) {
    return routed
        .claim()
        .map(claim -> claim(context, routed, claim))
        .orElseGet(() -> new Placement(routed, context, Optional.empty(), ClaimState.NONE));
  }

  /** A lost claim is decided once more, with the winner known, and not claimed again. */
  private Placement claim(RoutingContext context, Routed routed, RoutingDecision.Claim claim) {
    OwnershipUpkeep upkeep = new OwnershipUpkeep(context, routed.target());
    ClaimRequest request =
        new ClaimRequest(
            context.chain().pool(),
            claim.anchor(),
            claim.expectedVersion(),
            upkeep.claimant(claim.anchor()),
            context.now().plus(context.facts().prefixTtl()));
    return switch (table.claim(request)) {
      case ClaimResult.Won(var row) ->
          new Placement(
              routed, context.with(context.view().with(row)), Optional.empty(), ClaimState.WON);
      case ClaimResult.Lost(var winner) -> {
        RoutingContext informed =
            Breaker.settled(context.with(context.view().with(winner)), Optional.empty());
        yield new Placement(policy.decide(informed), informed, Optional.empty(), ClaimState.LOST);
      }
      case ClaimResult.Unavailable(var reason) ->
          new Placement(routed, context, Optional.of(reason), ClaimState.UNKNOWN);
    };
  }

  private TableQuery query(Inquiry inquiry, Fleet known) {
    PrefixChain chain = inquiry.chain();
    List<Anchor> anchors = policy.readsPrefixes() ? chain.anchors() : List.of();
    List<String> endpoints = inquiry.fleet().endpoints();
    int room = TableQuery.MAX_ROWS - anchors.size() - endpoints.size();
    return new TableQuery(
        chain.pool(),
        anchors,
        targetsToRead(chain, known, room, inquiry.ticket()),
        endpoints,
        inquiry.now());
  }

  /**
   * The context with the targets about which the rows say something. In a fleet too large for one
   * read, one that was not read would look idle and empty, and draw every prompt; so the holders
   * that the first read named are read as well.
   */
  private RoutingContext narrowed(RoutingContext context, TableQuery query) {
    Set<TargetId> seen = new HashSet<>(query.targets());
    List<TargetId> unread =
        context.view().prefixes().values().stream()
            .flatMap(row -> row.owners().stream())
            .map(Owner::target)
            .filter(id -> !seen.contains(id) && context.fleet().find(id).isPresent())
            .distinct()
            .limit(TableQuery.MAX_ROWS)
            .toList();
    TableView view = context.view();
    if (!unread.isEmpty()
        && table.read(new TableQuery(query.pool(), List.of(), unread, List.of(), query.now()))
            instanceof TableRead.Rows(TableView holders, var _)) {
      for (TargetId holder : unread) {
        view = view.with(holders.target(holder));
      }
      seen.addAll(unread);
    }
    return context
        .with(view)
        .with(
            new Fleet(
                context.fleet().targets().stream().filter(t -> seen.contains(t.id())).toList()));
  }

  /** All targets where one round trip can bring them; else the likely ones and a fair sample. */
  private static List<TargetId> targetsToRead(
      PrefixChain chain, Fleet fleet, int room, long ticket) {
    List<Target> targets = fleet.targets();
    if (targets.size() <= room) {
      return targets.stream().map(Target::id).toList();
    }
    Set<TargetId> chosen = new LinkedHashSet<>();
    RandomGenerator lot = new SplittableRandom(ticket);
    Stream.concat(
            Rendezvous.preferred(chain.family(), targets, 2).stream(),
            Stream.generate(() -> targets.get(lot.nextInt(targets.size()))))
        .map(Target::id)
        .takeWhile(id -> chosen.size() < Math.min(room, READ_OF_MANY))
        .forEach(chosen::add);
    return List.copyOf(chosen);
  }
}
