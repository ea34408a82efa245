package dev.warmpath.testing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeFalse;

import org.junit.jupiter.api.Test;

final class RequiredConditionTest {
  @Required(value = Facility.MOTO, group = "a group against moto")
  private static final class Marked {}

  private final Required required = Marked.class.getAnnotation(Required.class);

  @Test
  void decidesByWhetherTheFacilityIsThere() {
    // when
    var result = RequiredCondition.evaluate(required, "localstack");

    // then
    assertThat(result.isDisabled()).isEqualTo(!Facility.MOTO.isAvailable());
  }

  @Test
  void failsWhereADemandedFacilityIsAbsent() {
    // given
    assumeFalse(Facility.MOTO.isAvailable());

    // then
    assertThatThrownBy(() -> RequiredCondition.evaluate(required, "localstack,moto"))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("skipped: a group against moto (set AWS_ENDPOINT_URL)");
  }
}
