package dev.warmpath.router;

import dev.warmpath.prompt.PrefixChain;
import dev.warmpath.prompt.PrefixHasher;
import dev.warmpath.prompt.Prompt;
import dev.warmpath.router.RouteReport.Tokens;
import dev.warmpath.router.port.AnswerSink;
import dev.warmpath.router.port.EngineOutcome;
import dev.warmpath.router.port.FleetView;
import dev.warmpath.routing.RoutingDecision.NoTarget;
import dev.warmpath.routing.RoutingDecision.Routed;
import dev.warmpath.routing.RoutingDecision.Shed;
import dev.warmpath.routing.Target;
import dev.warmpath.routing.TargetId;
import java.time.Duration;
import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Sends each prompt to the target whose cache is warm for it, and keeps the accounts.
 *
 * <p>In front of the answer stand one read of the table and, for a new prefix, one claim; every
 * other write is background work. Safe for any number of threads.
 */
public final class Router {
  private static final int MAX_FAILOVERS = 2;

  /** How long a target that was full is taken to be nearly full. */
  private static final Duration RECENTLY = Duration.ofSeconds(10);

  private final RouterConfig config;
  private final PrefixHasher hasher;
  private final Ports ports;
  private final BackgroundWork background;
  private final RouterClock clock;
  private final Dispatcher dispatcher;
  private final Sender sender;
  private final FailoverBudget failoverBudget = new FailoverBudget();

  /**
   * Makes a router.
   *
   * @param config what the operator decided
   * @param hasher keys prompts
   * @param ports whom to talk to
   * @param background where writes run that nobody waits for
   * @param clock time
   * @param firstTicket where this router starts to count its requests; routers should differ
   */
  public Router(
      RouterConfig config,
      PrefixHasher hasher,
      Ports ports,
      BackgroundWork background,
      RouterClock clock,
      long firstTicket) {
    this.config = config;
    this.hasher = hasher;
    this.ports = ports;
    this.background = background;
    this.clock = clock;
    Ledger ledger = new Ledger(ports.table(), ports.fleet(), ports.metrics());
    this.dispatcher = new Dispatcher(config, ledger, clock.wall(), firstTicket);
    this.sender = new Sender(config, ports, background, clock, dispatcher);
  }

  /**
   * Places a request, sends it, relays the answer and returns what came of it; measured and
   * accounted for. A target that fails before the answer began is followed by the next best one;
   * not so in shadow mode, where SageMaker's own routing is measured as it is.
   */
  public RouteOutcome route(RouteRequest request, AnswerSink sink) {
    long started = clock.start();
    Instant arrived = clock.now();
    failoverBudget.earn();
    Inquiry inquiry =
        dispatcher.inquiry(
            chain(request.prompt(), request.byLoad()),
            view(request.prompt()),
            arrived,
            background.of(request.requestId()));
    Journey journey = new Journey(request, sink, arrived, started);
    RouteOutcome outcome =
        config.mode() == RoutingMode.SHADOW ? shadow(journey, inquiry) : place(journey, inquiry);
    ports.metrics().record(outcome.report());
    return outcome;
  }

  /**
   * What would be decided on a prompt now. Nothing is sent, counted or written, and the next
   * request is decided on as if nobody had asked.
   *
   * @param byLoad whether it is placed by load alone
   */
  public Explanation explain(Prompt prompt, boolean byLoad) {
    FleetView seen = FleetView.fixed(view(prompt).current());
    Placement placement =
        dispatcher.look(dispatcher.supposed(chain(prompt, byLoad), seen, clock.now()));
    return Explanation.of(placement, config.mode());
  }

  private FleetView view(Prompt prompt) {
    return new ServingView(ports.fleet(), config.serving(), prompt.scope().model());
  }

  private PrefixChain chain(Prompt prompt, boolean byLoad) {
    PrefixChain whole = hasher.chain(prompt);
    return byLoad ? whole.withoutAnchors() : whole;
  }

  private RouteOutcome place(Journey journey, Inquiry inquiry) {
    Placement placement = dispatcher.place(inquiry);
    return switch (placement.decision()) {
      case Routed routed -> send(journey, placement, routed);
      case NoTarget() -> noTarget(journey, placement);
      case Shed(var excess) ->
          new RouteOutcome.Shed(
              RetryAfter.ofQueue(excess),
              unsent(journey, placement, Optional.of(EngineOutcome.Kind.BACKPRESSURE)));
    };
  }

  private RouteOutcome shadow(Journey journey, Inquiry inquiry) {
    Placement placement = dispatcher.look(inquiry);
    return placement.decision() instanceof Routed advised
        ? sender.shadow(journey, placement, advised)
        : noTarget(journey, placement);
  }

  private RouteOutcome noTarget(Journey journey, Placement placement) {
    return new RouteOutcome.NoTarget(
        "no variant of the endpoint is in service", unsent(journey, placement, Optional.empty()));
  }

  /** The report of a request for which no model was asked. */
  private RouteReport unsent(
      Journey journey, Placement placement, Optional<EngineOutcome.Kind> failure) {
    return new RouteReport(
        journey.request().requestId(),
        journey.arrived(),
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        new Tokens(
            placement.context().promptTokens(),
            0,
            0,
            Sender.isKeyed(placement),
            !journey.request().byLoad()),
        Usage.UNKNOWN,
        clock.since(journey.started()),
        Duration.ZERO,
        Optional.empty(),
        0,
        placement.degradation(),
        placement.claim(),
        failure,
        List.of());
  }

  private RouteOutcome send(Journey journey, Placement first, Routed firstChoice) {
    Set<TargetId> tried = new HashSet<>();
    Placement placement = first;
    Routed routed = firstChoice;
    while (true) {
      RouteOutcome outcome = sender.send(journey, placement, routed, tried.size());
      if (!(outcome instanceof RouteOutcome.Failed(var failure, var _, var _))
          || !mayMoveOn(failure)) {
        return outcome;
      }
      tried.add(routed.target().id());
      if (tried.size() > MAX_FAILOVERS || !sender.timeLeft(journey.request()).isPositive()) {
        return outcome;
      }
      placement = dispatcher.again(placement, tried);
      if (!(placement.decision() instanceof Routed next)
          || isPointless(failure, placement, tried, isLost(firstChoice, next))
          || !failoverBudget.take()) {
        return outcome;
      }
      routed = next;
    }
  }

  /** What the caller did wrong is wrong everywhere. */
  private static boolean mayMoveOn(EngineOutcome.Failed failure) {
    return failure.kind() != EngineOutcome.Kind.CALLER;
  }

  /** Whether most of a prompt that the first target is believed to hold is missing on the next. */
  private static boolean isLost(Routed first, Routed next) {
    return 2 * (first.routedTokens() - next.routedTokens()) > next.promptTokens();
  }

  /**
   * Whether moving on would do more harm than good, where a target was full: all that are left ask
   * to be spared as well, or did so a moment ago and the prompt would have to be computed anew. The
   * first with room would do again what a full one holds, just when nobody has time for it: the
   * caller is told.
   */
  private boolean isPointless(
      EngineOutcome.Failed failure, Placement placement, Set<TargetId> tried, boolean anew) {
    Instant since = anew ? clock.now().minus(RECENTLY) : clock.now();
    return failure.kind() == EngineOutcome.Kind.BACKPRESSURE
        && placement.context().fleet().targets().stream()
            .map(Target::id)
            .filter(id -> !tried.contains(id))
            .map(id -> placement.context().view().target(id).health())
            .allMatch(health -> health.busy(since).isPositive());
  }
}
