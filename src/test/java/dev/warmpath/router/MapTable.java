package dev.warmpath.router;

import dev.warmpath.prompt.PrefixHash;
import dev.warmpath.router.port.AffinityTable;
import dev.warmpath.router.port.ClaimRequest;
import dev.warmpath.router.port.ClaimResult;
import dev.warmpath.router.port.Degradation;
import dev.warmpath.router.port.Ending;
import dev.warmpath.router.port.TableQuery;
import dev.warmpath.router.port.TableRead;
import dev.warmpath.router.port.TableUnits;
import dev.warmpath.router.port.TableWrite;
import dev.warmpath.router.port.TableWrite.Work;
import dev.warmpath.router.port.WriteResult;
import dev.warmpath.routing.Breaker;
import dev.warmpath.routing.Feedback;
import dev.warmpath.routing.Feedback.ColdClaims;
import dev.warmpath.routing.FleetRow;
import dev.warmpath.routing.Health;
import dev.warmpath.routing.Learned;
import dev.warmpath.routing.Owner;
import dev.warmpath.routing.PrefixRow;
import dev.warmpath.routing.PrefixUpdate;
import dev.warmpath.routing.TableView;
import dev.warmpath.routing.TargetId;
import dev.warmpath.routing.TargetRow;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The smallest table that keeps the port's contract, and writes down what is asked of it. */
final class MapTable implements AffinityTable {
  private record Key(String pool, PrefixHash hash) {}

  private final Map<Key, PrefixRow> prefixes = new HashMap<>();
  private final Map<TargetId, TargetRow> targets = new HashMap<>();
  private final Map<String, FleetRow> fleets = new HashMap<>();
  private final List<TableQuery> reads = new ArrayList<>();
  private final List<ClaimRequest> claims = new ArrayList<>();
  private final List<TableWrite> writes = new ArrayList<>();
  private Optional<Degradation> readsFail = Optional.empty();
  private Optional<Degradation> claimsFail = Optional.empty();
  private Optional<Degradation> writesFail = Optional.empty();
  private Optional<PrefixRow> rival = Optional.empty();

  @Override
  public synchronized TableRead read(TableQuery query) {
    reads.add(query);
    if (readsFail.isPresent()) {
      return new TableRead.Unavailable(readsFail.get());
    }
    Map<PrefixHash, PrefixRow> found = new HashMap<>();
    query.anchors().stream()
        .flatMap(a -> Optional.ofNullable(prefixes.get(new Key(query.pool(), a.hash()))).stream())
        .filter(row -> row.expiresAt().isAfter(query.now()))
        .forEach(row -> found.put(row.hash(), row));
    Map<TargetId, TargetRow> states = new HashMap<>(targets);
    states.keySet().retainAll(query.targets());
    List<FleetRow> known =
        query.endpoints().stream()
            .flatMap(e -> Optional.ofNullable(fleets.get(e)).stream())
            .toList();
    return new TableRead.Rows(new TableView(found, states), known);
  }

  @Override
  public synchronized ClaimResult claim(ClaimRequest request) {
    claims.add(request);
    if (claimsFail.isPresent()) {
      return new ClaimResult.Unavailable(claimsFail.get());
    }
    Key key = new Key(request.pool(), request.anchor().hash());
    rival.ifPresent(row -> prefixes.put(key, row));
    PrefixRow row = prefixes.get(key);
    if (row != null && row.version() != request.expectedVersion()) {
      return new ClaimResult.Lost(row);
    }
    PrefixRow won =
        new PrefixRow(
            request.anchor().hash(),
            request.anchor().depthBytes(),
            request.expectedVersion() + 1,
            List.of(request.owner()),
            request.expiresAt());
    prefixes.put(key, won);
    return new ClaimResult.Won(won);
  }

  @Override
  public synchronized WriteResult write(TableWrite write) {
    writes.add(write);
    if (writesFail.isPresent()) {
      return new WriteResult.Unavailable(writesFail.get());
    }
    return switch (write) {
      case TableWrite.RecordOwner(var pool, var update) -> record(pool, update);
      case TableWrite.StartWork(var target, var work) -> add(target, work, 1, 0);
      case TableWrite.EndWork end -> end(end);
      case TableWrite.LeaseProbe(var target, var now, var until) -> {
        TargetRow row = target(target);
        if (row.health().probeUntil().isAfter(now)) {
          yield new WriteResult.Refused();
        }
        targets.put(target, row.with(row.health().probedUntil(until)));
        yield new WriteResult.Done();
      }
      case TableWrite.BumpGeneration(var target, var read) -> bump(target, read);
      case TableWrite.SpendClaim(var pool, var spent) -> {
        PrefixRow row = prefixes.get(new Key(pool, spent.update().anchor().hash()));
        if (row == null || row.version() != spent.expectedVersion()) {
          yield new WriteResult.Refused();
        }
        record(pool, spent.update());
        prefixes.computeIfPresent(
            new Key(pool, row.hash()),
            (k, r) ->
                new PrefixRow(
                    r.hash(), r.depthBytes(), r.version() + 1, r.owners(), r.expiresAt()));
        yield new WriteResult.Done();
      }
      case TableWrite.LeaseFleet lease -> lease(lease);
      case TableWrite.PutFleet(var row) -> {
        fleets.put(row.endpoint(), row);
        yield new WriteResult.Done();
      }
    };
  }

  @Override
  public TableUnits units() {
    return TableUnits.NONE;
  }

  private WriteResult record(String pool, PrefixUpdate update) {
    Key key = new Key(pool, update.anchor().hash());
    PrefixRow row = prefixes.get(key);
    List<Owner> owners = new ArrayList<>(row == null ? List.of() : row.owners());
    owners.removeIf(o -> o.target().equals(update.owner().target()));
    if (owners.size() >= PrefixRow.MAX_OWNERS) {
      return new WriteResult.Refused();
    }
    owners.add(update.owner());
    long version = row == null ? 0 : row.version();
    prefixes.put(
        key,
        new PrefixRow(
            key.hash(), update.anchor().depthBytes(), version, owners, update.expiresAt()));
    return new WriteResult.Done();
  }

  private WriteResult end(TableWrite.EndWork end) {
    add(end.target(), end.work(), -1, end.insertedTokens());
    TargetRow row = target(end.target());
    Health old = row.health();
    Health health =
        switch (end.ending()) {
          case Ending.Answered() -> new Health(0, Instant.EPOCH, Instant.EPOCH, old.busyUntil());
          case Ending.Fault() ->
              new Health(
                  old.faults() + 1,
                  end.work().startedAt().plus(Breaker.OPEN_TIME),
                  old.probeUntil(),
                  old.busyUntil());
          case Ending.Busy(var retryAfter) ->
              new Health(
                  old.faults(),
                  old.openUntil(),
                  old.probeUntil(),
                  end.work().startedAt().plus(retryAfter));
          case Ending.Neutral() -> old;
        };
    Learned known = row.learned();
    Feedback feedback = end.feedback();
    long claims = known.coldClaims();
    long since = known.coldSince();
    switch (feedback.coldClaims()) {
      case ColdClaims.Same() -> {}
      case ColdClaims.Another() -> claims++;
      case ColdClaims.Cleared() -> claims = 0;
      case ColdClaims.First(var clock) -> {
        claims = 1;
        since = clock;
      }
    }
    Learned learned =
        new Learned(
            feedback.capacityTokens() > 0 ? feedback.capacityTokens() : known.capacityTokens(),
            feedback.prefillTokensPerSecond() > 0
                ? feedback.prefillTokensPerSecond()
                : known.prefillTokensPerSecond(),
            claims,
            since);
    targets.put(end.target(), row.with(health).with(learned));
    return new WriteResult.Fresh(target(end.target()));
  }

  private WriteResult bump(TargetId target, long read) {
    TargetRow row = target(target);
    if (row.generation() != read) {
      return new WriteResult.Refused();
    }
    Learned learned = row.learned();
    targets.put(
        target,
        new TargetRow(
            target,
            row.clock(),
            read + 1,
            row.prefill(),
            row.sequences(),
            row.context(),
            row.inserted(),
            row.draining(),
            row.health(),
            new Learned(learned.capacityTokens(), learned.prefillTokensPerSecond(), 0, 0)));
    return new WriteResult.Done();
  }

  private WriteResult add(TargetId target, Work work, int sign, long inserted) {
    TargetRow row = targets.getOrDefault(target, TargetRow.unknown(target));
    long minute = TargetRow.sequenceBucket(work.startedAt());
    TargetRow changed =
        new TargetRow(
            target,
            row.clock() + inserted,
            row.generation(),
            plus(
                row.prefill(),
                TargetRow.prefillBucket(work.startedAt()),
                sign * work.prefillTokens()),
            plus(row.sequences(), minute, sign),
            plus(row.context(), minute, sign * work.contextTokens()),
            plus(row.inserted(), TargetRow.sequenceBucket(work.startedAt()), inserted),
            row.draining(),
            row.health(),
            row.learned());
    targets.put(target, changed);
    return new WriteResult.Fresh(changed);
  }

  private static Map<Long, Long> plus(Map<Long, Long> buckets, long bucket, long amount) {
    Map<Long, Long> changed = new HashMap<>(buckets);
    changed.merge(bucket, amount, Long::sum);
    changed.values().removeIf(v -> v == 0);
    return changed;
  }

  private WriteResult lease(TableWrite.LeaseFleet lease) {
    FleetRow row = fleets.get(lease.endpoint());
    if (row != null
        && (isWithin(lease.now(), row.leaseUntil(), LeasedFleet.LEASE.multipliedBy(2))
            || isWithin(
                lease.now().minus(LeasedFleet.REFRESH),
                row.describedAt(),
                LeasedFleet.REFRESH.multipliedBy(2)))) {
      return new WriteResult.Refused();
    }
    FleetRow leased =
        row == null
            ? new FleetRow(
                lease.endpoint(), List.of(), lease.now().minus(Duration.ofDays(1)), lease.until())
            : new FleetRow(row.endpoint(), row.targets(), row.describedAt(), lease.until());
    fleets.put(lease.endpoint(), leased);
    return new WriteResult.Done();
  }

  private static boolean isWithin(Instant from, Instant time, Duration length) {
    return time.isAfter(from) && !time.isAfter(from.plus(length));
  }

  synchronized void failReads(Degradation reason) {
    readsFail = Optional.of(reason);
  }

  synchronized void failClaims(Degradation reason) {
    claimsFail = Optional.of(reason);
  }

  synchronized void failWrites(Degradation reason) {
    writesFail = Optional.of(reason);
  }

  /** Lets somebody else write a row just before the next claims. */
  synchronized void letRivalClaim(PrefixRow row) {
    rival = Optional.of(row);
  }

  synchronized void put(TargetRow row) {
    targets.put(row.target(), row);
  }

  synchronized TargetRow target(TargetId id) {
    return targets.getOrDefault(id, TargetRow.unknown(id));
  }

  synchronized List<TableQuery> reads() {
    return List.copyOf(reads);
  }

  synchronized List<ClaimRequest> claims() {
    return List.copyOf(claims);
  }

  synchronized List<TableWrite> writes() {
    return List.copyOf(writes);
  }

  /** The writes of one kind so far. */
  <T extends TableWrite> List<T> writes(Class<T> kind) {
    return writes().stream().filter(kind::isInstance).map(kind::cast).toList();
  }
}
