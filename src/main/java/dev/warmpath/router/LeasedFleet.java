package dev.warmpath.router;

import dev.warmpath.router.port.AffinityTable;
import dev.warmpath.router.port.FleetSource;
import dev.warmpath.router.port.FleetUnavailableException;
import dev.warmpath.router.port.FleetView;
import dev.warmpath.router.port.TableQuery;
import dev.warmpath.router.port.TableRead;
import dev.warmpath.router.port.TableWrite;
import dev.warmpath.router.port.WriteResult;
import dev.warmpath.routing.Fleet;
import dev.warmpath.routing.FleetRow;
import dev.warmpath.routing.Health;
import dev.warmpath.routing.Target;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.function.Consumer;

/**
 * The fleet as one row per endpoint, renewed by whichever router wins the lease.
 *
 * <p>SageMaker's control plane is throttled per account, so a thousand environments must not each
 * ask it. Without any row the router asks for itself, once; with an old one and no answer it goes
 * on with what it knew. A time further ahead than anybody may write it stems from a wrong clock and
 * counts for nothing. Safe for any number of threads.
 */
public final class LeasedFleet implements FleetView {
  /** How old a description may be before somebody asks again. */
  public static final Duration REFRESH = Duration.ofSeconds(15);

  /** How long after a first look without success the next request looks again. */
  public static final Duration LOOK_AGAIN = Duration.ofSeconds(1);

  /** How long one asker has before another may try. */
  public static final Duration LEASE = Duration.ofSeconds(10);

  private final List<String> endpoints;
  private final AffinityTable table;
  private final FleetSource source;
  private final InstantSource clock;
  private final Consumer<FleetUnavailableException> onFailure;
  private final Map<String, FleetRow> known = new ConcurrentHashMap<>();

  /** When a first look last came to nothing. Guarded by this. */
  private Instant lookedInVain = Instant.EPOCH;

  /**
   * Makes a view of which nothing is known yet.
   *
   * @param endpoints whose targets make up the fleet
   * @param table where the rows are
   * @param source whom to ask
   * @param clock the router's time
   * @param onFailure told of every question that SageMaker did not answer
   */
  public LeasedFleet(
      List<String> endpoints,
      AffinityTable table,
      FleetSource source,
      InstantSource clock,
      Consumer<FleetUnavailableException> onFailure) {
    this.endpoints = List.copyOf(endpoints);
    this.table = table;
    this.source = source;
    this.clock = clock;
    this.onFailure = onFailure;
  }

  @Override
  public Fleet current() {
    if (!isComplete()) {
      learn();
    }
    return new Fleet(
        endpoints.stream()
            .flatMap(e -> Optional.ofNullable(known.get(e)).stream())
            .flatMap(row -> row.targets().stream())
            .toList());
  }

  @Override
  public List<String> endpoints() {
    return endpoints;
  }

  @Override
  public void observe(List<FleetRow> rows, Executor background) {
    Instant now = clock.instant();
    rows.forEach(row -> remember(row, now));
    for (String endpoint : endpoints) {
      if (isDue(endpoint, now)) {
        background.execute(() -> renewUnderLease(endpoint, now));
      }
    }
  }

  /**
   * The first look: what others have written, else SageMaker itself. Requests that find it failed a
   * moment ago do without, or each of them would add to what throttles the answer.
   */
  private synchronized void learn() {
    Instant now = clock.instant();
    if (isComplete() || hasJustLooked(now)) {
      return;
    }
    TableRead read = table.read(new TableQuery("", List.of(), List.of(), endpoints, now));
    if (read instanceof TableRead.Rows(var view, var fleets)) {
      fleets.forEach(row -> remember(row, now));
    }
    endpoints.stream().filter(e -> !known.containsKey(e)).forEach(e -> renew(e, now));
    if (!isComplete()) {
      lookedInVain = clock.instant();
    }
  }

  private boolean hasJustLooked(Instant now) {
    return !now.isBefore(lookedInVain) && now.isBefore(lookedInVain.plus(LOOK_AGAIN));
  }

  private boolean isComplete() {
    return known.size() == endpoints.size();
  }

  private boolean isDue(String endpoint, Instant now) {
    FleetRow row = known.get(endpoint);
    return row == null || !(isFresh(row, now) || isLeased(row, now));
  }

  private void renewUnderLease(String endpoint, Instant now) {
    WriteResult lease = table.write(new TableWrite.LeaseFleet(endpoint, now, now.plus(LEASE)));
    if (lease instanceof WriteResult.Done) {
      renew(endpoint, now);
    }
  }

  private void renew(String endpoint, Instant now) {
    try {
      List<Target> targets = source.describe(endpoint);
      FleetRow row = new FleetRow(endpoint, targets, now, now);
      remember(row, now);
      table.write(new TableWrite.PutFleet(row));
    } catch (FleetUnavailableException e) {
      onFailure.accept(e);
    }
  }

  private void remember(FleetRow row, Instant now) {
    known.merge(
        row.endpoint(),
        row,
        (old, fresh) -> credibleTime(fresh, now).isBefore(credibleTime(old, now)) ? old : fresh);
  }

  /** When a row was described; one from further ahead than clocks may differ is the oldest. */
  private static Instant credibleTime(FleetRow row, Instant now) {
    return row.describedAt().isAfter(now.plus(REFRESH)) ? Instant.MIN : row.describedAt();
  }

  private static boolean isFresh(FleetRow row, Instant now) {
    return row.describedAt().isAfter(now.minus(REFRESH))
        && !row.describedAt().isAfter(now.plus(REFRESH));
  }

  private static boolean isLeased(FleetRow row, Instant now) {
    return Health.isUnder(row.leaseUntil(), now, LEASE);
  }
}
