package dev.warmpath.sim.peer;

import dev.warmpath.sim.FleetView;
import dev.warmpath.sim.SimRequest;
import java.util.Arrays;

/** Engines whose state a test writes down; all idle, empty and alike at first. */
final class HandMadeFleet implements FleetView {
  double now;
  long capacity = 1_000_000;
  final int[] outstanding;
  final int[] waiting;
  final long[] pending;
  final long[] tokens;
  final double[] usage;
  final long[] cached;
  final double[] rate;

  HandMadeFleet(int engines) {
    outstanding = new int[engines];
    waiting = new int[engines];
    pending = new long[engines];
    tokens = new long[engines];
    usage = new double[engines];
    cached = new long[engines];
    rate = new double[engines];
    Arrays.fill(rate, 10_000);
  }

  /** A prompt of whole blocks of 100 tokens. */
  static SimRequest prompt(int id, long... blocks) {
    return new SimRequest(id, id, 100 * blocks.length, 10, blocks, 100, new int[0]);
  }

  /** Sets the requests in flight of all engines. */
  HandMadeFleet outstanding(int... requests) {
    System.arraycopy(requests, 0, outstanding, 0, requests.length);
    return this;
  }

  @Override
  public double nowSeconds() {
    return now;
  }

  @Override
  public int size() {
    return outstanding.length;
  }

  @Override
  public int outstanding(int engine) {
    return outstanding[engine];
  }

  @Override
  public int waiting(int engine) {
    return waiting[engine];
  }

  @Override
  public int running(int engine) {
    return outstanding[engine] - waiting[engine];
  }

  @Override
  public long pendingPrefillTokens(int engine) {
    return pending[engine];
  }

  @Override
  public long outstandingTokens(int engine) {
    return tokens[engine];
  }

  @Override
  public double kvUsage(int engine) {
    return usage[engine];
  }

  @Override
  public long capacityTokens(int engine) {
    return capacity;
  }

  @Override
  public double prefillTokensPerSecond(int engine) {
    return rate[engine];
  }

  @Override
  public long cachedTokens(int engine, SimRequest request) {
    return cached[engine];
  }
}
