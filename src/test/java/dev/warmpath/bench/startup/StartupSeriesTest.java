package dev.warmpath.bench.startup;

import static org.assertj.core.api.Assertions.assertThat;

import dev.warmpath.bench.startup.StartupSeries.Measure;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

class StartupSeriesTest {
  @Test
  void comparesTheStartsOfEachRoundAndNotTheMedians() {
    // given: a machine that was slower in the second round and in the third
    StartupSeries floor = series(100, 200, 400);
    StartupSeries twice = series(200, 400, 900);

    // then
    assertThat(twice.ratio(floor, Measure.ANSWER)).isEqualTo(2);
    assertThat(floor.ratio(floor, Measure.ANSWER)).isEqualTo(1);
  }

  @Test
  void knowsMedianAndPercentileWhateverTheOrder() {
    // given
    StartupSeries even = series(40, 10, 30, 20);
    StartupSeries odd = series(50, 10, 30, 20, 40);

    // then
    assertThat(even.at(Measure.ANSWER, 0.5)).isEqualTo(25);
    assertThat(odd.at(Measure.ANSWER, 0.5)).isEqualTo(30);
    assertThat(odd.at(Measure.ANSWER, 0.9)).isEqualTo(50);
  }

  private static StartupSeries series(double... answers) {
    return new StartupSeries(
        Arrays.stream(answers)
            .mapToObj(answer -> new StartupTimes(1, 1, answer, 1, 1, false))
            .toList());
  }
}
