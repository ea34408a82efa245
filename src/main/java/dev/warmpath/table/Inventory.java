package dev.warmpath.table;

import dev.warmpath.prompt.PrefixHash;
import dev.warmpath.routing.FleetRow;
import dev.warmpath.routing.Owner;
import dev.warmpath.routing.PrefixRow;
import dev.warmpath.routing.Target;
import dev.warmpath.routing.TargetId;
import dev.warmpath.routing.TargetRow;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * What a table holds, counted item by item: as much memory as there are targets. Confined to one
 * thread.
 */
public final class Inventory {
  private final Instant now;
  private final Map<Entry, Long> prefixes = new HashMap<>();
  private final Map<TargetId, Instant> lastUses = new HashMap<>();
  private final Map<TargetId, TargetRow> targets = new HashMap<>();
  private final Map<TargetId, LastAction> actions = new HashMap<>();
  private final Set<TargetId> inService = new HashSet<>();

  /** Makes an empty inventory as of a time: rows past their end do not count. */
  public Inventory(Instant now) {
    this.now = now;
  }

  private record Entry(TargetId target, long generation) {}

  /**
   * What an operator did last.
   *
   * @param action in a word
   * @param at when
   */
  public record LastAction(String action, Instant at) {}

  /**
   * What the table knows of one target.
   *
   * @param row its own row; one of a target never written if there is none
   * @param inService whether a fleet's row lists it; false too where the fleet is a fixed list
   * @param prefixes rows that name it as an owner, as far as its cache has not begun anew since
   * @param voidPrefixes rows that name it but from before its cache began anew
   * @param lastUse when the latest of them was used; empty if there is none
   * @param lastAction what an operator did last; empty if nothing
   */
  public record Holding(
      TargetRow row,
      boolean inService,
      long prefixes,
      long voidPrefixes,
      Optional<Instant> lastUse,
      Optional<LastAction> lastAction) {}

  /** Whether an item is a row of ours. */
  public static boolean isOurs(Item item) {
    return item.key().map(RowKeys::kind).orElse(RowKeys.Kind.FOREIGN) != RowKeys.Kind.FOREIGN;
  }

  /** Counts one item; one that is no row of ours, or past its end, counts for nothing. */
  public void add(Item item) {
    if (isOurs(item) && !item.isExpired(now)) {
      String key = item.key().orElseThrow();
      String name = RowKeys.name(key);
      switch (RowKeys.kind(key)) {
        case PREFIX -> prefix(name, item);
        case TARGET -> target(new TargetId(name), item);
        case FLEET -> fleet(name, item);
        case BUDGET, FOREIGN -> {}
      }
    }
  }

  /** Every target that any row names, by name. */
  public List<Holding> holdings() {
    Set<TargetId> ids = new TreeSet<>(targets.keySet());
    ids.addAll(inService);
    ids.addAll(lastUses.keySet());
    List<Holding> holdings = new ArrayList<>();
    ids.forEach(id -> holdings.add(holding(id)));
    return List.copyOf(holdings);
  }

  private Holding holding(TargetId id) {
    TargetRow row = targets.getOrDefault(id, TargetRow.unknown(id));
    long owned = prefixes.getOrDefault(new Entry(id, row.generation()), 0L);
    long all =
        prefixes.entrySet().stream()
            .filter(e -> e.getKey().target().equals(id))
            .mapToLong(Map.Entry::getValue)
            .sum();
    return new Holding(
        row,
        inService.contains(id),
        owned,
        all - owned,
        Optional.ofNullable(lastUses.get(id)),
        Optional.ofNullable(actions.get(id)));
  }

  private void prefix(String name, Item item) {
    // Only the owners matter: the hash may be any.
    Optional<PrefixRow> row =
        PrefixRowCodec.decode(new PrefixHash(0, name.hashCode()), item).toOptional();
    row.map(PrefixRow::owners).orElse(List.of()).forEach(this::owner);
  }

  private void owner(Owner owner) {
    prefixes.merge(new Entry(owner.target(), owner.generation()), 1L, Long::sum);
    lastUses.merge(owner.target(), owner.lastUse(), (a, b) -> a.isAfter(b) ? a : b);
  }

  private void target(TargetId id, Item item) {
    TargetRowCodec.decode(id, item, now).toOptional().ifPresent(row -> targets.put(id, row));
    TargetRowCodec.lastAction(item).ifPresent(action -> actions.put(id, action));
  }

  private void fleet(String endpoint, Item item) {
    FleetRowCodec.decode(endpoint, item)
        .toOptional()
        .map(FleetRow::targets)
        .orElse(List.of())
        .stream()
        .map(Target::id)
        .forEach(inService::add);
  }
}
