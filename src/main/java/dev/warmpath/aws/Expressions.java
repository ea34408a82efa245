package dev.warmpath.aws;

import dev.warmpath.table.Attribute;
import dev.warmpath.table.Condition;
import dev.warmpath.table.ItemWrite;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * DynamoDB's expressions for one write, with the placeholders they use. Every name is a
 * placeholder, since names of targets hold characters that expressions do not allow. Used by one
 * thread.
 */
final class Expressions {
  private final Map<String, String> placeholders = new LinkedHashMap<>();
  private final Map<String, AttributeValue> values = new LinkedHashMap<>();

  /** The condition; empty for one that always holds. */
  String condition(Condition condition) {
    return switch (condition) {
      case Condition.Missing(String name) -> "attribute_not_exists(" + name(name) + ")";
      case Condition.Present(String name) -> "attribute_exists(" + name(name) + ")";
      case Condition.EqualTo(String name, long value) -> name(name) + " = " + value(value);
      case Condition.AtMost(String name, long value) -> name(name) + " <= " + value(value);
      case Condition.MoreThan(String name, long value) -> name(name) + " > " + value(value);
      case Condition.AllOf(List<Condition> parts) -> joined(parts, " AND ");
      case Condition.AnyOf(List<Condition> parts) -> joined(parts, " OR ");
    };
  }

  /** The update. */
  String update(ItemWrite.Change change) {
    List<String> set = new ArrayList<>();
    change.set().forEach((name, value) -> set.add(name(name) + " = " + value(value)));
    change
        .start()
        .forEach(
            (name, value) ->
                set.add(name(name) + " = if_not_exists(" + name(name) + ", " + value(value) + ")"));
    List<String> add = new ArrayList<>();
    change.add().forEach((name, value) -> add.add(name(name) + " " + value(value)));
    List<String> remove = change.remove().stream().map(this::name).toList();
    return (clause("SET", set) + clause("ADD", add) + clause("REMOVE", remove)).strip();
  }

  /** What the placeholders of names stand for. */
  Map<String, String> names() {
    return placeholders.entrySet().stream()
        .collect(Collectors.toMap(Map.Entry::getValue, Map.Entry::getKey));
  }

  /** What the placeholders of values stand for. */
  Map<String, AttributeValue> values() {
    return values;
  }

  private static String clause(String keyword, List<String> parts) {
    return parts.isEmpty() ? "" : " " + keyword + " " + String.join(", ", parts);
  }

  private String joined(List<Condition> parts, String operator) {
    return parts.stream()
        .map(this::condition)
        .map(part -> parts.size() == 1 ? part : "(" + part + ")")
        .collect(Collectors.joining(operator));
  }

  private String name(String name) {
    return placeholders.computeIfAbsent(name, n -> "#" + placeholders.size());
  }

  private String value(long value) {
    return value(Attribute.of(value));
  }

  private String value(Attribute value) {
    String placeholder = ":" + values.size();
    values.put(placeholder, AttributeValues.of(value));
    return placeholder;
  }
}
