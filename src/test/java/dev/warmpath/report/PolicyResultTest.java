package dev.warmpath.report;

import static org.assertj.core.api.Assertions.assertThat;

import dev.warmpath.report.PolicyResult.Percentiles;
import java.util.List;
import org.junit.jupiter.api.Test;

class PolicyResultTest {
  @Test
  void takesTheMedianOfEachMeasureForItself() {
    // given
    PolicyResult a = new PolicyResult("p", 10, 0, 0.7, 0.9, new Percentiles(1, 20, 300), 1, 50, 3);
    PolicyResult b = new PolicyResult("p", 10, 2, 0.8, 0.9, new Percentiles(3, 10, 200), 2, 70, 1);
    PolicyResult c = new PolicyResult("p", 10, 1, 0.6, 0.9, new Percentiles(2, 30, 100), 3, 60, 2);

    // when
    PolicyResult medians = PolicyResult.medians(List.of(a, b, c));

    // then: errors are added up, so that none is lost
    assertThat(medians)
        .isEqualTo(new PolicyResult("p", 10, 3, 0.7, 0.9, new Percentiles(2, 20, 200), 2, 60, 2));
  }
}
