package dev.warmpath.testing;

import java.util.List;
import org.junit.jupiter.api.extension.ConditionEvaluationResult;
import org.junit.jupiter.api.extension.ExecutionCondition;
import org.junit.jupiter.api.extension.ExtensionContext;

/** Decides about classes marked {@link Required}. */
final class RequiredCondition implements ExecutionCondition {
  private static final String PROPERTY = "warmpath.require";

  @Override
  public ConditionEvaluationResult evaluateExecutionCondition(ExtensionContext context) {
    return context
        .getElement()
        .filter(Class.class::isInstance)
        .map(element -> ((Class<?>) element).getAnnotation(Required.class))
        .map(required -> decide(required))
        .orElse(ConditionEvaluationResult.enabled("not a class"));
  }

  private static ConditionEvaluationResult decide(Required required) {
    String demanded = System.getProperty(PROPERTY, "");
    ConditionEvaluationResult result = decide(required, required.value().isAvailable(), demanded);
    if (result.isDisabled()) {
      System.out.println(result.getReason().orElseThrow());
    }
    return result;
  }

  /**
   * Decides about one group.
   *
   * @param isAvailable whether its facility is there
   * @param demanded names of facilities that must be there, with commas between them
   * @throws IllegalStateException if the group's facility is demanded but absent
   */
  static ConditionEvaluationResult decide(Required required, boolean isAvailable, String demanded) {
    Facility facility = required.value();
    if (isAvailable) {
      return ConditionEvaluationResult.enabled(facility.id() + " is there");
    }
    String line = "skipped: " + required.group() + " (" + facility.remedy() + ")";
    if (List.of(demanded.split(",")).contains(facility.id())) {
      throw new IllegalStateException(line + " but -D" + PROPERTY + "=" + demanded);
    }
    return ConditionEvaluationResult.disabled(line);
  }
}
