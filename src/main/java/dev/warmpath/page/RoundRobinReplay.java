package dev.warmpath.page;

import dev.warmpath.engine.EngineProfile;
import dev.warmpath.engine.EngineRequest;
import java.util.List;
import java.util.stream.IntStream;

/**
 * A fleet of equal engines in simulated time, each of which gets its turn. Confined to one thread
 * at a time.
 */
final class RoundRobinReplay {
  /** An engine that is so far behind will not catch up; real callers would have gone by then. */
  static final int LONGEST_QUEUE = 1_000;

  private final List<ReplayedEngine> engines;
  private int turn;

  /**
   * Makes a fleet with empty caches.
   *
   * @param size how many engines, at least 1
   */
  RoundRobinReplay(int size, EngineProfile profile, FirstTokens firstTokens) {
    this.engines =
        IntStream.range(0, size).mapToObj(i -> new ReplayedEngine(profile, firstTokens)).toList();
  }

  /**
   * Gives a request to the engine whose turn it is.
   *
   * @param request named by its number
   * @return false if that engine's queue is full; then the request is left out
   */
  boolean submit(EngineRequest request, long nanos) {
    ReplayedEngine engine = engines.get(turn);
    turn = (turn + 1) % engines.size();
    if (engine.waiting() >= LONGEST_QUEUE) {
      engine.advanceTo(nanos);
      return false;
    }
    engine.submit(request, nanos);
    return true;
  }

  /** Lets time go on. */
  void advanceTo(long nanos) {
    engines.forEach(engine -> engine.advanceTo(nanos));
  }
}
