package dev.warmpath.sim.workload;

import dev.warmpath.sim.SimRequest;
import java.util.Collection;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.IntSupplier;
import java.util.stream.Collectors;

/** A trace's sessions in the order of the file, each call after the answer of the one before. */
final class RecordedSessions implements SessionSource {
  private static final long THINK_NANOS = 1_000_000_000L;

  private final Iterator<List<SimRequest>> sessions;

  RecordedSessions(Trace trace) {
    this.sessions = bySession(trace).iterator();
  }

  @Override
  public Optional<Session> next() {
    return sessions.hasNext() ? Optional.of(new Recorded(sessions.next())) : Optional.empty();
  }

  private static Collection<List<SimRequest>> bySession(Trace trace) {
    Map<Long, List<SimRequest>> sessions =
        trace.requests().stream()
            .collect(
                Collectors.groupingBy(
                    SimRequest::session, LinkedHashMap::new, Collectors.toList()));
    return sessions.values();
  }

  private static final class Recorded implements Session {
    private final Iterator<SimRequest> requests;

    Recorded(List<SimRequest> requests) {
      this.requests = requests.iterator();
    }

    @Override
    public List<SimRequest> next(IntSupplier ids) {
      return requests.hasNext() ? List.of(requests.next()) : List.of();
    }

    @Override
    public long thinkNanos() {
      return THINK_NANOS;
    }
  }
}
