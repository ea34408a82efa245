package dev.warmpath.table;

import dev.warmpath.prompt.Anchor;
import dev.warmpath.prompt.PrefixHash;
import dev.warmpath.routing.Owner;
import dev.warmpath.routing.PrefixRow;
import dev.warmpath.routing.TargetId;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * Prefix rows as items.
 *
 * <p>Each owner is an attribute of its own, named {@code @<target>}: so touches by different owners
 * do not overwrite each other, and one update serves a new row and a known owner alike. Attributes
 * of other names are ignored.
 */
public final class PrefixRowCodec {
  /** Owners by their last use; the order of names decides between those of one instant. */
  public static final Comparator<Owner> LATEST_FIRST =
      Comparator.comparing(Owner::lastUse).reversed().thenComparing(Owner::target);

  static final String DEPTH = "d";
  static final String VERSION = "v";

  private static final String OWNER_MARK = "@";
  private static final String CLOCK = "c";
  private static final String GENERATION = "g";
  private static final String LAST_USE = "u";
  private static final String TIP_DEPTH = "d";
  private static final String TIP_HASH = "h";
  private static final String CONFIRMED = "k";

  private PrefixRowCodec() {}

  /**
   * Writes a row. Times lose what is finer than a millisecond, the row's end what is finer than a
   * second.
   *
   * @param pool the name of the prompts' scope
   */
  public static Item encode(String pool, PrefixRow row) {
    Map<String, Attribute> attributes = new LinkedHashMap<>();
    attributes.put(Item.KEY, new Attribute.Text(RowKeys.prefix(pool, row.hash())));
    attributes.put(DEPTH, Attribute.of(row.depthBytes()));
    attributes.put(VERSION, Attribute.of(Bounds.count(row.version())));
    attributes.put(Item.TTL, Attribute.of(Bounds.seconds(row.expiresAt())));
    row.owners().forEach(o -> attributes.put(ownerName(o.target()), encode(o)));
    return new Item(attributes);
  }

  /**
   * Reads a row; owners that cannot be understood, or are more than a row may have, are left out.
   * The owners come ordered by their last use, the latest first.
   *
   * @param hash the anchor whose row it is
   */
  public static Decoded<PrefixRow> decode(PrefixHash hash, Item item) {
    OptionalLong depth = item.number(DEPTH, 0, Integer.MAX_VALUE);
    OptionalLong version = item.number(VERSION, 0, Bounds.COUNT);
    OptionalLong end = item.number(Item.TTL, 0, Bounds.SECONDS);
    if (depth.orElse(0) == 0 || version.isEmpty() || end.isEmpty()) {
      return new Decoded.Unreadable<>();
    }
    List<Owner> owners = new ArrayList<>();
    boolean whole = true;
    for (Map.Entry<String, Attribute> attribute : item.attributes().entrySet()) {
      if (attribute.getKey().startsWith(OWNER_MARK)) {
        Optional<Owner> owner = owner(attribute.getKey(), attribute.getValue());
        owner.ifPresent(owners::add);
        whole &= owner.isPresent();
      }
    }
    owners.sort(LATEST_FIRST);
    whole &= owners.size() <= PrefixRow.MAX_OWNERS;
    PrefixRow row =
        new PrefixRow(
            hash,
            (int) depth.getAsLong(),
            version.getAsLong(),
            owners.subList(0, Math.min(owners.size(), PrefixRow.MAX_OWNERS)),
            Instant.ofEpochSecond(end.getAsLong()));
    return new Decoded.Row<>(row, whole);
  }

  /** The name of a target's attribute in a prefix row. */
  static String ownerName(TargetId target) {
    return OWNER_MARK + target.value();
  }

  /** An owner's entry. */
  static Attribute encode(Owner owner) {
    Map<String, Attribute> fields = new LinkedHashMap<>();
    fields.put(CLOCK, Attribute.of(Bounds.count(owner.clock())));
    fields.put(GENERATION, Attribute.of(Math.clamp(owner.generation(), 0, Bounds.GENERATION)));
    fields.put(LAST_USE, Attribute.of(Bounds.millis(owner.lastUse())));
    owner
        .tip()
        .ifPresent(
            tip -> {
              fields.put(TIP_DEPTH, Attribute.of(tip.depthBytes()));
              fields.put(TIP_HASH, new Attribute.Bytes(tip.hash().toBytes()));
            });
    fields.put(CONFIRMED, new Attribute.Flag(owner.confirmed()));
    return new Attribute.Fields(fields);
  }

  /** The most bytes that a row of these owners can come to, whatever its numbers grow to. */
  static int largestBytes(String pool, PrefixHash hash, Collection<Owner> owners) {
    Instant latest = Instant.ofEpochMilli(Bounds.MILLIS);
    Optional<Anchor> tip = Optional.of(new Anchor(Integer.MAX_VALUE, hash));
    List<Owner> largest =
        owners.stream()
            .map(o -> new Owner(o.target(), Bounds.COUNT, Bounds.GENERATION, latest, tip, true))
            .toList();
    return ItemSize.of(
        encode(pool, new PrefixRow(hash, Integer.MAX_VALUE, Bounds.COUNT, largest, latest)));
  }

  private static Optional<Owner> owner(String name, Attribute attribute) {
    if (name.length() == OWNER_MARK.length()
        || !(attribute instanceof Attribute.Fields(Map<String, Attribute> fields))) {
      return Optional.empty();
    }
    OptionalLong clock = Item.numberOf(fields, CLOCK, 0, Bounds.COUNT);
    OptionalLong lastUse = Item.numberOf(fields, LAST_USE, 0, Bounds.MILLIS);
    if (clock.isEmpty() || lastUse.isEmpty()) {
      return Optional.empty();
    }
    return Optional.of(
        new Owner(
            new TargetId(name.substring(OWNER_MARK.length())),
            clock.getAsLong(),
            Item.numberOf(fields, GENERATION, 0, Bounds.GENERATION).orElse(0),
            Instant.ofEpochMilli(lastUse.getAsLong()),
            tip(fields),
            new Attribute.Flag(true).equals(fields.get(CONFIRMED))));
  }

  private static Optional<Anchor> tip(Map<String, Attribute> fields) {
    long depth = Item.numberOf(fields, TIP_DEPTH, 0, Integer.MAX_VALUE).orElse(0);
    return depth > 0
            && fields.get(TIP_HASH) instanceof Attribute.Bytes hash
            && hash.length() == PrefixHash.BYTES
        ? Optional.of(new Anchor((int) depth, PrefixHash.fromBytes(hash.value())))
        : Optional.empty();
  }
}
