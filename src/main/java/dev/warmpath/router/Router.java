package dev.warmpath.router;

import dev.warmpath.prompt.PrefixChain;
import dev.warmpath.prompt.PrefixHasher;
import dev.warmpath.router.RouteReport.Tokens;
import dev.warmpath.router.port.AnswerSink;
import dev.warmpath.router.port.Ending;
import dev.warmpath.router.port.EngineCall;
import dev.warmpath.router.port.EngineOpening;
import dev.warmpath.router.port.EngineOutcome;
import dev.warmpath.router.port.WholeAnswer;
import dev.warmpath.routing.RoutingContext;
import dev.warmpath.routing.RoutingDecision.Routed;
import dev.warmpath.routing.Target;
import dev.warmpath.routing.TargetId;
import dev.warmpath.routing.TargetLoad;
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

  private final RouterConfig config;
  private final PrefixHasher hasher;
  private final Ports ports;
  private final BackgroundWork background;
  private final RouterClock clock;
  private final Dispatcher dispatcher;
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
  }

  /**
   * Places a request, sends it, relays the answer and returns what came of it; measured and
   * accounted for. A target that fails before the answer began is followed by the next best one.
   */
  public RouteOutcome route(RouteRequest request, AnswerSink sink) {
    long started = clock.start();
    Instant arrived = clock.now();
    failoverBudget.earn();
    PrefixChain chain = hasher.chain(request.prompt());
    Placement placement = dispatcher.place(chain, arrived, background.of(request.requestId()));
    RouteOutcome outcome =
        placement.decision() instanceof Routed routed
            ? send(new Journey(request, sink, arrived, started), placement, routed)
            : noTarget(request, arrived, placement, started);
    ports.metrics().record(outcome.report());
    return outcome;
  }

  /**
   * One request on its way.
   *
   * @param arrived when it came
   * @param started the same as a reading of the clock that never jumps
   */
  private record Journey(RouteRequest request, AnswerSink sink, Instant arrived, long started) {}

  private RouteOutcome noTarget(
      RouteRequest request, Instant arrived, Placement placement, long started) {
    RouteReport report =
        new RouteReport(
            request.requestId(),
            arrived,
            Optional.empty(),
            Optional.empty(),
            new Tokens(placement.context().promptTokens(), 0, 0, isKeyed(placement)),
            Usage.UNKNOWN,
            clock.since(started),
            Duration.ZERO,
            Optional.empty(),
            0,
            placement.degradation(),
            placement.claim(),
            Optional.empty(),
            List.of());
    return new RouteOutcome.NoTarget("no variant of the endpoint is in service", report);
  }

  private RouteOutcome send(Journey journey, Placement first, Routed firstChoice) {
    Set<TargetId> tried = new HashSet<>();
    Placement placement = first;
    Routed routed = firstChoice;
    while (true) {
      RouteOutcome outcome = attempt(journey, placement, routed, tried.size());
      if (!(outcome instanceof RouteOutcome.Failed(var failure, var _, var _))
          || !mayMoveOn(failure)) {
        return outcome;
      }
      tried.add(routed.target().id());
      if (tried.size() > MAX_FAILOVERS || !timeout(journey.request()).isPositive()) {
        return outcome;
      }
      placement = dispatcher.again(placement, tried);
      if (!(placement.decision() instanceof Routed next) || !failoverBudget.take()) {
        return outcome;
      }
      routed = next;
    }
  }

  /** What the caller did wrong is wrong everywhere. */
  private static boolean mayMoveOn(EngineOutcome.Failed failure) {
    return failure.kind() != EngineOutcome.Kind.CALLER;
  }

  private RouteOutcome attempt(Journey journey, Placement placement, Routed routed, int failovers) {
    Accounts accounts =
        dispatcher.accounts(
            placement,
            routed,
            journey.request().maxOutputTokens(),
            background.of(journey.request().requestId()));
    accounts.open(failovers == 0);
    EngineCall call = call(journey.request(), placement, routed.target());
    Duration routerTime = clock.since(journey.started());
    long called = clock.start();
    Reporting reporting =
        (usage, firstToken, failure) ->
            new RouteReport(
                journey.request().requestId(),
                journey.arrived(),
                Optional.of(routed.target()),
                Optional.of(routed.reason()),
                new Tokens(
                    routed.promptTokens(),
                    routed.routedTokens(),
                    routed.availableTokens(),
                    isKeyed(placement)),
                usage,
                routerTime,
                clock.since(called),
                firstToken,
                failovers,
                placement.degradation(),
                placement.claim(),
                failure,
                routed.candidates());
    Attempt attempt =
        new Attempt(
            journey.request(),
            journey.sink(),
            () -> clock.since(called),
            (usage, firstToken) -> reporting.report(usage, firstToken, Optional.empty()));
    Attempt.Result result = attempt.relay(open(journey.request(), call));
    return outcome(result, accounts, call.timeout(), placement, reporting);
  }

  /** The report of an attempt at any of its stages. */
  private interface Reporting {
    RouteReport report(
        Usage usage, Optional<Duration> firstToken, Optional<EngineOutcome.Kind> failure);
  }

  private RouteOutcome outcome(
      Attempt.Result result,
      Accounts accounts,
      Duration timeout,
      Placement placement,
      Reporting reporting) {
    return switch (result) {
      case Attempt.Result.Done(var usage, var first) -> {
        dispatcher.learn(placement.context().chain(), usage.promptTokens());
        accounts.close(new Ending.Answered(), usage, first);
        yield new RouteOutcome.Answered(reporting.report(usage, first, Optional.empty()));
      }
      case Attempt.Result.Failed(var failure, var first) -> {
        accounts.close(accounts.ending(failure, timeout), Usage.UNKNOWN, first);
        yield new RouteOutcome.Failed(
            failure,
            RetryAfter.ofFleet(failure, placement.context()),
            reporting.report(Usage.UNKNOWN, first, Optional.of(failure.kind())));
      }
      case Attempt.Result.Broken(var failure, var first) -> {
        accounts.close(accounts.ending(failure, timeout), Usage.UNKNOWN, first);
        yield new RouteOutcome.Broken(
            failure, reporting.report(Usage.UNKNOWN, first, Optional.of(failure.kind())));
      }
      case Attempt.Result.Gone(var first) -> {
        accounts.close(new Ending.Neutral(), Usage.UNKNOWN, first);
        yield new RouteOutcome.Gone(
            reporting.report(Usage.UNKNOWN, first, Optional.of(EngineOutcome.Kind.CALLER)));
      }
    };
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

  private static boolean isKeyed(Placement placement) {
    return !placement.context().chain().anchors().isEmpty();
  }

  private EngineCall call(RouteRequest request, Placement placement, Target target) {
    return new EngineCall(
        target,
        request.body().bytesFor(target),
        request.body().contentType(),
        timeout(request),
        target.prefixAware() && isKeyed(placement)
            ? prefixAwareId(placement.context(), target)
            : "",
        request.requestId());
  }

  private Duration timeout(RouteRequest request) {
    Duration left = Duration.between(clock.now(), request.deadline()).minus(config.callMargin());
    return left.compareTo(config.longestCall()) < 0 ? left : config.longestCall();
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
