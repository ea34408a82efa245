package dev.warmpath.bench.startup;

import dev.warmpath.bench.Percentiles;
import java.util.List;
import java.util.stream.IntStream;

/** Starts of one thing, in the order of the rounds. */
public final class StartupSeries {
  private static final double MEDIAN = 0.5;

  private final List<StartupTimes> times;

  StartupSeries(List<StartupTimes> times) {
    this.times = List.copyOf(times);
  }

  /** What can be asked of a series; all but memory in milliseconds. */
  public enum Measure {
    /** Until the first invocation is asked for: Lambda's init. */
    READY,
    /** Until the first token of the answer. */
    FIRST_TOKEN,
    /** Until the answer is whole. */
    ANSWER,
    /** Processor time. */
    CPU,
    /** The most memory, in megabytes. */
    MEGABYTES;

    private double of(StartupTimes times) {
      return switch (this) {
        case READY -> times.ready();
        case FIRST_TOKEN -> times.firstToken();
        case ANSWER -> times.answer();
        case CPU -> times.cpu();
        case MEGABYTES -> times.megabytes();
      };
    }
  }

  /** The value that a share of all starts does not exceed. */
  public double at(Measure measure, double share) {
    return at(values(measure), share);
  }

  /** The median of the rounds' ratios: both were started close to each other in each round. */
  public double ratio(StartupSeries other, Measure measure) {
    double[] mine = values(measure);
    double[] others = other.values(measure);
    return at(
        IntStream.range(0, mine.length).mapToDouble(i -> mine[i] / others[i]).toArray(), MEDIAN);
  }

  /** How many starts had to do without the table. */
  public long degraded() {
    return times.stream().filter(StartupTimes::degraded).count();
  }

  /** All values, in the order of the rounds. */
  public double[] values(Measure measure) {
    return times.stream().mapToDouble(measure::of).toArray();
  }

  /** By nearest rank; the median of an even number is the mean of the two in the middle. */
  private static double at(double[] values, double share) {
    Percentiles percentiles = Percentiles.of(values);
    double[] sorted = percentiles.sorted();
    return share == MEDIAN && sorted.length % 2 == 0
        ? (sorted[sorted.length / 2 - 1] + sorted[sorted.length / 2]) / 2
        : percentiles.at(share);
  }
}
