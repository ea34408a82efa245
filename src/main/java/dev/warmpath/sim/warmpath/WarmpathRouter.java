package dev.warmpath.sim.warmpath;

import dev.warmpath.prompt.PrefixChain;
import dev.warmpath.router.Accounts;
import dev.warmpath.router.Dispatcher;
import dev.warmpath.router.Placement;
import dev.warmpath.router.Usage;
import dev.warmpath.router.port.Ending;
import dev.warmpath.routing.RoutingDecision.NoTarget;
import dev.warmpath.routing.RoutingDecision.Routed;
import dev.warmpath.routing.RoutingDecision.Shed;
import dev.warmpath.routing.Target;
import dev.warmpath.routing.TargetId;
import dev.warmpath.sim.FleetView;
import dev.warmpath.sim.SimPolicy;
import dev.warmpath.sim.SimRequest;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.Executor;
import java.util.function.Function;
import java.util.function.Supplier;

/** One router of Warmpath: the production classes, with the simulator in the engines' place. */
final class WarmpathRouter implements SimPolicy {
  private static final class Sent {
    private final Dispatcher dispatcher;
    private final Accounts accounts;
    private final PrefixChain chain;
    private final Instant at;
    private Optional<Duration> firstToken = Optional.empty();

    Sent(Dispatcher dispatcher, Accounts accounts, PrefixChain chain, Instant at) {
      this.dispatcher = dispatcher;
      this.accounts = accounts;
      this.chain = chain;
      this.at = at;
    }
  }

  private final Supplier<Dispatcher> coldStart;
  private final InstantSource clock;
  private final Executor background;
  private final Duration coldStartEvery;
  private final Function<SimRequest, PrefixChain> chains;
  private final Map<TargetId, Integer> engines = new HashMap<>();
  private final Map<Integer, Sent> sent = new HashMap<>();
  private Dispatcher dispatcher;
  private Instant startedAt;

  /**
   * Makes a router that was just started.
   *
   * @param coldStart a router's memory when it starts
   * @param background where rows are written that nobody waits for
   * @param targets the engines in the order of their numbers
   * @param coldStartEvery how long its memory lasts; zero for ever
   */
  WarmpathRouter(
      Supplier<Dispatcher> coldStart,
      InstantSource clock,
      Executor background,
      List<Target> targets,
      Duration coldStartEvery,
      Function<SimRequest, PrefixChain> chains) {
    this.coldStart = coldStart;
    this.clock = clock;
    this.background = background;
    this.coldStartEvery = coldStartEvery;
    this.chains = chains;
    this.dispatcher = coldStart.get();
    this.startedAt = clock.instant();
    targets.forEach(target -> engines.put(target.id(), engines.size()));
  }

  @Override
  public int pick(SimRequest request, FleetView fleet) {
    Instant now = clock.instant();
    forgetWhenDue(now);
    PrefixChain chain = chains.apply(request);
    Placement placement = dispatcher.place(chain, now, background);
    return switch (placement.decision()) {
      case NoTarget() -> SHED;
      case Shed(var _) -> SHED;
      case Routed routed -> {
        Accounts accounts = dispatcher.accounts(placement.context(), routed, 0, background);
        accounts.open(true);
        sent.put(request.id(), new Sent(dispatcher, accounts, chain, now));
        yield Optional.ofNullable(engines.get(routed.target().id())).orElseThrow();
      }
    };
  }

  @Override
  public void firstToken(SimRequest request, int engine, int cachedTokens, FleetView fleet) {
    Sent call = Optional.ofNullable(sent.get(request.id())).orElseThrow();
    call.firstToken = Optional.of(Duration.between(call.at, clock.instant()));
  }

  @Override
  public void finished(SimRequest request, int engine, int cachedTokens, FleetView fleet) {
    Sent call = remove(request);
    Usage usage =
        new Usage(
            OptionalLong.of(request.promptTokens()),
            OptionalLong.of(cachedTokens),
            OptionalLong.of(request.outputTokens()));
    call.dispatcher.learn(call.chain, usage.promptTokens());
    call.accounts.close(new Ending.Answered(), usage, call.firstToken);
  }

  @Override
  public void refused(SimRequest request, int engine, FleetView fleet) {
    remove(request).accounts.close(new Ending.Neutral(), Usage.UNKNOWN, Optional.empty());
  }

  /** Calls under way go on with the memory they began with: only new ones meet a new router. */
  private void forgetWhenDue(Instant now) {
    if (coldStartEvery.isPositive() && !now.isBefore(startedAt.plus(coldStartEvery))) {
      dispatcher = coldStart.get();
      startedAt = now;
    }
  }

  private Sent remove(SimRequest request) {
    return Optional.ofNullable(sent.remove(request.id())).orElseThrow();
  }
}
