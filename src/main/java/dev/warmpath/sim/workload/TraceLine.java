package dev.warmpath.sim.workload;

import dev.warmpath.prompt.Prompt;
import dev.warmpath.web.RecordedPrompt;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * One JSON object of a trace, with its place for complaints.
 *
 * @param file where
 * @param number which line, from 1
 * @param fields the object
 */
record TraceLine(Path file, int number, Map<String, Object> fields) {
  boolean has(String name) {
    return fields.get(name) != null;
  }

  /** A whole number of at least a minimum. */
  long number(String name, long least) throws LineException {
    if (fields.get(name) instanceof Number value
        && value.doubleValue() == Math.rint(value.doubleValue())
        && value.longValue() >= least) {
      return value.longValue();
    }
    throw wrong("needs a whole number '" + name + "' of at least " + least);
  }

  /** A count that fits a prompt. */
  int tokens(String name, int least) throws LineException {
    long value = number(name, least);
    if (value > MAX_TOKENS) {
      throw wrong("has '" + name + "' " + value + ", but a prompt has at most " + MAX_TOKENS);
    }
    return (int) value;
  }

  /** An array of whole numbers. */
  long[] numbers(String name) throws LineException {
    List<?> items = list(name);
    long[] numbers = new long[items.size()];
    for (int i = 0; i < numbers.length; i++) {
      if (!(items.get(i) instanceof Number item) || item instanceof Double) {
        throw wrong("has something else than whole numbers in '" + name + "'");
      }
      numbers[i] = item.longValue();
    }
    return numbers;
  }

  /** An array. */
  List<?> list(String name) throws LineException {
    if (fields.get(name) instanceof List<?> items) {
      return items;
    }
    throw wrong("needs an array '" + name + "'");
  }

  /** A text, if there is one. */
  Optional<String> text(String name) {
    return fields.get(name) instanceof String text ? Optional.of(text) : Optional.empty();
  }

  /** The prompt of an OpenAI request's fields. */
  Prompt prompt(Map<String, Object> body) throws LineException {
    Prompt prompt;
    try {
      prompt = RecordedPrompt.of(body);
    } catch (IOException e) {
      throw wrong("is not a request: " + e.getMessage());
    }
    if (prompt.segments().isEmpty()) {
      throw wrong("has an empty prompt");
    }
    return prompt;
  }

  LineException wrong(String what) {
    return new LineException(file + " line " + number + " " + what);
  }

  private static final int MAX_TOKENS = 100_000_000;
}
