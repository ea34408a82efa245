package dev.warmpath.cli;

import com.fasterxml.jackson.core.JsonPointer;
import com.fasterxml.jackson.jr.ob.JSON;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * What a client library made of an answer.
 *
 * @param fields as the client reported them
 */
record ClientOutcome(Map<String, Object> fields) {
  static ClientOutcome parse(String json) throws IOException {
    return new ClientOutcome(JSON.std.mapFrom(json));
  }

  /** The value at a JSON pointer; null if there is none. */
  @Nullable Object at(String pointer) {
    return at(fields, JsonPointer.compile(pointer));
  }

  /** What was raised, by its class; empty if nothing was. */
  String errorClass() {
    return at("/error/class") instanceof String name ? name : "";
  }

  /** The pieces that came, oldest first. */
  List<ClientOutcome> chunks() {
    return at("/chunks") instanceof List<?> chunks
        ? chunks.stream().map(ClientOutcome::ofObject).toList()
        : List.of();
  }

  /** The text of all pieces. */
  String text() {
    return chunks().stream()
        .map(chunk -> chunk.at("/choices/0/delta/content") instanceof String text ? text : "")
        .collect(Collectors.joining());
  }

  // JSON has no other keys than strings.
  @SuppressWarnings("unchecked")
  private static ClientOutcome ofObject(Object value) {
    return new ClientOutcome((Map<String, Object>) value);
  }

  private static @Nullable Object at(@Nullable Object value, JsonPointer path) {
    if (path.matches()) {
      return value;
    }
    return switch (value) {
      case Map<?, ?> map -> at(map.get(path.getMatchingProperty()), path.tail());
      case List<?> list
          when path.getMatchingIndex() >= 0 && path.getMatchingIndex() < list.size() ->
          at(list.get(path.getMatchingIndex()), path.tail());
      case null, default -> null;
    };
  }
}
