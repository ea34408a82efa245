package dev.warmpath.local;

import com.fasterxml.jackson.jr.ob.JSON;
import dev.warmpath.keys.KeyHash;
import dev.warmpath.keys.KeyLookup;
import dev.warmpath.keys.KeyRow;
import dev.warmpath.keys.KeyRowCodec;
import dev.warmpath.keys.KeyStore;
import dev.warmpath.table.Attribute;
import dev.warmpath.table.Item;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Keys in a file, one JSON object a line; of several lines for a key the last one counts. Lines are
 * only added, so that a reader beside a writer sees whole rows. Safe for any number of threads and
 * processes.
 */
public final class FileKeyStore implements KeyStore, KeyLookup {
  private final Path file;

  /** Makes a store; the file is made with its first key. */
  public FileKeyStore(Path file) {
    this.file = file;
  }

  @Override
  public Found find(KeyHash hash) {
    try {
      return all().stream()
          .filter(row -> row.hash().equals(hash))
          .<Found>map(Found.Row::new)
          .findFirst()
          .orElseGet(Found.None::new);
    } catch (IOException e) {
      return new Found.Unavailable(String.valueOf(e.getMessage()));
    }
  }

  @Override
  public void add(KeyRow row) throws IOException {
    append(row);
  }

  @Override
  public List<KeyRow> all() throws IOException {
    try {
      Map<KeyHash, KeyRow> rows = new LinkedHashMap<>();
      for (String line : Files.readAllLines(file)) {
        if (!line.isBlank()) {
          KeyRow row = row(line);
          rows.put(row.hash(), row);
        }
      }
      return List.copyOf(rows.values());
    } catch (NoSuchFileException e) {
      throw new IOException("there is no file " + file, e);
    }
  }

  @Override
  public void revoke(KeyRow row, Instant time) throws IOException {
    append(row.revokedAt(time));
  }

  private void append(KeyRow row) throws IOException {
    Map<String, Object> line = new LinkedHashMap<>();
    KeyRowCodec.item(row).attributes().forEach((name, value) -> line.put(name, plain(value)));
    try {
      Files.writeString(
          file,
          JSON.std.asString(line) + "\n",
          StandardCharsets.UTF_8,
          StandardOpenOption.CREATE,
          StandardOpenOption.APPEND);
    } catch (NoSuchFileException e) {
      throw new IOException("there is no folder for " + file, e);
    }
  }

  private KeyRow row(String line) throws IOException {
    Map<String, Attribute> attributes = new LinkedHashMap<>();
    try {
      JSON.std.mapFrom(line).forEach((name, value) -> attributes.put(name, attribute(value)));
    } catch (IOException e) {
      throw new IOException(file + " has a line that is no JSON object", e);
    }
    return KeyRowCodec.row(new Item(attributes))
        .orElseThrow(() -> new IOException(file + " has a line that is not a key's row"));
  }

  private static Object plain(Attribute attribute) {
    return switch (attribute) {
      case Attribute.Text(String text) -> text;
      case Attribute.Numeric(BigDecimal number) -> number.longValueExact();
      case Attribute.Bytes _, Attribute.Flag _, Attribute.Fields _, Attribute.Opaque _ ->
          throw new IllegalArgumentException("rows of keys hold texts and numbers only");
    };
  }

  private static Attribute attribute(Object value) {
    return switch (value) {
      case String text -> new Attribute.Text(text);
      case Number number -> Attribute.of(number.longValue());
      default -> new Attribute.Opaque();
    };
  }
}
