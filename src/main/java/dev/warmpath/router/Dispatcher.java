package dev.warmpath.router;

import dev.warmpath.prompt.PrefixChain;
import dev.warmpath.router.port.FleetView;
import dev.warmpath.router.port.TableWrite.Work;
import dev.warmpath.routing.PoolFacts;
import dev.warmpath.routing.RoutingContext;
import dev.warmpath.routing.RoutingDecision.Reason;
import dev.warmpath.routing.RoutingDecision.Routed;
import dev.warmpath.routing.TargetId;
import java.time.Instant;
import java.time.InstantSource;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Everything about routing but the call of the engine: places prompts, opens the accounts of their
 * calls, and learns how many bytes make a token. Safe for any number of threads.
 */
public final class Dispatcher {
  private final RouterConfig config;
  private final Ledger ledger;
  private final InstantSource clock;
  private final Placer placer;
  private final TokenScale scale = new TokenScale();
  private final AtomicLong tickets;

  /**
   * Makes a dispatcher that has learned nothing yet.
   *
   * @param config what the operator decided
   * @param ledger whom to ask and to tell
   * @param clock what rows are stamped with
   * @param firstTicket where it starts to count its requests; routers should differ
   */
  public Dispatcher(RouterConfig config, Ledger ledger, InstantSource clock, long firstTicket) {
    this.config = config;
    this.ledger = ledger;
    this.clock = clock;
    this.placer = new Placer(config.policy(), ledger.table());
    this.tickets = new AtomicLong(firstTicket);
  }

  /**
   * Places a prompt; never fails for the table's sake.
   *
   * @param background where a fleet is renewed that is due
   */
  public Placement place(PrefixChain chain, Instant arrived, Executor background) {
    return place(inquiry(chain, ledger.fleet(), arrived, background));
  }

  /** The question where a prompt shall go, among the targets of a fleet. */
  Inquiry inquiry(PrefixChain chain, FleetView fleet, Instant arrived, Executor background) {
    PoolFacts facts = config.facts().withBytesPerToken(scale.bytesPerToken(chain.pool()));
    return new Inquiry(chain, facts, fleet, arrived, tickets.getAndIncrement(), background);
  }

  /** Places a prompt; never fails for the table's sake. */
  Placement place(Inquiry inquiry) {
    return placer.place(inquiry);
  }

  /** What would be decided, before any row is written for it; never fails for the table's sake. */
  Placement look(Inquiry inquiry) {
    return placer.look(inquiry);
  }

  /** The next best place for a prompt, once the targets tried have failed. */
  Placement again(Placement failed, Set<TargetId> tried) {
    return placer.again(failed, tried);
  }

  /**
   * The accounts of one call, to be opened before it and closed after it.
   *
   * @param context what the decision saw
   * @param routed where the call goes
   * @param maxOutputTokens how many tokens the caller wants at most, 0 if he does not say
   * @param background where the accounts write
   */
  public Accounts accounts(
      RoutingContext context, Routed routed, long maxOutputTokens, Executor background) {
    long output = maxOutputTokens > 0 ? maxOutputTokens : config.assumedOutputTokens();
    boolean keepsPrefixes = config.policy().readsPrefixes() && routed.reason() != Reason.FALLBACK;
    return new Accounts(
        ledger,
        background,
        context,
        routed,
        new Work(clock.instant(), routed.prefillWork(), pinned(context, routed) + output),
        keepsPrefixes);
  }

  /** Cached instructions are pinned once by all who share them, and not by each call again. */
  private static long pinned(RoutingContext context, Routed routed) {
    long instructions =
        context.chain().instructions().map(a -> context.facts().tokens(a.depthBytes())).orElse(0L);
    return routed.promptTokens() - Math.min(routed.routedTokens(), instructions);
  }

  /** Learns from one answer how many tokens the engine has counted. */
  public void learn(PrefixChain chain, OptionalLong promptTokens) {
    scale.learn(chain, promptTokens);
  }
}
