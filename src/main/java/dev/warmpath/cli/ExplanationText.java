package dev.warmpath.cli;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** A tier's explanation of a decision, for a terminal. */
final class ExplanationText {
  private ExplanationText() {}

  /** Several lines, without a line break at the end. */
  static String of(Map<String, Object> answer) {
    StringBuilder text = new StringBuilder();
    text.append(field(answer, "decision"))
        .append(answer.containsKey("target") ? " -> " + field(answer, "target") : "")
        .append(": ")
        .append(field(answer, "reason"))
        .append("\n\n")
        .append(anchors(answer))
        .append("\n\n")
        .append(candidates(answer));
    leftOut(answer).ifPresent(line -> text.append("\n").append(line));
    claim(answer).ifPresent(line -> text.append("\n").append(line));
    return text.toString();
  }

  private static String anchors(Map<String, Object> answer) {
    if (objects(answer, "anchors").findAny().isEmpty()) {
      return "The prompt has no anchor: it is too short, or has no key.";
    }
    AlignedTable table =
        new AlignedTable(
            List.of("anchor", "tokens", "leads to", "distance", "of", "confirmed", "owner"));
    objects(answer, "anchors").forEach(anchor -> addAnchor(table, anchor));
    return table.text();
  }

  private static void addAnchor(AlignedTable table, Map<?, ?> anchor) {
    if (objects(anchor, "owners").findAny().isEmpty()) {
      table.add(
          List.of(field(anchor, "hash"), number(anchor, "tokens"), "-", "-", "-", "-", "nobody"));
    }
    objects(anchor, "owners")
        .forEach(
            owner ->
                table.add(
                    List.of(
                        field(anchor, "hash"),
                        number(anchor, "tokens"),
                        number(owner, "tokens"),
                        number(owner, "distance_tokens"),
                        number(owner, "capacity_tokens"),
                        Boolean.TRUE.equals(owner.get("confirmed")) ? "yes" : "no",
                        field(owner, "target") + " " + field(owner, "standing"))));
  }

  private static String candidates(Map<String, Object> answer) {
    if (objects(answer, "candidates").findAny().isEmpty()) {
      return "No candidates were compared.";
    }
    AlignedTable table =
        new AlignedTable(
            List.of("candidate", "matched", "queued", "running", "context", "cost", ""));
    objects(answer, "candidates")
        .forEach(
            candidate ->
                table.add(
                    List.of(
                        field(candidate, "target"),
                        number(candidate, "matched_tokens"),
                        number(candidate, "queued_prefill_tokens"),
                        number(candidate, "sequences"),
                        number(candidate, "context_tokens"),
                        cost(candidate),
                        field(candidate, "target").equals(field(answer, "target"))
                            ? "chosen"
                            : "")));
    return table.text();
  }

  private static Optional<String> leftOut(Map<String, Object> answer) {
    String names =
        objects(answer, "left_out")
            .map(out -> field(out, "target") + " (" + field(out, "why") + ")")
            .collect(Collectors.joining(", "));
    return names.isEmpty() ? Optional.empty() : Optional.of("left out: " + names);
  }

  private static Optional<String> claim(Map<String, Object> answer) {
    return answer.get("claim") instanceof Map<?, ?> claim
        ? Optional.of(
            "would claim "
                + field(claim, "hash")
                + " at "
                + number(claim, "depth_bytes")
                + " bytes for "
                + field(claim, "target"))
        : Optional.empty();
  }

  private static Stream<Map<?, ?>> objects(Map<?, ?> from, String name) {
    return from.get(name) instanceof List<?> list
        ? list.stream()
            .filter(Map.class::isInstance)
            .map(item -> item instanceof Map<?, ?> map ? map : Map.of())
        : Stream.empty();
  }

  private static String field(Map<?, ?> from, String name) {
    return Optional.<Object>ofNullable(from.get(name)).map(String::valueOf).orElse("-");
  }

  private static String number(Map<?, ?> from, String name) {
    return from.get(name) instanceof Number number
        ? String.format(Locale.ROOT, "%,d", number.longValue())
        : "-";
  }

  private static String cost(Map<?, ?> candidate) {
    return candidate.get("cost") instanceof Number cost
        ? String.format(Locale.ROOT, "%.4f", cost.doubleValue())
        : "-";
  }
}
