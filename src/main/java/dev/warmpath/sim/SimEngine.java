package dev.warmpath.sim;

import dev.warmpath.engine.EngineEvent;
import dev.warmpath.engine.EngineLoad;
import dev.warmpath.engine.EngineModel;
import dev.warmpath.engine.EngineRequest;
import dev.warmpath.engine.Iteration;
import dev.warmpath.engine.Submission;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** One engine of a run: its model, the requests on their way in it, and its iteration's end. */
final class SimEngine implements Comparable<SimEngine> {
  private final int number;
  private final EngineModel model;
  private final FleetState state;
  private final Map<Long, InFlight> requests = new HashMap<>();
  private Optional<Iteration> iteration = Optional.empty();
  private long endNanos;
  private long cachedPromptTokens;

  SimEngine(int number, EngineModel model, FleetState state) {
    this.number = number;
    this.model = model;
    this.state = state;
  }

  int number() {
    return number;
  }

  boolean isIdle() {
    return iteration.isEmpty();
  }

  /** When the running iteration ends. */
  long endNanos() {
    return endNanos;
  }

  /** Prompt tokens that the running iteration computes; 0 if none runs. */
  int prefillTokens() {
    return iteration.map(Iteration::prefillTokens).orElse(0);
  }

  /** How long the running iteration takes. */
  long iterationNanos() {
    return iteration.map(i -> i.duration().toNanos()).orElse(0L);
  }

  int cachedTokens(SimRequest request) {
    return model.cachedTokens(request.blocks(), request.promptTokens());
  }

  /** Takes a request; false if it could never fit into the cache. */
  boolean submit(InFlight inFlight) {
    SimRequest request = inFlight.request();
    EngineRequest prompt =
        new EngineRequest(
            request.id(), request.blocks(), request.promptTokens(), request.outputTokens());
    if (model.submit(prompt) == Submission.TOO_LARGE) {
      return false;
    }
    requests.put((long) request.id(), inFlight);
    state.outstanding[number]++;
    state.waiting[number]++;
    state.outstandingTokens[number] += request.promptTokens() + request.outputTokens();
    state.pendingPrefillTokens[number] += inFlight.expectedTokens();
    return true;
  }

  /** Starts the next iteration; false if there is nothing to do. */
  boolean start(long nowNanos) {
    iteration = model.next();
    iteration.ifPresent(
        started -> {
          endNanos = nowNanos + started.duration().toNanos();
          if (!started.admitted().isEmpty()) {
            admit(started.admitted());
          }
        });
    return iteration.isPresent();
  }

  /** Ends the running iteration. */
  List<EngineEvent> finish() {
    Iteration ended = iteration.orElseThrow();
    List<EngineEvent> events = model.finish(ended);
    state.pendingPrefillTokens[number] -= ended.prefillTokens();
    return events;
  }

  InFlight request(long id) {
    return Optional.ofNullable(requests.get(id)).orElseThrow();
  }

  /** Forgets a request that got its last token. */
  InFlight remove(long id) {
    InFlight ended = Optional.ofNullable(requests.remove(id)).orElseThrow();
    SimRequest request = ended.request();
    state.outstanding[number]--;
    state.outstandingTokens[number] -= request.promptTokens() + request.outputTokens();
    state.reservedTokens[number] = model.load().reservedTokens();
    return ended;
  }

  @Override
  public int compareTo(SimEngine other) {
    int byTime = Long.compare(endNanos, other.endNanos);
    return byTime != 0 ? byTime : Integer.compare(number, other.number);
  }

  /** What was expected of the admitted is now known. */
  private void admit(List<Long> admitted) {
    long change = 0;
    for (long id : admitted) {
      InFlight request = request(id);
      change += request.request().promptTokens() - request.expectedTokens();
    }
    EngineLoad load = model.load();
    change -= load.cachedPromptTokens() - cachedPromptTokens;
    cachedPromptTokens = load.cachedPromptTokens();
    state.pendingPrefillTokens[number] += change;
    state.waiting[number] -= admitted.size();
    state.reservedTokens[number] = load.reservedTokens();
  }
}
