package dev.warmpath.table;

import dev.warmpath.router.port.TableWrite.BumpGeneration;
import dev.warmpath.routing.TargetRow;
import dev.warmpath.table.OperatedTable.Action;
import java.time.Instant;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/** An operator's writes to target rows; each leaves in the row what was done last, and when. */
final class OperatorWrites {
  private OperatorWrites() {}

  /**
   * A change of a row as it was read.
   *
   * @param exists whether there was a row
   */
  static ItemWrite of(TargetRow read, boolean exists, Action action, Instant now) {
    return switch (action) {
      case DRAIN -> noted(switched(read, exists, true, now), action, now);
      case UNDRAIN -> noted(switched(read, exists, false, now), action, now);
      case INVALIDATE ->
          noted(
              TargetWrites.bump(new BumpGeneration(read.target(), read.generation()), now),
              action,
              now);
    };
  }

  private static ItemWrite switched(TargetRow read, boolean exists, boolean draining, Instant now) {
    return new ItemWrite(
        RowKeys.target(read.target()),
        exists ? new Condition.Present(Item.KEY) : new Condition.Missing(Item.KEY),
        new ItemWrite.Change(
            Map.of(
                TargetRowCodec.DRAINING,
                new Attribute.Flag(draining),
                Item.TTL,
                Attribute.of(Bounds.seconds(now.plus(TargetWrites.TTL)))),
            Map.of(),
            Map.of(),
            Set.of()));
  }

  private static ItemWrite noted(ItemWrite write, Action action, Instant now) {
    if (!(write.effect() instanceof ItemWrite.Change change)) {
      throw new IllegalStateException("a target's row must be changed, not replaced");
    }
    Map<String, Attribute> set = new HashMap<>(change.set());
    set.put(TargetRowCodec.LAST_ACTION, new Attribute.Text(action.name().toLowerCase(Locale.ROOT)));
    set.put(TargetRowCodec.LAST_ACTION_AT, Attribute.of(Bounds.millis(now)));
    return new ItemWrite(
        write.key(),
        write.condition(),
        new ItemWrite.Change(set, change.start(), change.add(), new HashSet<>(change.remove())));
  }
}
