package dev.warmpath.router;

import dev.warmpath.router.port.Ending;
import dev.warmpath.router.port.EngineOutcome;
import dev.warmpath.router.port.TableWrite;
import dev.warmpath.router.port.TableWrite.Work;
import dev.warmpath.router.port.Trouble;
import dev.warmpath.router.port.WriteResult;
import dev.warmpath.routing.CacheTruth;
import dev.warmpath.routing.CacheTruth.Lesson;
import dev.warmpath.routing.Feedback;
import dev.warmpath.routing.OwnershipUpkeep;
import dev.warmpath.routing.PrefillRate;
import dev.warmpath.routing.PrefillWork;
import dev.warmpath.routing.PrefixUpdate;
import dev.warmpath.routing.RoutingContext;
import dev.warmpath.routing.RoutingDecision.Routed;
import dev.warmpath.routing.TargetId;
import dev.warmpath.routing.TargetRow;
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicReference;

/**
 * The rows that one call of one target writes while it runs and when it ends, in background.
 *
 * <p>Opened once, closed once.
 */
public final class Accounts {
  /** What share of a call's time must have been waited in the known queue to explain its end. */
  private static final double EXPLAINING_SHARE = 0.5;

  private final Ledger ledger;
  private final Executor background;
  private final RoutingContext context;
  private final Routed routed;
  private final Work work;
  private final boolean keepsPrefixes;
  private final AtomicReference<RoutingContext> latest;

  /**
   * Makes the accounts of one call.
   *
   * @param background where the rows are written
   * @param context what the decision saw
   * @param routed the decision
   * @param work the call's share of its target's load
   * @param keepsPrefixes whether rows of prefixes are written at all
   */
  Accounts(
      Ledger ledger,
      Executor background,
      RoutingContext context,
      Routed routed,
      Work work,
      boolean keepsPrefixes) {
    this.ledger = ledger;
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
  public void open(boolean announced) {
    background.execute(
        () -> {
          WriteResult result = put(new TableWrite.StartWork(routed.target().id(), work));
          if (result instanceof WriteResult.Fresh(var row)) {
            latest.set(context.with(context.view().with(row)));
          }
        });
    if (keepsPrefixes && announced) {
      new OwnershipUpkeep(context, routed.target()).atStart().ifPresent(this::write);
    }
  }

  /** Enters the target into a row, where no claim has. */
  void record(PrefixUpdate update) {
    if (keepsPrefixes) {
      write(update);
    }
  }

  /**
   * What a failure of this call says about its target. A call that was never made says nothing.
   *
   * @param timeout how long the call was allowed to take
   */
  Ending ending(EngineOutcome.Failed failure, Duration timeout) {
    if (!timeout.isPositive()) {
      return new Ending.Neutral();
    }
    boolean explained =
        context.queue(routed.target()).toNanos() >= EXPLAINING_SHARE * timeout.toNanos();
    return Ending.of(
        failure.kind(), explained, RetryAfter.ofTarget(failure, context, routed.target()));
  }

  /**
   * Takes the work off the target and, after an answer, says what its cache holds now and what the
   * answer has shown about the target.
   *
   * @param ending how the call ended
   * @param usage what the engine reported
   * @param firstToken from the call to the first token; empty if it was not seen
   */
  public void close(Ending ending, Usage usage, Optional<Duration> firstToken) {
    if (!(ending instanceof Ending.Answered)) {
      // Once a token was seen the prompt was computed, however the call ended.
      long notComputed = firstToken.isPresent() ? 0 : work.prefillTokens();
      background.execute(() -> end(ending, notComputed, 0, Feedback.NONE));
      return;
    }
    RoutingContext fresh = latest.get();
    TargetRow row = fresh.view().target(routed.target().id());
    Lesson lesson = new CacheTruth(context, routed.target()).lesson(usage.cachedTokens(), row);
    long rate = prefillRate(row, usage, firstToken);
    background.execute(
        () -> {
          // Whoever does not get the claim written back has no evidence, and rows that the prompt
          // itself moves on must be written after it.
          Feedback feedback = isGranted(lesson) ? lesson.feedback() : Feedback.NONE;
          TargetRow last =
              end(ending, notComputed(usage), inserted(usage), feedback.withPrefillRate(rate))
                  .orElse(row);
          if (keepsPrefixes) {
            // The engine stamps a prompt's blocks when it lets go of them: now.
            RoutingContext ended = fresh.with(fresh.view().with(last));
            new OwnershipUpkeep(ended, routed.target())
                .atEnd(usage.cachedTokens())
                .forEach(this::write);
          }
        });
  }

  /**
   * Ends the call's row entries.
   *
   * @param notComputed prefill to take off: what was computed has left the queue by itself, and
   *     taken off once more would hide what waited behind it
   * @return the row after it; empty if the table did not tell
   */
  private Optional<TargetRow> end(
      Ending ending, long notComputed, long inserted, Feedback feedback) {
    TargetId target = routed.target().id();
    WriteResult result =
        put(
            new TableWrite.EndWork(
                target, work.withPrefill(notComputed), inserted, ending, feedback));
    if (!(result instanceof WriteResult.Fresh(var row))) {
      return Optional.empty();
    }
    long generation = context.view().target(target).generation();
    if (row.learned().coldClaims() >= CacheTruth.RESTART_CLAIMS && row.generation() == generation) {
      put(new TableWrite.BumpGeneration(target, generation));
    }
    return Optional.of(row);
  }

  /** What was announced as prefill and turned out to be cached. */
  private long notComputed(Usage usage) {
    OptionalLong computed = computed(usage);
    return computed.isEmpty() ? 0 : Math.max(0, work.prefillTokens() - computed.getAsLong());
  }

  /** What the engine had to compute, in tokens of short context; empty if it does not tell. */
  private static OptionalLong computed(Usage usage) {
    return usage.promptTokens().isEmpty() || usage.cachedTokens().isEmpty()
        ? OptionalLong.empty()
        : OptionalLong.of(
            PrefillWork.tokens(usage.cachedTokens().getAsLong(), usage.promptTokens().getAsLong()));
  }

  private boolean isGranted(Lesson lesson) {
    return lesson
        .spent()
        .map(spent -> put(new TableWrite.SpendClaim(context.chain().pool(), spent)))
        .map(WriteResult.Done.class::isInstance)
        .orElse(true);
  }

  private long prefillRate(TargetRow row, Usage usage, Optional<Duration> firstToken) {
    OptionalLong computed = computed(usage);
    return firstToken.isEmpty() || computed.isEmpty()
        ? 0
        : PrefillRate.learn(context, routed.target(), row, computed.getAsLong(), firstToken.get());
  }

  private long inserted(Usage usage) {
    long prompt = usage.promptTokens().orElse(routed.promptTokens());
    long cached = usage.cachedTokens().orElse(Math.min(prompt, routed.routedTokens()));
    return Math.max(0, prompt - cached) + usage.outputTokens().orElse(0);
  }

  private void write(PrefixUpdate update) {
    TableWrite record = new TableWrite.RecordOwner(context.chain().pool(), update);
    background.execute(() -> put(record));
  }

  private WriteResult put(TableWrite write) {
    WriteResult result = ledger.table().write(write);
    if (result instanceof WriteResult.Unavailable) {
      ledger.metrics().count(Trouble.LOST_WRITE);
    }
    return result;
  }
}
