package dev.warmpath.router;

import dev.warmpath.prompt.PrefixChain;
import dev.warmpath.prompt.PrefixHasher;
import dev.warmpath.router.RouteReport.Tokens;
import dev.warmpath.router.port.EngineCall;
import dev.warmpath.router.port.EngineOutcome;
import dev.warmpath.router.port.TableWrite.Work;
import dev.warmpath.routing.PoolFacts;
import dev.warmpath.routing.RoutingContext;
import dev.warmpath.routing.RoutingDecision;
import dev.warmpath.routing.RoutingDecision.Reason;
import dev.warmpath.routing.RoutingDecision.Routed;
import dev.warmpath.routing.Target;
import dev.warmpath.routing.TargetLoad;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Sends each prompt to the target whose cache is warm for it, and keeps the accounts.
 *
 * <p>In front of the answer stand one read of the table and, for a new prefix, one claim; every
 * other write is background work. Safe for any number of threads.
 */
public final class Router {
  private final RouterConfig config;
  private final PrefixHasher hasher;
  private final Ports ports;
  private final BackgroundWork background;
  private final RouterClock clock;
  private final Placer placer;
  private final TokenScale scale = new TokenScale();
  private final AtomicLong tickets;

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
    this.placer = new Placer(config.policy(), ports.table(), ports.fleet());
    this.tickets = new AtomicLong(firstTicket);
  }

  /** Places a request, sends it and returns what came of it; measured and accounted for. */
  public RouteOutcome route(RouteRequest request) {
    long started = clock.start();
    Instant arrived = clock.now();
    PrefixChain chain = hasher.chain(request.prompt());
    PoolFacts facts = config.facts().withBytesPerToken(scale.bytesPerToken(chain.pool()));
    Placement placement = placer.place(chain, facts, arrived, tickets.getAndIncrement());
    RouteOutcome outcome =
        switch (placement.decision()) {
          case RoutingDecision.NoTarget() -> noTarget(request, arrived, placement, started);
          case Routed routed -> send(request, arrived, placement, routed, started);
        };
    ports.metrics().record(outcome.report());
    return outcome;
  }

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
            placement.degradation(),
            placement.claim(),
            Optional.empty(),
            List.of());
    return new RouteOutcome.NoTarget("no variant of the endpoint is in service", report);
  }

  private RouteOutcome send(
      RouteRequest request, Instant arrived, Placement placement, Routed routed, long started) {
    Accounts accounts = accounts(request, arrived, placement, routed);
    accounts.open();
    EngineCall call = call(request, placement, routed.target());
    Duration routerTime = clock.since(started);
    long called = clock.start();
    EngineOutcome outcome =
        call.timeout().isPositive()
            ? ports.engine().invoke(call)
            : new EngineOutcome.Failed(
                EngineOutcome.Kind.TIMEOUT, 0, "no time was left to ask the model");
    Duration engineTime = clock.since(called);
    Usage usage = usage(outcome);
    scale.learn(placement.context().chain(), usage.promptTokens());
    accounts.close(failure(outcome), usage);
    RouteReport report =
        new RouteReport(
            request.requestId(),
            arrived,
            Optional.of(routed.target()),
            Optional.of(routed.reason()),
            new Tokens(
                routed.promptTokens(),
                routed.routedTokens(),
                routed.availableTokens(),
                isKeyed(placement)),
            usage,
            routerTime,
            engineTime,
            placement.degradation(),
            placement.claim(),
            failure(outcome),
            routed.candidates());
    return switch (outcome) {
      case EngineOutcome.Answered answered -> new RouteOutcome.Answered(answered, report);
      case EngineOutcome.Failed failed -> new RouteOutcome.Failed(failed, report);
    };
  }

  private static boolean isKeyed(Placement placement) {
    return !placement.context().chain().anchors().isEmpty();
  }

  private static Optional<EngineOutcome.Kind> failure(EngineOutcome outcome) {
    return outcome instanceof EngineOutcome.Failed(var kind, var status, var message)
        ? Optional.of(kind)
        : Optional.empty();
  }

  private Usage usage(EngineOutcome outcome) {
    return switch (outcome) {
      case EngineOutcome.Answered answered ->
          ports.answers().usage(answered.body(), answered.contentType());
      case EngineOutcome.Failed failed -> Usage.UNKNOWN;
    };
  }

  private Accounts accounts(
      RouteRequest request, Instant arrived, Placement placement, Routed routed) {
    long output =
        request.maxOutputTokens() > 0 ? request.maxOutputTokens() : config.assumedOutputTokens();
    boolean keepsPrefixes = config.policy().readsPrefixes() && routed.reason() != Reason.FALLBACK;
    return new Accounts(
        ports,
        background,
        placement.context(),
        routed,
        new Work(arrived, routed.uncachedTokens(), routed.promptTokens() + output),
        keepsPrefixes);
  }

  private EngineCall call(RouteRequest request, Placement placement, Target target) {
    Duration left = Duration.between(clock.now(), request.deadline()).minus(config.callMargin());
    Duration timeout = left.compareTo(config.longestCall()) < 0 ? left : config.longestCall();
    return new EngineCall(
        target,
        request.body().bytesFor(target),
        request.body().contentType(),
        timeout,
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
