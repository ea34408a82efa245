package dev.warmpath.sim.workload;

import dev.warmpath.prompt.PrefixChain;
import dev.warmpath.sim.SimRequest;
import dev.warmpath.sim.Traffic;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.SplittableRandom;
import java.util.random.RandomGenerator;
import java.util.stream.IntStream;
import java.util.stream.LongStream;

/** A trace replayed at the times of its stamps, faster or slower: open loop. */
final class TimedTrace implements Workload {
  /** From how many requests a stamp on, stamps are taken for bins whose inside is unknown. */
  private static final int BINNED = 2;

  private static final double WARM_UP_SHARE = 0.1;
  private static final double NANOS_PER_MILLI = 1e6;

  private final Trace trace;
  private final double scale;
  private final long binMillis;

  private TimedTrace(Trace trace, double scale) {
    this.trace = trace;
    this.scale = scale;
    this.binMillis = binMillis(trace.stampMillis());
  }

  /**
   * A trace at a rate of its own choice.
   *
   * @param requestsPerSecond mean rate of the requests that are counted
   */
  static TimedTrace atRate(Trace trace, double requestsPerSecond) {
    return new TimedTrace(trace, countedPerSecond(trace.stampMillis()) / requestsPerSecond);
  }

  /** A trace as it was recorded. */
  static TimedTrace asRecorded(Trace trace) {
    return new TimedTrace(trace, 1);
  }

  @Override
  public String name() {
    return trace.name();
  }

  @Override
  public int blockTokens() {
    return trace.blockTokens();
  }

  @Override
  public long expectedRequests() {
    return trace.requests().size();
  }

  @Override
  public Traffic traffic(long seed) {
    RandomGenerator lot = new SplittableRandom(seed);
    long[] stamps = trace.stampMillis();
    double[] arrivals = new double[stamps.length];
    for (int i = 0; i < arrivals.length; i++) {
      double spread = binMillis * lot.nextDouble();
      arrivals[i] = (stamps[i] - stamps[0] + spread) * scale * NANOS_PER_MILLI;
    }
    List<Integer> order =
        IntStream.range(0, arrivals.length)
            .boxed()
            .sorted(Comparator.comparingDouble(i -> arrivals[i]))
            .toList();
    return new Replay(arrivals, order);
  }

  @Override
  public PrefixChain chain(SimRequest request) {
    return trace.chain(request);
  }

  /** The rate of the requests after the warm-up, as recorded. */
  static double countedPerSecond(long[] stamps) {
    long span = stamps[stamps.length - 1] - stamps[0];
    double from = stamps[0] + WARM_UP_SHARE * span;
    long[] counted = LongStream.of(stamps).filter(s -> s >= from).toArray();
    return counted.length * 1000.0 / (counted[counted.length - 1] - counted[0]);
  }

  /** The usual distance of stamps that several requests share; 0 if stamps are exact. */
  private static long binMillis(long[] stamps) {
    long[] distinct = LongStream.of(stamps).distinct().toArray();
    if (distinct.length < 2 || stamps.length < BINNED * distinct.length) {
      return 0;
    }
    long[] distances =
        IntStream.range(1, distinct.length).mapToLong(i -> distinct[i] - distinct[i - 1]).toArray();
    Arrays.sort(distances);
    return distances[distances.length / 2];
  }

  private final class Replay implements Traffic {
    private final double[] arrivals;
    private final List<Integer> order;
    private final double warmUpNanos;
    private int taken;

    Replay(double[] arrivals, List<Integer> order) {
      this.arrivals = arrivals;
      this.order = order;
      this.warmUpNanos = WARM_UP_SHARE * arrivals[order.getLast()];
    }

    @Override
    public long nextNanos() {
      return taken == order.size() ? NEVER : Math.round(arrivals[order.get(taken)]);
    }

    @Override
    public SimRequest next() {
      return trace.requests().get(order.get(taken++));
    }

    @Override
    public boolean isWarmUp(SimRequest request, long nowNanos) {
      return nowNanos < warmUpNanos;
    }
  }
}
