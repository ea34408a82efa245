package dev.warmpath.testing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

final class RequiredConditionTest {
  @Required(value = Facility.MOTO, group = "a group against moto")
  private static final class Marked {}

  private final Required required = Marked.class.getAnnotation(Required.class);

  @Test
  void runsWhereTheFacilityIsThere() {
    // when
    var result = RequiredCondition.decide(required, true, "moto");

    // then
    assertThat(result.isDisabled()).isFalse();
  }

  @Test
  void skipsWhereTheFacilityIsAbsentAndNobodyDemandsIt() {
    // when
    var result = RequiredCondition.decide(required, false, "localstack");

    // then
    assertThat(result.isDisabled()).isTrue();
    assertThat(result.getReason()).contains("skipped: a group against moto (set AWS_ENDPOINT_URL)");
  }

  @Test
  void failsWhereADemandedFacilityIsAbsent() {
    // then
    assertThatThrownBy(() -> RequiredCondition.decide(required, false, "localstack,moto"))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("skipped: a group against moto (set AWS_ENDPOINT_URL)");
  }
}
