package dev.warmpath.sim.workload;

import dev.warmpath.prompt.PrefixChain;
import dev.warmpath.sim.SimRequest;
import dev.warmpath.sim.Traffic;
import java.util.SplittableRandom;
import java.util.function.Function;

/**
 * A workload of sessions.
 *
 * @param sources makes a run's sessions from its lots
 * @param chains the chain of a request
 * @param requestsPerSession how many requests a session has on average
 */
record SessionWorkload(
    String name,
    int blockTokens,
    Function<Draws, SessionSource> sources,
    Function<SimRequest, PrefixChain> chains,
    double requestsPerSession,
    Pace pace,
    Pace.Limit limit)
    implements Workload {
  @Override
  public long expectedRequests() {
    double seconds = limit.time().toMillis() / 1000.0;
    return pace instanceof Pace.Rate(double rate)
        ? Math.min(limit.requests(), (long) (rate * seconds))
        : limit.requests();
  }

  @Override
  public Traffic traffic(long seed) {
    SplittableRandom lot = new SplittableRandom(seed);
    SessionSource source = sources.apply(new Draws(lot.split()));
    return new SessionTraffic(source, pace, requestsPerSession, limit, lot);
  }

  @Override
  public PrefixChain chain(SimRequest request) {
    return chains.apply(request);
  }
}
