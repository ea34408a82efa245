package dev.warmpath.local;

import dev.warmpath.router.port.Degradation;
import dev.warmpath.table.Item;
import dev.warmpath.table.ItemScan;
import dev.warmpath.table.ItemStore;
import dev.warmpath.table.ItemWrite;
import dev.warmpath.table.UnitMeter;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;

/**
 * A store of items in memory. Items past their end are swept away now and then, as DynamoDB does.
 * Safe for any number of threads.
 */
final class InMemoryItems implements ItemStore, ItemScan {
  private static final int LEAST_SWEEP = 1024;

  /** Items of one page. */
  private static final int PAGE = 1000;

  private final Map<String, Item> items = new ConcurrentHashMap<>();
  private final AtomicInteger sweepAt = new AtomicInteger(LEAST_SWEEP);
  private final UnitMeter meter;
  private final InstantSource clock;

  InMemoryItems(UnitMeter meter, InstantSource clock) {
    this.meter = meter;
    this.clock = clock;
  }

  @Override
  public Read read(Set<String> keys) {
    Map<String, Item> found = new HashMap<>();
    for (String key : keys) {
      Optional<Item> item = Optional.ofNullable(items.get(key));
      meter.readEventually(item);
      item.ifPresent(i -> found.put(key, i));
    }
    return new Read.Found(found);
  }

  @Override
  public Written write(ItemWrite write) {
    AtomicReference<Written> outcome =
        new AtomicReference<>(new Written.Failed(Degradation.FAILED));
    items.compute(
        write.key(),
        (key, old) -> {
          Optional<Item> before = Optional.ofNullable(old);
          Optional<Item> after = write.applyTo(before);
          meter.write(before, after);
          if (!write.condition().holds(before)) {
            outcome.set(new Written.Blocked(before));
            return old;
          }
          after.ifPresent(item -> outcome.set(new Written.Done(item)));
          return after.orElse(old);
        });
    sweep();
    return outcome.get();
  }

  @Override
  public Page page(Optional<String> after) {
    List<Item> page =
        items.entrySet().stream()
            .filter(e -> after.isEmpty() || e.getKey().compareTo(after.get()) > 0)
            .sorted(Map.Entry.comparingByKey())
            .limit(PAGE)
            .map(Map.Entry::getValue)
            .toList();
    return new Page.Items(page, page.size() < PAGE ? Optional.empty() : page.getLast().key());
  }

  /** Each sweep waits until the table has doubled, so that its cost per write stays constant. */
  private void sweep() {
    int limit = sweepAt.get();
    if (items.size() >= limit && sweepAt.compareAndSet(limit, Integer.MAX_VALUE)) {
      items.values().removeIf(item -> item.isExpired(clock.instant()));
      sweepAt.set(Math.max(LEAST_SWEEP, 2 * items.size()));
    }
  }
}
