package dev.warmpath.sim.workload;

import dev.warmpath.sim.SimRequest;
import java.util.List;
import java.util.function.Function;
import java.util.function.IntSupplier;

/** A session of one step. */
final class SingleQuestion implements Session {
  private final Function<IntSupplier, List<SimRequest>> step;
  private final long thinkNanos;
  private boolean asked;

  /**
   * Makes a session that has not begun.
   *
   * @param step makes its requests
   * @param thinkNanos how long a user waits before the next session
   */
  SingleQuestion(Function<IntSupplier, List<SimRequest>> step, long thinkNanos) {
    this.step = step;
    this.thinkNanos = thinkNanos;
  }

  @Override
  public List<SimRequest> next(IntSupplier ids) {
    boolean isOver = asked;
    asked = true;
    return isOver ? List.of() : step.apply(ids);
  }

  @Override
  public long thinkNanos() {
    return thinkNanos;
  }
}
