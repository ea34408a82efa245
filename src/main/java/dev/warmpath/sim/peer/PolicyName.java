package dev.warmpath.sim.peer;

import java.util.List;
import java.util.Locale;

/**
 * A policy as its user names it: a name, and numbers after colons.
 *
 * @param name the part before the first colon
 * @param parameters the parts after it, in order
 */
public record PolicyName(String name, List<String> parameters) {
  /** Copies the parameters. */
  public PolicyName {
    parameters = List.copyOf(parameters);
  }

  /** Takes a text apart. */
  public static PolicyName parse(String text) {
    List<String> parts = List.of(text.split(":", -1));
    return new PolicyName(parts.getFirst(), parts.subList(1, parts.size()));
  }

  /**
   * Rejects parameters that a policy does not have.
   *
   * @throws IllegalArgumentException if there are more
   */
  public void expectAtMost(int count) {
    if (parameters.size() > count) {
      throw new IllegalArgumentException(
          "policy %s takes at most %d parameters but was given %s"
              .formatted(name, count, String.join(":", parameters)));
    }
  }

  /**
   * A parameter, or its default if it is not given.
   *
   * @param place its place, from 0
   * @param what what it is, for a sentence to the user
   * @throws IllegalArgumentException if it is no number of the range
   */
  double number(int place, String what, double otherwise, int least, int most) {
    if (place >= parameters.size()) {
      return otherwise;
    }
    double value = parsed(parameters.get(place));
    if (!(value >= least && value <= most)) {
      throw new IllegalArgumentException(
          String.format(
              Locale.ROOT,
              "the %s of %s must be a number from %s to %s but was %s",
              what,
              name,
              least,
              most,
              parameters.get(place)));
    }
    return value;
  }

  /** As {@link #number}, for whole numbers. */
  public int whole(int place, String what, int otherwise, int least, int most) {
    double value = number(place, what, otherwise, least, most);
    if (value != Math.rint(value)) {
      throw new IllegalArgumentException(
          "the %s of %s must be a whole number but was %s"
              .formatted(what, name, parameters.get(place)));
    }
    return (int) value;
  }

  private static double parsed(String text) {
    try {
      return Double.parseDouble(text);
    } catch (NumberFormatException e) {
      return Double.NaN;
    }
  }
}
