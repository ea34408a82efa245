package dev.warmpath.bench;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/**
 * What the streaming benchmark has measured.
 *
 * @param direct times to first token of engines asked directly, in nanoseconds, by round
 * @param routed those of the same engines asked through router and runtime, in nanoseconds, by
 *     round
 * @param relay the relay at its limit
 * @param platformThreads threads of the runtime that are not virtual, by open streams
 */
public record StreamingResult(
    List<List<Long>> direct,
    List<List<Long>> routed,
    Relay relay,
    Map<Integer, Integer> platformThreads) {
  /** Copies the collections. */
  public StreamingResult {
    direct = List.copyOf(direct);
    routed = List.copyOf(routed);
  }

  /**
   * How fast one process passes tokens on.
   *
   * @param tokens how many were passed on
   * @param time in which
   * @param cpu what the process needed for it, of all cores
   * @param allocatedBytes what it allocated for it
   */
  public record Relay(long tokens, Duration time, Duration cpu, long allocatedBytes) {
    /** Tokens in a second of wall time. */
    public double tokensPerSecond() {
      return tokens * 1e9 / time.toNanos();
    }

    /** Microseconds of processor time for a token. */
    public double cpuMicrosPerToken() {
      return cpu.toNanos() / 1e3 / tokens;
    }

    /** Bytes allocated for a token. */
    public double bytesPerToken() {
      return (double) allocatedBytes / tokens;
    }
  }

  /** The time added at a percentile, in milliseconds. */
  public double added(double share) {
    return at(routed, share) - at(direct, share);
  }

  /**
   * How far the direct rounds of even and odd number differ: what is no more than that is noise.
   */
  public double noise(double share) {
    return Math.abs(at(everySecond(direct, 0), share) - at(everySecond(direct, 1), share));
  }

  /** A percentile of some rounds, in milliseconds. */
  public static double at(List<List<Long>> rounds, double share) {
    return Percentiles.ofNanos(rounds.stream().flatMap(List::stream).toList()).at(share);
  }

  private static List<List<Long>> everySecond(List<List<Long>> rounds, int from) {
    return IntStream.range(0, rounds.size())
        .filter(i -> i % 2 == from)
        .mapToObj(rounds::get)
        .toList();
  }
}
