package dev.warmpath.chaos;

import dev.warmpath.table.Attribute;
import dev.warmpath.table.Condition;
import dev.warmpath.table.ItemWrite;
import java.math.BigDecimal;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;

/**
 * DynamoDB's expressions, as far as the router writes them. Used by one thread.
 *
 * <p>A condition is parts joined by AND or OR, each in brackets or alone: {@code
 * attribute_exists(#0)}, {@code attribute_not_exists(#0)}, or a comparison of a name with a number.
 * An update has the clauses SET, ADD and REMOVE.
 */
final class WireExpression {
  private static final Pattern TOKEN = Pattern.compile("[#:]\\w+|\\w+|<=|[=>(),]");
  private static final Set<String> CLAUSES = Set.of("SET", "ADD", "REMOVE");

  private final Map<String, String> names;
  private final Map<String, Attribute> values;
  private final Deque<String> tokens = new ArrayDeque<>();

  WireExpression(Map<String, String> names, Map<String, Attribute> values) {
    this.names = names;
    this.values = values;
  }

  /** The condition that a text states. */
  Condition condition(String text) {
    read(text);
    return parts();
  }

  /** The change that a text states. */
  ItemWrite.Change change(String text) {
    read(text);
    Map<String, Attribute> set = new LinkedHashMap<>();
    Map<String, Attribute> start = new LinkedHashMap<>();
    Map<String, Long> add = new LinkedHashMap<>();
    Set<String> remove = new LinkedHashSet<>();
    String clause = "";
    while (!tokens.isEmpty()) {
      clause = CLAUSES.contains(tokens.peek()) ? tokens.pop() : clause;
      String name = name();
      switch (clause) {
        case "SET" -> assign(name, set, start);
        case "ADD" -> add.put(name, number());
        case "REMOVE" -> remove.add(name);
        default -> throw new IllegalArgumentException("no clause before " + name);
      }
      skip(",");
    }
    return new ItemWrite.Change(set, start, add, remove);
  }

  private void assign(String name, Map<String, Attribute> set, Map<String, Attribute> start) {
    tokens.pop();
    if (skip("if_not_exists")) {
      tokens.pop();
      tokens.pop();
      tokens.pop();
      start.put(name, value());
      tokens.pop();
    } else {
      set.put(name, value());
    }
  }

  private Condition parts() {
    List<Condition> parts = new ArrayList<>(List.of(part()));
    boolean any = false;
    while (!tokens.isEmpty() && !")".equals(tokens.peek())) {
      any = tokens.pop().equals("OR");
      parts.add(part());
    }
    return any ? new Condition.AnyOf(parts) : new Condition.AllOf(parts);
  }

  private Condition part() {
    if (skip("(")) {
      Condition inner = parts();
      tokens.pop();
      return inner;
    }
    if (tokens.element().startsWith("attribute_")) {
      boolean exists = tokens.pop().equals("attribute_exists");
      tokens.pop();
      String name = name();
      tokens.pop();
      return exists ? new Condition.Present(name) : new Condition.Missing(name);
    }
    String name = name();
    return switch (tokens.pop()) {
      case "=" -> new Condition.EqualTo(name, number());
      case "<=" -> new Condition.AtMost(name, number());
      case ">" -> new Condition.MoreThan(name, number());
      case String other -> throw new IllegalArgumentException("no comparison: " + other);
    };
  }

  private void read(String text) {
    tokens.clear();
    TOKEN.matcher(text).results().map(MatchResult::group).forEach(tokens::add);
  }

  private boolean skip(String token) {
    boolean there = token.equals(tokens.peek());
    if (there) {
      tokens.pop();
    }
    return there;
  }

  private String name() {
    return Objects.requireNonNull(names.get(tokens.pop()), "a name must be given");
  }

  private Attribute value() {
    return Objects.requireNonNull(values.get(tokens.pop()), "a value must be given");
  }

  private long number() {
    return value() instanceof Attribute.Numeric(BigDecimal value) ? value.longValueExact() : 0;
  }
}
