package dev.warmpath.web;

import com.fasterxml.jackson.core.io.JsonStringEncoder;
import com.fasterxml.jackson.jr.ob.JSON;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Values as JSON text. */
final class JsonText {
  private static final JSON WRITER = JSON.std.with(JSON.Feature.WRITE_NULL_PROPERTIES);

  private JsonText() {}

  /** A string in quotes. */
  static String quote(String text) {
    return "\"" + new String(JsonStringEncoder.getInstance().quoteAsString(text)) + "\"";
  }

  /** A value with its objects' keys in alphabetical order, without white space. */
  static String canonical(Object value) {
    try {
      return WRITER.asString(sorted(value));
    } catch (IOException e) {
      throw new UncheckedIOException("a value that was read as JSON must be writable", e);
    }
  }

  /** A value with its objects' keys in their own order. */
  static String ordered(Map<String, ?> value) {
    try {
      return WRITER.asString(value);
    } catch (IOException e) {
      throw new UncheckedIOException("memory cannot break", e);
    }
  }

  private static @Nullable Object sorted(@Nullable Object value) {
    return switch (value) {
      case Map<?, ?> map -> {
        Map<String, @Nullable Object> sorted = new TreeMap<>();
        map.forEach((key, item) -> sorted.put(String.valueOf(key), sorted(item)));
        yield sorted;
      }
      case List<?> list -> list.stream().map(JsonText::sorted).toList();
      case null, default -> value;
    };
  }
}
