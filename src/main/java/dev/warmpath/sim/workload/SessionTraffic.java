package dev.warmpath.sim.workload;

import dev.warmpath.sim.SimRequest;
import dev.warmpath.sim.Traffic;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.PriorityQueue;
import java.util.random.RandomGenerator;

/** Sessions that begin by a pace and go on as their requests are answered. */
final class SessionTraffic implements Traffic {
  private static final double OPEN_WARM_UP = 0.1;

  /** Users begin with empty contexts: it takes longer until they are spread. */
  private static final double CLOSED_WARM_UP = 0.25;

  private static final double NANOS_PER_SECOND = 1e9;

  /** Within what time all users begin. */
  private static final double START_SECONDS = 10;

  private record Due(long nanos, SimRequest request) {}

  /** Requests of one step, of which some are not answered yet. */
  private static final class Step {
    private final Session session;
    private int open;

    Step(Session session, int open) {
      this.session = session;
      this.open = open;
    }
  }

  private final SessionSource source;
  private final Pace pace;
  private final double stepsPerSecond;
  private final Pace.Limit limit;
  private final RandomGenerator lot;
  private final PriorityQueue<Due> due =
      new PriorityQueue<>(
          Comparator.comparingLong(Due::nanos).thenComparingInt(d -> d.request().id()));
  private final Map<Integer, Step> open = new HashMap<>();
  private long nextStart;
  private long taken;
  private int nextId;

  /**
   * Makes the traffic of one run.
   *
   * @param requestsPerSession how many requests a session has on average
   */
  SessionTraffic(
      SessionSource source,
      Pace pace,
      double requestsPerSession,
      Pace.Limit limit,
      RandomGenerator lot) {
    this.source = source;
    this.pace = pace;
    this.limit = limit;
    this.lot = lot;
    switch (pace) {
      case Pace.Rate(double rate) -> {
        stepsPerSecond = rate / requestsPerSession;
        nextStart = gapNanos();
      }
      case Pace.Users(int users) -> {
        stepsPerSecond = 0;
        nextStart = NEVER;
        for (int user = 0; user < users; user++) {
          begin(Math.round(START_SECONDS * NANOS_PER_SECOND * lot.nextDouble()));
        }
      }
    }
  }

  @Override
  public long nextNanos() {
    if (taken >= limit.requests()) {
      return NEVER;
    }
    while (nextStart != NEVER && (due.isEmpty() || nextStart <= due.element().nanos())) {
      long start = nextStart;
      nextStart = begin(start) ? start + gapNanos() : NEVER;
    }
    boolean isOver = due.isEmpty() || due.element().nanos() >= limit.time().toNanos();
    return isOver ? NEVER : due.element().nanos();
  }

  @Override
  public SimRequest next() {
    taken++;
    return due.remove().request();
  }

  @Override
  public void finished(SimRequest request, long nowNanos) {
    Step step = Optional.ofNullable(open.remove(request.id())).orElseThrow();
    step.open--;
    if (step.open == 0 && !goOn(step.session, nowNanos) && pace instanceof Pace.Users) {
      begin(nowNanos + step.session.thinkNanos());
    }
  }

  @Override
  public boolean isWarmUp(SimRequest request, long nowNanos) {
    double share = pace instanceof Pace.Users ? CLOSED_WARM_UP : OPEN_WARM_UP;
    return taken <= share * limit.requests() && nowNanos < share * limit.time().toNanos();
  }

  private boolean begin(long nanos) {
    Optional<Session> session = source.next();
    session.ifPresent(s -> step(s, nanos));
    return session.isPresent();
  }

  private boolean goOn(Session session, long nowNanos) {
    return step(session, nowNanos + session.thinkNanos());
  }

  private boolean step(Session session, long nanos) {
    List<SimRequest> requests = session.next(() -> nextId++);
    Step step = new Step(session, requests.size());
    for (SimRequest request : requests) {
      open.put(request.id(), step);
      due.add(new Due(nanos, request));
    }
    return !requests.isEmpty();
  }

  private long gapNanos() {
    return Math.round(-Math.log(1 - lot.nextDouble()) / stepsPerSecond * NANOS_PER_SECOND);
  }
}
