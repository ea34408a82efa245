package dev.warmpath.smoke;

import java.time.Duration;

/** Lets time pass between two looks at something that takes a while. */
@FunctionalInterface
public interface Pause {
  /**
   * Waits.
   *
   * @throws InterruptedException if the wait is to end
   */
  void await(Duration time) throws InterruptedException;
}
