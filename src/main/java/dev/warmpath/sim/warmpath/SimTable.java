package dev.warmpath.sim.warmpath;

import dev.warmpath.prompt.Anchor;
import dev.warmpath.prompt.PrefixHash;
import dev.warmpath.router.LeasedFleet;
import dev.warmpath.router.port.AffinityTable;
import dev.warmpath.router.port.ClaimRequest;
import dev.warmpath.router.port.ClaimResult;
import dev.warmpath.router.port.Degradation;
import dev.warmpath.router.port.TableQuery;
import dev.warmpath.router.port.TableRead;
import dev.warmpath.router.port.TableUnits;
import dev.warmpath.router.port.TableWrite;
import dev.warmpath.router.port.WriteResult;
import dev.warmpath.routing.FleetRow;
import dev.warmpath.routing.PrefixRow;
import dev.warmpath.routing.TableView;
import dev.warmpath.routing.TargetId;
import dev.warmpath.routing.TargetRow;
import dev.warmpath.table.RowLimits;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.random.RandomGenerator;

/**
 * An affinity table of rows in memory whose reads show the past, and which may lose writes and
 * leave calls without an answer. Claims and writes see the present. Guarded by this.
 */
final class SimTable implements AffinityTable {
  private static final Duration TARGET_TTL = Duration.ofDays(7);
  private static final int LEAST_SWEEP = 4096;
  private static final double UNITS_PER_ROW_READ = 0.5;

  private record Key(String pool, PrefixHash hash) {}

  /** A fleet's row, which may hold a lease before anybody has described the fleet. */
  private record FleetEntry(Optional<FleetRow> described, Instant leaseUntil) {}

  private final InstantSource clock;
  private final TableConditions conditions;
  private final RandomGenerator lot;
  private final Map<Key, Versions<PrefixRow>> prefixes = new HashMap<>();
  private final Map<TargetId, Versions<TargetRow>> targets = new HashMap<>();
  private final Map<String, Versions<FleetEntry>> fleets = new HashMap<>();
  private int sweepAt = LEAST_SWEEP;
  private double readUnits;
  private double writeUnits;

  /**
   * Makes an empty table.
   *
   * @param clock the run's time
   * @param lot decides which calls fail
   */
  SimTable(InstantSource clock, TableConditions conditions, RandomGenerator lot) {
    this.clock = clock;
    this.conditions = conditions;
    this.lot = lot;
  }

  @Override
  public synchronized TableRead read(TableQuery query) {
    if (isHit(conditions.unavailable())) {
      return new TableRead.Unavailable(Degradation.TIMEOUT);
    }
    Instant then = clock.instant().minus(conditions.latency());
    Map<PrefixHash, PrefixRow> rows = new HashMap<>();
    for (Anchor anchor : query.anchors()) {
      Versions<PrefixRow> versions = prefixes.get(new Key(query.pool(), anchor.hash()));
      if (versions != null) {
        versions
            .at(then)
            .map(Versions.Version::row)
            .filter(row -> row.expiresAt().isAfter(query.now()))
            .ifPresent(row -> rows.put(row.hash(), row));
      }
    }
    Map<TargetId, TargetRow> states = new HashMap<>();
    for (TargetId target : query.targets()) {
      Versions<TargetRow> versions = targets.get(target);
      if (versions != null) {
        versions
            .at(then)
            .filter(version -> isKept(version, query.now()))
            .ifPresent(version -> states.put(target, version.row()));
      }
    }
    readUnits += UNITS_PER_ROW_READ * distinctRows(query);
    return new TableRead.Rows(new TableView(rows, states), fleets(query, then));
  }

  @Override
  public synchronized ClaimResult claim(ClaimRequest request) {
    PrefixHash hash = request.anchor().hash();
    if (!RowLimits.fits(request.pool(), hash, List.of(request.owner()))) {
      return new ClaimResult.Unavailable(Degradation.FAILED);
    }
    if (isHit(conditions.unavailable())) {
      return new ClaimResult.Unavailable(Degradation.TIMEOUT);
    }
    writeUnits++;
    Key key = new Key(request.pool(), hash);
    Instant now = clock.instant();
    Optional<PrefixRow> old = prefix(key);
    Optional<PrefixRow> claimed = PrefixRowRules.claimed(old, request, now);
    claimed.ifPresent(row -> put(key, row, now));
    return claimed
        .<ClaimResult>map(ClaimResult.Won::new)
        .orElseGet(() -> new ClaimResult.Lost(old.orElseThrow()));
  }

  @Override
  public synchronized WriteResult write(TableWrite write) {
    if (isHit(conditions.lostWrites())) {
      return new WriteResult.Unavailable(Degradation.FAILED);
    }
    writeUnits++;
    Instant now = clock.instant();
    return switch (write) {
      case TableWrite.RecordOwner record -> record(record, now);
      case TableWrite.StartWork(var target, var work) ->
          fresh(TargetRowRules.started(target(target, now), work, now), now);
      case TableWrite.EndWork end ->
          fresh(TargetRowRules.ended(target(end.target(), now), end, now), now);
      case TableWrite.LeaseProbe probe ->
          plain(TargetRowRules.probed(target(probe.target(), now), probe), now);
      case TableWrite.BumpGeneration bump ->
          plain(TargetRowRules.bumped(target(bump.target(), now), bump), now);
      case TableWrite.SpendClaim spend -> {
        Key key = new Key(spend.pool(), spend.spent().update().anchor().hash());
        yield prefix(key, PrefixRowRules.spent(prefix(key), spend), now);
      }
      case TableWrite.LeaseFleet lease -> lease(lease, now);
      case TableWrite.PutFleet(var row) -> {
        put(row.endpoint(), new FleetEntry(Optional.of(row), row.leaseUntil()), now);
        yield new WriteResult.Done();
      }
    };
  }

  @Override
  public synchronized TableUnits units() {
    return new TableUnits(readUnits, writeUnits);
  }

  /** A prefix row as it is, past its end or not. */
  synchronized Optional<PrefixRow> prefix(String pool, PrefixHash hash) {
    return prefix(new Key(pool, hash));
  }

  /** A target's row as it is, past its end or not. */
  synchronized Optional<TargetRow> target(TargetId target) {
    return Optional.ofNullable(targets.get(target))
        .flatMap(Versions::latest)
        .map(Versions.Version::row);
  }

  private WriteResult record(TableWrite.RecordOwner record, Instant now) {
    PrefixHash hash = record.update().anchor().hash();
    if (!RowLimits.fits(record.pool(), hash, List.of(record.update().owner()))) {
      return new WriteResult.Refused();
    }
    Key key = new Key(record.pool(), hash);
    Optional<PrefixRow> old = prefix(key);
    Optional<PrefixRow> recorded = PrefixRowRules.recorded(old, record, now);
    boolean isOneWrite = old.isEmpty() || PrefixRowRules.isTouch(old, record, now);
    writeUnits += recorded.isPresent() && !isOneWrite ? 1 : 0;
    return prefix(key, recorded, now);
  }

  private WriteResult prefix(Key key, Optional<PrefixRow> row, Instant now) {
    row.ifPresent(r -> put(key, r, now));
    return row.isPresent() ? new WriteResult.Done() : new WriteResult.Refused();
  }

  private WriteResult fresh(TargetRow row, Instant now) {
    put(row, now);
    return new WriteResult.Fresh(row);
  }

  private WriteResult plain(Optional<TargetRow> row, Instant now) {
    row.ifPresent(r -> put(r, now));
    return row.isPresent() ? new WriteResult.Done() : new WriteResult.Refused();
  }

  private WriteResult lease(TableWrite.LeaseFleet lease, Instant now) {
    Optional<FleetEntry> old =
        Optional.ofNullable(fleets.get(lease.endpoint()))
            .flatMap(Versions::latest)
            .map(Versions.Version::row);
    // Times further ahead than any may be were set by a wrong clock.
    Instant latest = lease.until().plus(Duration.between(lease.now(), lease.until()));
    boolean isHeld = old.filter(e -> isWithin(e.leaseUntil(), lease.now(), latest)).isPresent();
    Instant stale = lease.now().minus(LeasedFleet.REFRESH);
    Instant soon = lease.now().plus(LeasedFleet.REFRESH);
    boolean isFresh =
        old.flatMap(FleetEntry::described)
            .filter(r -> isWithin(r.describedAt(), stale, soon))
            .isPresent();
    if (isHeld || isFresh) {
      return new WriteResult.Refused();
    }
    Optional<FleetRow> described =
        old.flatMap(FleetEntry::described)
            .map(r -> new FleetRow(r.endpoint(), r.targets(), r.describedAt(), lease.until()));
    put(lease.endpoint(), new FleetEntry(described, lease.until()), now);
    return new WriteResult.Done();
  }

  private static boolean isWithin(Instant time, Instant from, Instant to) {
    return time.isAfter(from) && !time.isAfter(to);
  }

  private List<FleetRow> fleets(TableQuery query, Instant then) {
    List<FleetRow> rows = new ArrayList<>();
    for (String endpoint : query.endpoints()) {
      Optional.ofNullable(fleets.get(endpoint))
          .flatMap(versions -> versions.at(then))
          .flatMap(version -> version.row().described())
          .ifPresent(rows::add);
    }
    return rows;
  }

  private Optional<PrefixRow> prefix(Key key) {
    return Optional.ofNullable(prefixes.get(key))
        .flatMap(Versions::latest)
        .map(Versions.Version::row);
  }

  private TargetRow target(TargetId target, Instant now) {
    return Optional.ofNullable(targets.get(target))
        .flatMap(Versions::latest)
        .filter(version -> isKept(version, now))
        .map(Versions.Version::row)
        .orElseGet(() -> TargetRow.unknown(target));
  }

  private static boolean isKept(Versions.Version<TargetRow> version, Instant now) {
    return version.writtenAt().plus(TARGET_TTL).isAfter(now);
  }

  private void put(Key key, PrefixRow row, Instant now) {
    prefixes.computeIfAbsent(key, k -> new Versions<>()).put(now, row, oldest(now));
    if (prefixes.size() >= sweepAt) {
      prefixes
          .values()
          .removeIf(
              v -> v.latest().filter(r -> r.row().expiresAt().isAfter(oldest(now))).isEmpty());
      sweepAt = Math.max(LEAST_SWEEP, 2 * prefixes.size());
    }
  }

  private void put(TargetRow row, Instant now) {
    targets.computeIfAbsent(row.target(), t -> new Versions<>()).put(now, row, oldest(now));
  }

  private void put(String endpoint, FleetEntry entry, Instant now) {
    fleets.computeIfAbsent(endpoint, e -> new Versions<>()).put(now, entry, oldest(now));
  }

  /** Nobody sees what was before this. */
  private Instant oldest(Instant now) {
    return now.minus(conditions.latency());
  }

  private static int distinctRows(TableQuery query) {
    return new LinkedHashSet<>(query.anchors()).size()
        + new LinkedHashSet<>(query.targets()).size()
        + new LinkedHashSet<>(query.endpoints()).size();
  }

  private boolean isHit(double share) {
    return share > 0 && lot.nextDouble() < share;
  }
}
