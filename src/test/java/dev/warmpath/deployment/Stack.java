package dev.warmpath.deployment;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * A template with its parameters put in: conditions decided and functions computed, so that a test
 * sees what CloudFormation would deploy.
 *
 * <p>References to resources become {@code <LogicalId>} and their attributes {@code
 * <LogicalId.Attribute>}, for their values are known to AWS only.
 */
final class Stack {

  private static final Pattern VARIABLE = Pattern.compile("\\$\\{([^}!]+)}");
  private static final Map<String, String> PSEUDO =
      Map.of(
          "AWS::Partition", "aws",
          "AWS::Region", "eu-west-1",
          "AWS::AccountId", "123456789012",
          "AWS::URLSuffix", "amazonaws.com",
          "AWS::StackName", "warmpath");

  /** Functions whose names have no prefix. */
  private static final Set<String> SHORT = Set.of("Ref", "Condition");

  private final StackTemplate template;
  private final Map<String, String> parameters;

  private Stack(StackTemplate template, Map<String, String> parameters) {
    this.template = template;
    this.parameters = Map.copyOf(parameters);
  }

  static Stack of(StackTemplate template, Map<String, String> parameters) {
    return new Stack(template, parameters);
  }

  /** The properties of the resources of one type that exist under these parameters, by name. */
  Map<String, Map<String, Object>> resources(String type) {
    Map<String, Map<String, Object>> found = new LinkedHashMap<>();
    template
        .section("Resources")
        .forEach(
            (name, body) -> {
              Map<String, Object> resource = StackTemplate.map(body);
              if (type.equals(resource.get("Type")) && exists(resource)) {
                found.put(name, StackTemplate.map(value(resource.get("Properties")).orElseThrow()));
              }
            });
    return found;
  }

  /** The properties of the only resource of one type. */
  Map<String, Object> resource(String type) {
    Map<String, Map<String, Object>> found = resources(type);
    if (found.size() != 1) {
      throw new IllegalStateException("there must be one " + type + " but are " + found.keySet());
    }
    return found.values().iterator().next();
  }

  /** The values of the outputs that exist under these parameters, by name. */
  Map<String, Object> outputs() {
    Map<String, Object> found = new LinkedHashMap<>();
    template
        .section("Outputs")
        .forEach(
            (name, body) -> {
              Map<String, Object> output = StackTemplate.map(body);
              if (exists(output)) {
                found.put(name, value(output.get("Value")).orElseThrow());
              }
            });
    return found;
  }

  /** What the template's rules say against these parameters. */
  List<String> objections() {
    List<String> found = new ArrayList<>();
    template
        .section("Rules")
        .forEach(
            (name, body) -> {
              Map<String, Object> rule = StackTemplate.map(body);
              if (Boolean.parseBoolean(text(rule.get("RuleCondition")))) {
                StackTemplate.list(rule.get("Assertions")).stream()
                    .map(StackTemplate::map)
                    .filter(assertion -> !Boolean.parseBoolean(text(assertion.get("Assert"))))
                    .map(assertion -> String.valueOf(assertion.get("AssertDescription")))
                    .forEach(found::add);
              }
            });
    return found;
  }

  private boolean exists(Map<String, Object> body) {
    Object condition = body.get("Condition");
    return condition == null || holds(condition.toString());
  }

  private boolean holds(String condition) {
    return Boolean.parseBoolean(text(template.section("Conditions").get(condition)));
  }

  private Optional<Object> value(@Nullable Object raw) {
    return switch (Objects.requireNonNull(raw, "the template has an empty value")) {
      case Map<?, ?> map when function(map).isPresent() -> call(function(map).get(), map);
      case Map<?, ?> map -> Optional.of(members(StackTemplate.map(map)));
      case List<?> list -> Optional.of(elements(list));
      case Object scalar -> Optional.of(scalar);
    };
  }

  private Map<String, Object> members(Map<String, Object> raw) {
    Map<String, Object> members = new LinkedHashMap<>();
    raw.forEach((key, member) -> value(member).ifPresent(known -> members.put(key, known)));
    return members;
  }

  private List<Object> elements(List<?> raw) {
    List<Object> elements = new ArrayList<>();
    raw.forEach(element -> value(element).ifPresent(elements::add));
    return elements;
  }

  private static Optional<String> function(Map<?, ?> map) {
    return map.keySet().stream()
        .map(String::valueOf)
        .filter(key -> map.size() == 1 && (SHORT.contains(key) || key.startsWith("Fn::")))
        .findFirst();
  }

  private Optional<Object> call(String function, Map<?, ?> map) {
    Object argument = Objects.requireNonNull(map.get(function));
    List<Object> arguments = StackTemplate.list(argument);
    return switch (function) {
      case "Ref" -> argument.equals("AWS::NoValue") ? Optional.empty() : known(argument.toString());
      case "Condition" -> Optional.of(holds(argument.toString()));
      case "Fn::And" ->
          Optional.of(arguments.stream().allMatch(a -> Boolean.parseBoolean(text(a))));
      case "Fn::GetAtt" -> known(argument.toString());
      case "Fn::If" -> value(arguments.get(holds(arguments.get(0).toString()) ? 1 : 2));
      case "Fn::Not" -> Optional.of(!Boolean.parseBoolean(text(arguments.get(0))));
      case "Fn::Equals" -> Optional.of(text(arguments.get(0)).equals(text(arguments.get(1))));
      case "Fn::Split" ->
          Optional.of(
              List.of(text(arguments.get(1)).split(Pattern.quote(text(arguments.get(0))), -1)));
      case "Fn::Select" ->
          Optional.of(
              StackTemplate.list(value(arguments.get(1)).orElseThrow())
                  .get(Integer.parseInt(text(arguments.get(0)))));
      case "Fn::Join" ->
          Optional.of(
              StackTemplate.list(value(arguments.get(1)).orElseThrow()).stream()
                  .map(String::valueOf)
                  .collect(Collectors.joining(text(arguments.get(0)))));
      case "Fn::Sub" -> Optional.of(substitute(arguments));
      default -> throw new IllegalStateException("unknown function " + function);
    };
  }

  private String text(@Nullable Object raw) {
    return value(raw).orElseThrow().toString();
  }

  private String substitute(List<Object> arguments) {
    Map<String, Object> own =
        arguments.size() > 1 ? members(StackTemplate.map(arguments.get(1))) : Map.of();
    String text =
        VARIABLE
            .matcher(arguments.get(0).toString())
            .replaceAll(
                match -> {
                  String name = match.group(1);
                  Object given = own.get(name);
                  return Matcher.quoteReplacement(
                      (given != null ? given : known(name).orElseThrow()).toString());
                });
    // How a template writes what looks like a variable and is none.
    return text.replace("${!", "${");
  }

  private Optional<Object> known(String name) {
    String value = parameters.getOrDefault(name, PSEUDO.get(name));
    if (value != null) {
      return Optional.of(value);
    }
    String resource = name.contains(".") ? name.substring(0, name.indexOf('.')) : name;
    if (!template.section("Resources").containsKey(resource)) {
      throw new IllegalStateException(name + " is neither a parameter nor a resource");
    }
    return Optional.of("<" + name + ">");
  }
}
