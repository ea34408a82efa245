package dev.warmpath.bench.cost;

import dev.warmpath.bench.Percentiles;
import java.util.List;
import java.util.function.ToDoubleFunction;

/**
 * What the requests of one run asked of the table.
 *
 * @param requests by their end, at least one
 * @param hottestPrefix the prefix row that took most writes in one second
 * @param hottestTarget the target row that did
 * @param prefixRows how many prefix rows were written
 * @param seconds simulated time of the whole run
 */
record TableTraffic(
    List<RequestTraffic> requests,
    HotRow hottestPrefix,
    HotRow hottestTarget,
    long prefixRows,
    double seconds) {
  /**
   * How often one row was written.
   *
   * @param most writes in one second, by the clock's whole seconds
   * @param mean writes in a second, between its first write and its last
   */
  record HotRow(int most, double mean) {
    /** Where there is no row. */
    static final HotRow NONE = new HotRow(0, 0);
  }

  /** Copies the list. */
  TableTraffic {
    requests = List.copyOf(requests);
    if (requests.isEmpty()) {
      throw new IllegalArgumentException("a run without a request has no traffic");
    }
  }

  /** The mean of a figure over the requests. */
  double mean(ToDoubleFunction<RequestTraffic> figure) {
    return requests.stream().mapToDouble(figure).average().orElseThrow();
  }

  /** The figure that a share of the requests does not exceed, by nearest rank. */
  double at(double share, ToDoubleFunction<RequestTraffic> figure) {
    return Percentiles.of(requests.stream().mapToDouble(figure).toArray()).at(share);
  }

  /** The requests of one of several equal parts of the run, by their end. */
  TableTraffic part(int number, int parts) {
    int from = number * requests.size() / parts;
    int to = (number + 1) * requests.size() / parts;
    return new TableTraffic(
        requests.subList(from, to), hottestPrefix, hottestTarget, prefixRows, seconds / parts);
  }
}
