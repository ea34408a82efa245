package dev.warmpath.router;

import dev.warmpath.router.port.EngineOutcome;
import dev.warmpath.router.port.TableWrite;
import dev.warmpath.router.port.TableWrite.Work;
import dev.warmpath.router.port.Trouble;
import dev.warmpath.router.port.WriteResult;
import dev.warmpath.routing.OwnershipUpkeep;
import dev.warmpath.routing.PrefixUpdate;
import dev.warmpath.routing.RoutingContext;
import dev.warmpath.routing.RoutingDecision.Routed;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;

/**
 * The rows that one call of one target writes while it runs and when it ends, in background.
 *
 * <p>Opened once, closed once.
 */
final class Accounts {
  private final Ports ports;
  private final BackgroundWork background;
  private final RoutingContext context;
  private final Routed routed;
  private final Work work;
  private final boolean keepsPrefixes;
  private final AtomicReference<RoutingContext> latest;

  /**
   * Makes the accounts of one call.
   *
   * @param context what the decision saw
   * @param routed the decision
   * @param work the call's share of its target's load
   * @param keepsPrefixes whether rows of prefixes are written at all
   */
  Accounts(
      Ports ports,
      BackgroundWork background,
      RoutingContext context,
      Routed routed,
      Work work,
      boolean keepsPrefixes) {
    this.ports = ports;
    this.background = background;
    this.context = context;
    this.routed = routed;
    this.work = work;
    this.keepsPrefixes = keepsPrefixes;
    this.latest = new AtomicReference<>(context);
  }

  /**
   * Adds the work to the target.
   *
   * @param announced whether rows say before the answer that the prefix is in use there, so that
   *     siblings follow; not for a target that only stands in
   */
  void open(boolean announced) {
    background.submit(
        () -> {
          WriteResult result = put(new TableWrite.StartWork(routed.target().id(), work));
          if (result instanceof WriteResult.Fresh(var row)) {
            latest.set(context.with(context.view().with(row)));
          }
        });
    if (keepsPrefixes && announced) {
      write(new OwnershipUpkeep(context, routed.target()).atStart());
    }
  }

  /**
   * Takes the work off the target and, after an answer, says what its cache holds now.
   *
   * @param failure why there was no answer; empty if there was
   * @param usage what the engine reported
   */
  void close(Optional<EngineOutcome.Kind> failure, Usage usage) {
    long inserted = failure.isEmpty() ? inserted(usage) : 0;
    background.submit(() -> put(new TableWrite.EndWork(routed.target().id(), work, inserted)));
    if (keepsPrefixes && failure.isEmpty()) {
      write(new OwnershipUpkeep(latest.get(), routed.target()).atEnd(usage.cachedTokens()));
    }
  }

  private long inserted(Usage usage) {
    long prompt = usage.promptTokens().orElse(routed.promptTokens());
    long cached = usage.cachedTokens().orElse(Math.min(prompt, routed.routedTokens()));
    return Math.max(0, prompt - cached) + usage.outputTokens().orElse(0);
  }

  private void write(List<PrefixUpdate> updates) {
    String pool = context.chain().pool();
    updates.forEach(u -> background.submit(() -> put(new TableWrite.RecordOwner(pool, u))));
  }

  private WriteResult put(TableWrite write) {
    WriteResult result = ports.table().write(write);
    if (result instanceof WriteResult.Unavailable) {
      ports.metrics().count(Trouble.LOST_WRITE);
    }
    return result;
  }
}
