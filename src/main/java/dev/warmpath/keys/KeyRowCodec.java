package dev.warmpath.keys;

import dev.warmpath.table.Attribute;
import dev.warmpath.table.Item;
import java.math.BigDecimal;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/** Rows of keys as items and back. */
public final class KeyRowCodec {
  /** The attribute with the time of revocation in seconds since 1970. */
  public static final String REVOKED = "revoked";

  private static final String KEY_PREFIX = "K#";
  private static final String TENANT = "tenant";
  private static final String GROUP = "group";
  private static final String NAME = "name";
  private static final String PER_MINUTE = "tokensPerMinute";
  private static final String PER_DAY = "tokensPerDay";
  private static final String CREATED = "created";

  private KeyRowCodec() {}

  /** The key under which a hash's row is stored. */
  public static String key(KeyHash hash) {
    return KEY_PREFIX + hash.hex();
  }

  /** The item of a row. */
  public static Item item(KeyRow row) {
    Map<String, Attribute> attributes = new LinkedHashMap<>();
    attributes.put(Item.KEY, new Attribute.Text(key(row.hash())));
    attributes.put(TENANT, new Attribute.Text(row.tenant()));
    attributes.put(GROUP, new Attribute.Text(row.group()));
    attributes.put(NAME, new Attribute.Text(row.name()));
    attributes.put(PER_MINUTE, Attribute.of(row.limits().perMinute()));
    attributes.put(PER_DAY, Attribute.of(row.limits().perDay()));
    attributes.put(CREATED, Attribute.of(row.created().getEpochSecond()));
    row.revoked().ifPresent(at -> attributes.put(REVOKED, Attribute.of(at.getEpochSecond())));
    return new Item(attributes);
  }

  /** Whether an item stands under a key of this codec, whatever else it holds. */
  public static boolean isOurs(Item item) {
    return item.key().filter(key -> key.startsWith(KEY_PREFIX)).isPresent();
  }

  /** The row of an item; empty if it is not a row of a key, or not a whole one. */
  public static Optional<KeyRow> row(Item item) {
    try {
      return Optional.of(
          new KeyRow(
              new KeyHash(hex(item)),
              text(item, TENANT),
              text(item, GROUP),
              text(item, NAME),
              new TokenLimits(number(item, PER_MINUTE), number(item, PER_DAY)),
              Instant.ofEpochSecond(number(item, CREATED)),
              item.attributes().containsKey(REVOKED)
                  ? Optional.of(Instant.ofEpochSecond(number(item, REVOKED)))
                  : Optional.empty()));
    } catch (IllegalArgumentException | ArithmeticException | DateTimeException e) {
      // Somebody else's item: it opens nothing.
      return Optional.empty();
    }
  }

  private static String hex(Item item) {
    String key = text(item, Item.KEY);
    if (!key.startsWith(KEY_PREFIX)) {
      throw new IllegalArgumentException("no row of a key");
    }
    return key.substring(KEY_PREFIX.length());
  }

  private static String text(Item item, String name) {
    if (item.attributes().get(name) instanceof Attribute.Text(String text)) {
      return text;
    }
    throw new IllegalArgumentException("a row of a key lacks " + name);
  }

  private static long number(Item item, String name) {
    if (item.attributes().get(name) instanceof Attribute.Numeric(BigDecimal number)) {
      return number.longValueExact();
    }
    throw new IllegalArgumentException("a row of a key lacks " + name);
  }
}
