package dev.warmpath.routing;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * A fleet written down by an operator: {@code endpoint/variant}, {@code endpoint/ic:component} or
 * {@code endpoint} for each target, with commas or white space between them.
 *
 * <p>Each target is taken for one instance without routing of its own, since nobody was asked.
 *
 * @param targets those that could be understood, in the order written
 * @param faults one sentence for each entry that could not; empty if all is well
 */
public record TargetList(List<Target> targets, List<String> faults) {
  private static final Pattern NAME = Pattern.compile("[a-zA-Z0-9](-*[a-zA-Z0-9]){0,62}");
  private static final int MAX_NAME = 63;
  private static final String COMPONENT_MARK = "ic:";

  /** Copies both lists. */
  public TargetList {
    targets = List.copyOf(targets);
    faults = List.copyOf(faults);
  }

  /** Reads a list; the empty text is an empty list. */
  public static TargetList parse(String text) {
    List<Target> targets = new ArrayList<>();
    List<String> faults = new ArrayList<>();
    Set<TargetId> seen = new HashSet<>();
    for (String entry : text.strip().split("[,\\s]+", -1)) {
      if (isWellFormed(entry)) {
        Target target = target(entry);
        if (seen.add(target.id())) {
          targets.add(target);
        } else {
          faults.add("target '" + entry + "' is listed twice");
        }
      } else if (!entry.isEmpty()) {
        faults.add(
            "target '"
                + entry
                + "' must be endpoint, endpoint/variant or endpoint/ic:component, each a name of"
                + " letters, digits and inner hyphens, at most 63");
      }
    }
    return new TargetList(targets, faults);
  }

  private static boolean isWellFormed(String entry) {
    int slash = entry.indexOf('/');
    return slash < 0
        ? isName(entry)
        : isName(entry.substring(0, slash)) && isName(inner(entry, slash));
  }

  private static boolean isName(String text) {
    return text.length() <= MAX_NAME && NAME.matcher(text).matches();
  }

  private static String inner(String entry, int slash) {
    String inner = entry.substring(slash + 1);
    return inner.startsWith(COMPONENT_MARK) ? inner.substring(COMPONENT_MARK.length()) : inner;
  }

  private static Target target(String entry) {
    int slash = entry.indexOf('/');
    if (slash < 0) {
      return Target.ofEndpoint(entry, 1, false);
    }
    String endpoint = entry.substring(0, slash);
    String inner = inner(entry, slash);
    return entry.startsWith(COMPONENT_MARK, slash + 1)
        ? Target.ofComponent(endpoint, inner, 1)
        : Target.ofVariant(endpoint, inner, 1, false);
  }
}
