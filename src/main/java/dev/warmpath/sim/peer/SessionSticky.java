package dev.warmpath.sim.peer;

import dev.warmpath.sim.FleetView;
import dev.warmpath.sim.SimPolicy;
import dev.warmpath.sim.SimRequest;
import java.util.HashMap;
import java.util.Map;

/**
 * Session stickiness: a session stays on the engine of its first request, which was the least
 * outstanding one.
 *
 * <p>Source: the {@code manual} policy of the <a href="https://github.com/lightseekorg/smg">SGLang
 * router</a> with its minimum-load assignment; SageMaker's stateful sessions do the same for a
 * {@code SessionId}. A session idle for four hours is forgotten.
 */
final class SessionSticky implements SimPolicy {
  private static final double IDLE_SECONDS = 4 * 3600;

  private final LeastOutstanding first;
  private final Map<Long, Binding> bindings = new HashMap<>();
  private double sweptAt;

  SessionSticky(long seed) {
    first = new LeastOutstanding(seed);
  }

  @Override
  public int pick(SimRequest request, FleetView fleet) {
    double now = fleet.nowSeconds();
    if (now - sweptAt > IDLE_SECONDS) {
      bindings.values().removeIf(binding -> now - binding.usedAt() > IDLE_SECONDS);
      sweptAt = now;
    }
    Binding bound = bindings.get(request.session());
    int engine =
        bound != null && now - bound.usedAt() <= IDLE_SECONDS
            ? bound.engine()
            : first.pick(request, fleet);
    bindings.put(request.session(), new Binding(engine, now));
    return engine;
  }

  private record Binding(int engine, double usedAt) {}
}
