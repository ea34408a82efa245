package dev.warmpath.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class MeasureTest {
  private static final PolicyPoint POINT =
      new PolicyPoint(
          "p", 1, Spread.exactly(0), Spread.exactly(3), Spread.exactly(0.25), Spread.exactly(1.5));

  @Test
  void countsSharesInPercent() {
    assertThat(Measure.HIT_RATE.of(POINT)).isEqualTo(Spread.exactly(25));
  }

  @Test
  void keepsTimesAboveTheClocksNoiseForALogarithmicAxis() {
    assertThat(Measure.TTFT_P50.of(POINT)).isEqualTo(Spread.exactly(0.001));
  }

  @Test
  void writesAboutThreeDigits() {
    assertThat(Measure.TTFT_P90.text(0.155)).isEqualTo("0.16");
    assertThat(Measure.TTFT_P90.text(12.34)).isEqualTo("12.3");
    assertThat(Measure.TTFT_P90.text(950.4)).isEqualTo("950");
    assertThat(Measure.HIT_RATE.text(8)).isEqualTo("8.0");
  }

  @Test
  void labelsOneTwoAndFiveOfEachDecade() {
    assertThat(Measure.TTFT_P90.tick(0.05)).isEqualTo("0.05");
    assertThat(Measure.TTFT_P90.tick(200)).isEqualTo("200");
    assertThat(Measure.TTFT_P90.tick(7)).isEmpty();
    assertThat(Measure.BALANCE.tick(1 + 0.07000001)).isEqualTo("1.07");
  }

  @Test
  void rejectsASpreadThatIsNotOrdered() {
    assertThatThrownBy(() -> new Spread(1, 2, 3))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("a spread must be ordered but was 1.0, 2.0, 3.0");
  }
}
