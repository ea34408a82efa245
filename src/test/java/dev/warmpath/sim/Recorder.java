package dev.warmpath.sim;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** A policy that does what another one does and writes down what becomes of each request. */
final class Recorder implements SimPolicy {
  private final SimPolicy inner;
  private final Map<Integer, Double> sentAt = new HashMap<>();
  private final List<Double> sojourns = new ArrayList<>();
  private final List<Integer> ended = new ArrayList<>();
  private long promptTokens;
  private long cachedTokens;

  Recorder(SimPolicy inner) {
    this.inner = inner;
  }

  @Override
  public int pick(SimRequest request, FleetView fleet) {
    sentAt.put(request.id(), fleet.nowSeconds());
    int pick = inner.pick(request, fleet);
    if (pick == SHED) {
      ended.add(request.id());
    }
    return pick;
  }

  @Override
  public void finished(SimRequest request, int engine, int cached, FleetView fleet) {
    ended.add(request.id());
    sojourns.add(fleet.nowSeconds() - Optional.ofNullable(sentAt.get(request.id())).orElseThrow());
    promptTokens += request.promptTokens();
    cachedTokens += cached;
  }

  @Override
  public void refused(SimRequest request, int engine, FleetView fleet) {
    ended.add(request.id());
  }

  /** The requests that have ended in any way, in the order of their ends. */
  List<Integer> ended() {
    return ended;
  }

  int sent() {
    return sentAt.size();
  }

  double meanSojournSeconds() {
    return sojourns.stream().mapToDouble(Double::doubleValue).average().orElseThrow();
  }

  double hitRate() {
    return (double) cachedTokens / promptTokens;
  }
}
