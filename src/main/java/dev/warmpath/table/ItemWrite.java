package dev.warmpath.table;

import java.math.BigDecimal;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * One conditional write to one item.
 *
 * @param key which
 * @param condition what must hold before
 * @param effect what happens then
 */
public record ItemWrite(String key, Condition condition, Effect effect) {
  /** What a write does. */
  public sealed interface Effect {}

  /**
   * Puts an item in the place of whatever was there.
   *
   * @param item the whole new item
   */
  public record Replace(Item item) implements Effect {}

  /**
   * Changes some attributes, of a new item if there was none. No attribute may stand in two places.
   *
   * @param set new values
   * @param start values for attributes that are missing
   * @param add what is added to numbers; a missing one counts as 0
   * @param remove what goes
   */
  public record Change(
      Map<String, Attribute> set,
      Map<String, Attribute> start,
      Map<String, Long> add,
      Set<String> remove)
      implements Effect {
    /** Copies the collections. */
    public Change {
      set = Map.copyOf(set);
      start = Map.copyOf(start);
      add = Map.copyOf(add);
      remove = Set.copyOf(remove);
    }
  }

  /**
   * The item after the effect, whatever the condition says; empty if something is to be added to a
   * value that is no number, which DynamoDB refuses too.
   */
  public Optional<Item> applyTo(Optional<Item> before) {
    return switch (effect) {
      case Replace(Item item) -> Optional.of(item);
      case Change change -> change(before, change);
    };
  }

  private Optional<Item> change(Optional<Item> before, Change change) {
    Map<String, Attribute> after = new LinkedHashMap<>();
    after.put(Item.KEY, new Attribute.Text(key));
    before.map(Item::attributes).ifPresent(after::putAll);
    after.putAll(change.set());
    change.start().forEach(after::putIfAbsent);
    change.remove().forEach(after::remove);
    for (Map.Entry<String, Long> addition : change.add().entrySet()) {
      Attribute old = after.getOrDefault(addition.getKey(), Attribute.of(0));
      if (!(old instanceof Attribute.Numeric(BigDecimal value))) {
        return Optional.empty();
      }
      BigDecimal sum = value.add(BigDecimal.valueOf(addition.getValue()));
      after.put(addition.getKey(), new Attribute.Numeric(sum));
    }
    return Optional.of(new Item(after));
  }
}
