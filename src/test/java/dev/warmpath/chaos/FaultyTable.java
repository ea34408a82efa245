package dev.warmpath.chaos;

import dev.warmpath.router.port.AffinityTable;
import dev.warmpath.router.port.ClaimRequest;
import dev.warmpath.router.port.ClaimResult;
import dev.warmpath.router.port.Degradation;
import dev.warmpath.router.port.TableQuery;
import dev.warmpath.router.port.TableRead;
import dev.warmpath.router.port.TableUnits;
import dev.warmpath.router.port.TableWrite;
import dev.warmpath.router.port.WriteResult;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;

/**
 * One router's way to the table, with faults that can be changed while it runs. What a fault costs
 * in time is left out. Safe for any number of threads.
 */
final class FaultyTable implements AffinityTable {
  private final AffinityTable sound;
  private final Supplier<Fault> fault;
  private final AtomicLong calls = new AtomicLong();

  /** What is wrong with the table. */
  enum Fault {
    /** Nothing. */
    NONE,
    /** Two calls of three are refused for their rate. */
    THROTTLES,
    /** No call is answered in time; every second one has its effect all the same. */
    TIMES_OUT,
    /** There is no table. */
    GONE
  }

  FaultyTable(AffinityTable sound, Supplier<Fault> fault) {
    this.sound = sound;
    this.fault = fault;
  }

  @Override
  public TableRead read(TableQuery query) {
    return failure().<TableRead>map(TableRead.Unavailable::new).orElseGet(() -> sound.read(query));
  }

  @Override
  public ClaimResult claim(ClaimRequest request) {
    Optional<Degradation> failure = failure();
    if (failure.isEmpty()) {
      return sound.claim(request);
    }
    if (hasEffect(failure.get())) {
      sound.claim(request);
    }
    return new ClaimResult.Unavailable(failure.get());
  }

  @Override
  public WriteResult write(TableWrite write) {
    Optional<Degradation> failure = failure();
    if (failure.isEmpty()) {
      return sound.write(write);
    }
    if (hasEffect(failure.get())) {
      sound.write(write);
    }
    return new WriteResult.Unavailable(failure.get());
  }

  @Override
  public TableUnits units() {
    return sound.units();
  }

  private Optional<Degradation> failure() {
    long call = calls.incrementAndGet();
    return switch (fault.get()) {
      case NONE -> Optional.empty();
      case THROTTLES -> call % 3 == 0 ? Optional.empty() : Optional.of(Degradation.THROTTLED);
      case TIMES_OUT -> Optional.of(Degradation.TIMEOUT);
      case GONE -> Optional.of(Degradation.FAILED);
    };
  }

  private boolean hasEffect(Degradation failure) {
    return failure == Degradation.TIMEOUT && calls.get() % 2 == 0;
  }
}
