package dev.warmpath.web;

import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Reads typed fields off a JSON object, and names the field when its type is wrong. */
final class FieldReader {
  private final Map<?, ?> object;
  private final String path;

  private FieldReader(Map<?, ?> object, String path) {
    this.object = object;
    this.path = path;
  }

  /** A reader of a whole body. */
  static FieldReader of(Map<?, ?> body) {
    return new FieldReader(body, "");
  }

  /** A reader of one item of a list, which must be an object. */
  static FieldReader of(Object item, String path) throws RequestException {
    if (item instanceof Map<?, ?> map) {
      return new FieldReader(map, path + ".");
    }
    throw RequestException.badField(path, "'" + path + "' must be an object");
  }

  /** The name of a field as the caller would write it. */
  String path(String name) {
    return path + name;
  }

  Optional<Object> any(String name) {
    return Optional.ofNullable(object.get(name));
  }

  String text(String name) throws RequestException {
    return typed(name, String.class, "a string").orElse("");
  }

  String requiredText(String name) throws RequestException {
    String text = text(name);
    if (text.isEmpty()) {
      throw wrong(name, "a non-empty string");
    }
    return text;
  }

  boolean flag(String name) throws RequestException {
    return typed(name, Boolean.class, "true or false").orElse(false);
  }

  /** A count of at least 1, or 0 where the field is absent. */
  long count(String name) throws RequestException {
    Optional<Number> number = typed(name, Number.class, "a positive integer");
    if (number.isEmpty()) {
      return 0;
    }
    Number value = number.get();
    boolean whole = value instanceof Integer || value instanceof Long;
    if (!whole || value.longValue() < 1) {
      throw wrong(name, "a positive integer");
    }
    return value.longValue();
  }

  List<?> list(String name) throws RequestException {
    Optional<List<?>> list = typed(name, List.class, "an array").map(found -> (List<?>) found);
    return list.orElse(List.of());
  }

  List<?> requiredList(String name) throws RequestException {
    List<?> list = list(name);
    if (list.isEmpty()) {
      throw wrong(name, "a non-empty array");
    }
    return list;
  }

  RequestException wrong(String name, String mustBe) {
    return RequestException.badField(path(name), "'" + path(name) + "' must be " + mustBe);
  }

  private <T> Optional<T> typed(String name, Class<T> type, String mustBe) throws RequestException {
    Object value = object.get(name);
    if (value != null && !type.isInstance(value)) {
      throw wrong(name, mustBe);
    }
    return Optional.ofNullable(type.cast(value));
  }
}
