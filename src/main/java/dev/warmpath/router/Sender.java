package dev.warmpath.router;

import dev.warmpath.router.RouteReport.Tokens;
import dev.warmpath.router.port.Ending;
import dev.warmpath.router.port.EngineCall;
import dev.warmpath.router.port.EngineOpening;
import dev.warmpath.router.port.EngineOutcome;
import dev.warmpath.router.port.WholeAnswer;
import dev.warmpath.routing.RoutingContext;
import dev.warmpath.routing.RoutingDecision.Routed;
import dev.warmpath.routing.Target;
import dev.warmpath.routing.TargetLoad;
import java.time.Duration;
import java.util.Optional;

/**
 * Calls one target for a placed request, and keeps the accounts. Safe for any number of threads.
 */
final class Sender {
  private final RouterConfig config;
  private final Ports ports;
  private final BackgroundWork background;
  private final RouterClock clock;
  private final Dispatcher dispatcher;

  /**
   * Makes a sender.
   *
   * @param dispatcher keeps the accounts
   */
  Sender(
      RouterConfig config,
      Ports ports,
      BackgroundWork background,
      RouterClock clock,
      Dispatcher dispatcher) {
    this.config = config;
    this.ports = ports;
    this.background = background;
    this.clock = clock;
    this.dispatcher = dispatcher;
  }

  /** Sends a request where the decision says. */
  RouteOutcome send(Journey journey, Placement placement, Routed routed, int failovers) {
    Accounts accounts = accounts(journey.request(), placement.context(), routed);
    accounts.open(failovers == 0);
    Leg leg = leg(journey, placement, routed, failovers, call(journey, placement, routed.target()));
    return relay(leg, open(journey.request(), leg.call()), Optional.of(accounts), routed.target());
  }

  /**
   * Lets SageMaker choose the target. Nobody knows it before it has begun to answer, so nothing is
   * written until then; a call that failed says nothing about any target.
   */
  RouteOutcome shadow(Journey journey, Placement placement, Routed advised) {
    Target open = Shadow.open(advised.target());
    Leg leg = leg(journey, placement, advised, 0, call(journey, placement, open));
    EngineOpening opening = open(journey.request(), leg.call());
    Optional<Shadow> shadow = Shadow.of(placement.context(), advised, opening);
    Optional<Accounts> accounts =
        shadow.map(s -> accounts(journey.request(), s.context(), s.served()));
    accounts.ifPresent(a -> a.open(true));
    shadow.flatMap(Shadow::claim).ifPresent(c -> accounts.ifPresent(a -> a.record(c)));
    return relay(leg, opening, accounts, shadow.map(s -> s.served().target()).orElse(open));
  }

  /** How long an engine may still take, of the time that the caller has; not positive if none. */
  Duration timeLeft(RouteRequest request) {
    Duration left = Duration.between(clock.now(), request.deadline()).minus(config.callMargin());
    return left.compareTo(config.longestCall()) < 0 ? left : config.longestCall();
  }

  /** Whether a placed prompt has anchors at all. */
  static boolean isKeyed(Placement placement) {
    return !placement.context().chain().anchors().isEmpty();
  }

  /**
   * One call.
   *
   * @param failovers how many targets failed before
   * @param routerTime the router's own time until it
   * @param called when it began, by the clock that never jumps
   */
  private record Leg(
      Journey journey,
      Placement placement,
      Routed routed,
      int failovers,
      EngineCall call,
      Duration routerTime,
      long called) {}

  private Leg leg(
      Journey journey, Placement placement, Routed routed, int failovers, EngineCall call) {
    Duration routerTime = clock.since(journey.started());
    return new Leg(journey, placement, routed, failovers, call, routerTime, clock.start());
  }

  private RouteOutcome relay(
      Leg leg, EngineOpening opening, Optional<Accounts> accounts, Target target) {
    Reporting reporting =
        (usage, firstToken, failure) -> report(leg, target, usage, firstToken, failure);
    Attempt attempt =
        new Attempt(
            leg.journey().request(),
            leg.journey().sink(),
            () -> clock.since(leg.called()),
            (usage, firstToken) -> reporting.report(usage, firstToken, Optional.empty()));
    return outcome(attempt.relay(opening), leg, accounts, reporting);
  }

  /** The report of an attempt at any of its stages. */
  private interface Reporting {
    RouteReport report(
        Usage usage, Optional<Duration> firstToken, Optional<EngineOutcome.Kind> failure);
  }

  private RouteReport report(
      Leg leg,
      Target target,
      Usage usage,
      Optional<Duration> firstToken,
      Optional<EngineOutcome.Kind> failure) {
    RouteRequest request = leg.journey().request();
    boolean shadow = config.mode() == RoutingMode.SHADOW;
    return new RouteReport(
        request.requestId(),
        leg.journey().arrived(),
        Optional.of(target),
        shadow ? Optional.of(leg.routed().target()) : Optional.empty(),
        Optional.of(leg.routed().reason()),
        new Tokens(
            leg.routed().promptTokens(),
            leg.routed().routedTokens(),
            leg.routed().availableTokens(),
            isKeyed(leg.placement()),
            !request.byLoad()),
        usage,
        leg.routerTime(),
        clock.since(leg.called()),
        firstToken,
        leg.failovers(),
        leg.placement().degradation(),
        leg.placement().claim(),
        failure,
        leg.routed().candidates());
  }

  private RouteOutcome outcome(
      Attempt.Result result, Leg leg, Optional<Accounts> accounts, Reporting reporting) {
    return switch (result) {
      case Attempt.Result.Done(var usage, var first) -> {
        dispatcher.learn(leg.placement().context().chain(), usage.promptTokens());
        accounts.ifPresent(a -> a.close(new Ending.Answered(), usage, measured(first)));
        yield new RouteOutcome.Answered(reporting.report(usage, first, Optional.empty()));
      }
      case Attempt.Result.Failed(var failure, var first) -> {
        failed(accounts, failure, leg, first);
        yield new RouteOutcome.Failed(
            failure,
            RetryAfter.ofFleet(failure, leg.placement().context()),
            reporting.report(Usage.UNKNOWN, first, Optional.of(failure.kind())));
      }
      case Attempt.Result.Broken(var failure, var first) -> {
        failed(accounts, failure, leg, first);
        yield new RouteOutcome.Broken(
            failure, reporting.report(Usage.UNKNOWN, first, Optional.of(failure.kind())));
      }
      case Attempt.Result.Gone(var first) -> {
        accounts.ifPresent(a -> a.close(new Ending.Neutral(), Usage.UNKNOWN, first));
        yield new RouteOutcome.Gone(
            reporting.report(Usage.UNKNOWN, first, Optional.of(EngineOutcome.Kind.CALLER)));
      }
    };
  }

  /** In shadow mode a queue is not seen while it waits, so a late first token says nothing. */
  private Optional<Duration> measured(Optional<Duration> firstToken) {
    return config.mode() == RoutingMode.SHADOW ? Optional.empty() : firstToken;
  }

  private static void failed(
      Optional<Accounts> accounts,
      EngineOutcome.Failed failure,
      Leg leg,
      Optional<Duration> firstToken) {
    accounts.ifPresent(
        a -> a.close(a.ending(failure, leg.call().timeout()), Usage.UNKNOWN, firstToken));
  }

  /** A plain call where it does, since every container knows it; a streaming one beyond. */
  private EngineOpening open(RouteRequest request, EngineCall call) {
    if (!call.timeout().isPositive()) {
      return new EngineOpening.Refused(
          new EngineOutcome.Failed(
              EngineOutcome.Kind.TIMEOUT, 0, "no time was left to ask the model"));
    }
    boolean plain = !request.stream() && call.timeout().compareTo(config.longestPlainCall()) <= 0;
    return plain ? WholeAnswer.opening(ports.engine().invoke(call)) : ports.engine().open(call);
  }

  private Accounts accounts(RouteRequest request, RoutingContext context, Routed routed) {
    return dispatcher.accounts(
        context, routed, request.maxOutputTokens(), background.of(request.requestId()));
  }

  private EngineCall call(Journey journey, Placement placement, Target target) {
    RouteRequest request = journey.request();
    return new EngineCall(
        target,
        request.body().bytesFor(target),
        request.body().contentType(),
        timeLeft(request),
        target.prefixAware() && isKeyed(placement)
            ? prefixAwareId(placement.context(), target)
            : "",
        request.requestId());
  }

  /**
   * What SageMaker's own routing inside a target shall keep together: the prompt's family, and a
   * replica number, so that a family gets a second instance while more than a second of prefill
   * waits.
   */
  private static String prefixAwareId(RoutingContext context, Target target) {
    TargetLoad load = context.load(target);
    boolean busy =
        load.queuedPrefillTokens() > context.facts().prefillTokensPerSecond() * target.instances();
    long replica = busy ? Math.floorMod(context.ticket(), Math.min(2L, target.instances())) : 0;
    return context.chain().family().hex() + "-" + replica;
  }
}
