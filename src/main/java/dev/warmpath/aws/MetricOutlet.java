package dev.warmpath.aws;

import java.util.List;

/** Where gathered measurements leave the process. Safe for any number of threads. */
interface MetricOutlet extends AutoCloseable {
  /** Makes what sending needs, so that the first time need not. */
  void prepare();

  /**
   * Sends data and returns what has not gone; never throws for the other side's sake.
   *
   * @param data perhaps none
   */
  Unsent send(List<Datum> data);

  /** Closes what it holds; sends nothing more. */
  @Override
  void close();

  /**
   * What has not gone.
   *
   * @param waiting what may go another time
   * @param refused how many values the other side will never take
   */
  record Unsent(List<Datum> waiting, long refused) {
    /** All has gone. */
    static final Unsent NOTHING = new Unsent(List.of(), 0);
  }
}
