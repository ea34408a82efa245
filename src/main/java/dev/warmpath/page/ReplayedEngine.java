package dev.warmpath.page;

import dev.warmpath.engine.EngineEvent;
import dev.warmpath.engine.EngineModel;
import dev.warmpath.engine.EngineProfile;
import dev.warmpath.engine.EngineRequest;
import dev.warmpath.engine.Iteration;
import java.util.Optional;

/** One engine in simulated time. Confined to one thread at a time. */
final class ReplayedEngine {
  private final EngineModel model;
  private final FirstTokens firstTokens;
  private Optional<Iteration> running = Optional.empty();
  private long endNanos;

  /** Makes an engine with an empty cache. */
  ReplayedEngine(EngineProfile profile, FirstTokens firstTokens) {
    this.model = new EngineModel(profile);
    this.firstTokens = firstTokens;
  }

  /** Requests in its queue. */
  int waiting() {
    return model.load().waiting();
  }

  /** Takes a request; time goes on to then. One larger than the whole cache is not taken. */
  void submit(EngineRequest request, long nanos) {
    advanceTo(nanos);
    model.submit(request);
    if (running.isEmpty()) {
      begin(nanos);
    }
  }

  /** Runs every iteration that ends by then. */
  void advanceTo(long nanos) {
    // As System.nanoTime demands: times are compared by their difference.
    while (running.isPresent() && endNanos - nanos <= 0) {
      for (EngineEvent event : model.finish(running.get())) {
        if (event instanceof EngineEvent.FirstToken(long number, int cachedTokens)) {
          firstTokens.heard(number, cachedTokens, endNanos);
        }
      }
      begin(endNanos);
    }
  }

  private void begin(long nanos) {
    running = model.next();
    running.ifPresent(iteration -> endNanos = nanos + iteration.duration().toNanos());
  }
}
