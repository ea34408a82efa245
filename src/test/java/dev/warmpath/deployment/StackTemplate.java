package dev.warmpath.deployment;

import java.io.IOException;
import java.io.Reader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.Yaml;
import org.yaml.snakeyaml.constructor.AbstractConstruct;
import org.yaml.snakeyaml.constructor.SafeConstructor;
import org.yaml.snakeyaml.nodes.MappingNode;
import org.yaml.snakeyaml.nodes.Node;
import org.yaml.snakeyaml.nodes.ScalarNode;
import org.yaml.snakeyaml.nodes.SequenceNode;

/** A CloudFormation template as written, its short tags spelled out ({@code !Ref} as a map). */
record StackTemplate(Map<String, Object> root) {

  /** Reads a template file. */
  static StackTemplate read(Path file) throws IOException {
    try (Reader reader = Files.newBufferedReader(file)) {
      return new StackTemplate(map(new Yaml(new Tags()).load(reader)));
    }
  }

  /** One of the template's sections, such as Parameters. */
  Map<String, Object> section(String name) {
    return map(root.getOrDefault(name, Map.of()));
  }

  /** The stack that CloudFormation would make of the template with these parameters. */
  Stack deployedWith(Map<String, String> parameters) {
    Map<String, String> values = new LinkedHashMap<>();
    section("Parameters")
        .forEach(
            (name, parameter) -> {
              Object given = parameters.get(name);
              Object value = given != null ? given : map(parameter).get("Default");
              if (value == null) {
                throw new IllegalArgumentException("parameter " + name + " has no value");
              }
              values.put(name, value.toString());
            });
    return Stack.of(this, values);
  }

  /** The value as a map; a value of another type is an error of the template. */
  static Map<String, Object> map(@Nullable Object value) {
    if (!(value instanceof Map<?, ?> entries)) {
      throw new IllegalStateException("a map was expected but there is " + value);
    }
    Map<String, Object> copy = new LinkedHashMap<>();
    entries.forEach((key, entry) -> copy.put(String.valueOf(key), entry));
    return copy;
  }

  /** The value as a list; a single value is a list of one, as in IAM policies. */
  static List<Object> list(@Nullable Object value) {
    if (value == null) {
      throw new IllegalStateException("a list was expected but there is nothing");
    }
    return value instanceof List<?> list ? new ArrayList<>(list) : List.of(value);
  }

  /** A member of a map as text; one that is missing is an error of the template. */
  static String text(@Nullable Object holder, String key) {
    return Objects.requireNonNull(map(holder).get(key), () -> "there is no " + key).toString();
  }

  /** Turns {@code !Name x} into {@code {Fn::Name: x}}. */
  private static final class Tags extends SafeConstructor {

    Tags() {
      super(new LoaderOptions());
      yamlMultiConstructors.put("!", new Tag());
    }

    private final class Tag extends AbstractConstruct {
      @Override
      public Object construct(Node node) {
        String tag = node.getTag().getValue().substring(1);
        String name = tag.equals("Ref") || tag.equals("Condition") ? tag : "Fn::" + tag;
        return Map.of(name, argument(node));
      }

      private Object argument(Node node) {
        return switch (node) {
          case SequenceNode sequence -> constructSequence(sequence);
          case MappingNode mapping -> constructMapping(mapping);
          case ScalarNode scalar -> constructScalar(scalar);
          default -> throw new IllegalStateException("unexpected node " + node);
        };
      }
    }
  }
}
