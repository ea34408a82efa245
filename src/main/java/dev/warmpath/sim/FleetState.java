package dev.warmpath.sim;

import dev.warmpath.engine.EngineModel;
import java.util.List;

/** The engines' state in plain numbers: kept up to date by the run, or copied now and then. */
final class FleetState implements FleetView {
  private static final double NANOS_PER_SECOND = 1e9;

  private final List<EngineModel> engines;
  private final Agenda agenda;
  final int[] outstanding;
  final int[] waiting;
  final long[] pendingPrefillTokens;
  final long[] outstandingTokens;
  final long[] reservedTokens;

  FleetState(List<EngineModel> engines, Agenda agenda) {
    this.engines = engines;
    this.agenda = agenda;
    int size = engines.size();
    outstanding = new int[size];
    waiting = new int[size];
    pendingPrefillTokens = new long[size];
    outstandingTokens = new long[size];
    reservedTokens = new long[size];
  }

  /** Makes this state equal to another one of the same engines. */
  void copy(FleetState other) {
    int size = size();
    System.arraycopy(other.outstanding, 0, outstanding, 0, size);
    System.arraycopy(other.waiting, 0, waiting, 0, size);
    System.arraycopy(other.pendingPrefillTokens, 0, pendingPrefillTokens, 0, size);
    System.arraycopy(other.outstandingTokens, 0, outstandingTokens, 0, size);
    System.arraycopy(other.reservedTokens, 0, reservedTokens, 0, size);
  }

  @Override
  public double nowSeconds() {
    return agenda.nowNanos() / NANOS_PER_SECOND;
  }

  @Override
  public int size() {
    return engines.size();
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
    return pendingPrefillTokens[engine];
  }

  @Override
  public long outstandingTokens(int engine) {
    return outstandingTokens[engine];
  }

  @Override
  public double kvUsage(int engine) {
    return (double) reservedTokens[engine] / capacityTokens(engine);
  }

  @Override
  public long capacityTokens(int engine) {
    return engines.get(engine).profile().capacityTokens();
  }

  @Override
  public double prefillTokensPerSecond(int engine) {
    return engines.get(engine).profile().prefillTokensPerSecond();
  }

  /** Never stale: who is told of every block by events knows them as they are. */
  @Override
  public long cachedTokens(int engine, SimRequest request) {
    return engines.get(engine).cachedTokens(request.blocks(), request.promptTokens());
  }
}
