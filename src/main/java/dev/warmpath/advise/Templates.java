package dev.warmpath.advise;

import dev.warmpath.prompt.volatility.Alignment;
import dev.warmpath.prompt.volatility.Words;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Sorts prompts by what their heads have in common, and finds the pieces in which those of one kind
 * differ before shared text.
 *
 * <p>Keeps the heads of {@value #TEMPLATES} kinds, the most recently met. Confined to one thread.
 */
final class Templates {
  /** How much of a prompt is looked at. */
  static final int HEAD_BYTES = 32 * 1024;

  private static final int HEAD_WORDS = 8 * 1024;
  private static final int TEMPLATES = 48;

  private final List<Template> templates = new ArrayList<>();

  /** Takes note of a prompt's head. */
  void add(long scope, byte[] head) {
    Words words = Words.of(head, HEAD_WORDS);
    for (int i = 0; i < templates.size(); i++) {
      Template template = templates.get(i);
      if (template.scope() == scope && template.add(head, words)) {
        templates.remove(i);
        templates.addFirst(template);
        return;
      }
    }
    if (templates.size() == TEMPLATES) {
      templates.remove(leastMet());
    }
    templates.addFirst(new Template(scope, head, words));
  }

  /** The pieces that look worst, the worst first. */
  List<Suspect> suspects(int most) {
    Map<List<Object>, Suspect> merged = new LinkedHashMap<>();
    for (Template template : templates) {
      for (Suspect suspect : template.suspects()) {
        // Many kinds of prompts may begin alike: the same line on top of different instructions.
        List<Object> same = List.of(suspect.kind(), suspect.place(), suspect.left());
        merged.merge(same, suspect, (one, other) -> one.with(other));
      }
    }
    return merged.values().stream()
        .sorted(Comparator.comparingLong(Suspect::weight).reversed())
        .limit(most)
        .toList();
  }

  /** Of those that were not met lately, one that few prompts follow. */
  private Template leastMet() {
    return templates.subList(TEMPLATES / 2, TEMPLATES).stream()
        .min(Comparator.comparingLong(Template::prompts))
        .orElseThrow();
  }

  /** Whether texts have enough in common, at the start or behind their first gap. */
  static boolean isAlike(Words first, Alignment alignment) {
    return first.start(alignment.prefixWords()) >= Alignment.LEAST_SHARED_BYTES
        || alignment.isSpoiled(first);
  }
}
