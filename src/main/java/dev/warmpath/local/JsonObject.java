package dev.warmpath.local;

import com.fasterxml.jackson.jr.ob.JSON;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** A parsed JSON object whose fields are read with checks; JSON null counts as absent. */
final class JsonObject {
  private final Map<?, ?> fields;

  private JsonObject(Map<?, ?> fields) {
    this.fields = fields;
  }

  /** Parses a body. */
  static JsonObject parse(byte[] body) throws RefusedBodyException {
    Object parsed;
    try {
      parsed = body.length == 0 ? "" : JSON.std.anyFrom(body);
    } catch (IOException e) {
      // The parser's message quotes the text; the caller has it already, the log must not.
      throw new RefusedBodyException("The request body is not valid JSON.");
    }
    return of(parsed, "the request body");
  }

  /** The object that a value is. */
  static JsonObject of(Object value, String name) throws RefusedBodyException {
    if (value instanceof Map<?, ?> fields) {
      return new JsonObject(fields);
    }
    throw new RefusedBodyException(name + " must be a JSON object");
  }

  /** A value as compact JSON, fields in their order. */
  static String json(Object value) {
    try {
      return JSON.std.asString(value);
    } catch (IOException e) {
      throw new IllegalStateException("what was parsed from JSON must be writable as JSON", e);
    }
  }

  Optional<Object> field(String name) {
    return Optional.ofNullable(fields.get(name));
  }

  Optional<String> string(String name) throws RefusedBodyException {
    Optional<Object> value = field(name);
    if (value.isPresent() && !(value.get() instanceof String)) {
      throw new RefusedBodyException(name + " must be a string");
    }
    return value.map(String.class::cast);
  }

  Optional<List<?>> list(String name) throws RefusedBodyException {
    Optional<Object> value = field(name);
    if (value.isEmpty()) {
      return Optional.empty();
    }
    if (value.get() instanceof List<?> list) {
      return Optional.of(list);
    }
    throw new RefusedBodyException(name + " must be an array");
  }

  boolean isTrue(String name) {
    return field(name).filter(Boolean.TRUE::equals).isPresent();
  }

  /** A count of at least one. */
  Optional<Integer> count(String name) throws RefusedBodyException {
    Optional<Object> value = field(name);
    if (value.isEmpty()) {
      return Optional.empty();
    }
    if (value.get() instanceof Integer count && count > 0) {
      return Optional.of(count);
    }
    throw new RefusedBodyException(name + " must be a whole number of at least 1");
  }

  String json() {
    return json(fields);
  }
}
