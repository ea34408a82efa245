package dev.warmpath.router.port;

import dev.warmpath.router.RouteReport;

/** Where measurements go. Safe for any number of threads. */
public interface RouteMetrics {
  /** Measures nothing. */
  RouteMetrics NONE =
      new RouteMetrics() {
        @Override
        public void record(RouteReport report) {}

        @Override
        public void count(Trouble trouble) {}

        @Override
        public void flush(boolean everything) {}
      };

  /** Takes note of one request; returns at once and never throws. */
  void record(RouteReport report);

  /** Takes note of something that went wrong without failing a request; never throws. */
  void count(Trouble trouble);

  /**
   * Sends what is due; called when no answer is waiting. Never throws: what cannot be sent is kept
   * within a bound, and counted beyond it.
   *
   * @param everything whether to send what is not due yet too, since the process ends
   */
  void flush(boolean everything);
}
