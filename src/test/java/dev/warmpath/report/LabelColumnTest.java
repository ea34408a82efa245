package dev.warmpath.report;

import static org.assertj.core.api.Assertions.assertThat;

import dev.warmpath.testing.Seeds;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

class LabelColumnTest {
  @Test
  void leavesLabelsThatHaveRoomWhereTheyAre() {
    // when
    double[] heights = LabelColumn.spread(new double[] {300, 100, 200}, 20, 0, 400);

    // then
    assertThat(heights).containsExactly(300, 100, 200);
  }

  @Test
  void pushesLabelsApartInTheirOrder() {
    // when
    double[] heights = LabelColumn.spread(new double[] {105, 100, 300}, 20, 0, 400);

    // then
    assertThat(heights).containsExactly(120, 100, 300);
  }

  @Test
  void keepsTheGapAndTheBoundsWhateverTheLines() {
    Seeds.forAll(
        200,
        (seed, random) -> {
          // given
          double[] wanted = random.doubles(random.nextInt(1, 20), 0, 400).toArray();

          // when
          double[] heights = LabelColumn.spread(wanted, 20, 10, 390);

          // then
          double[] sorted = heights.clone();
          Arrays.sort(sorted);
          assertThat(sorted[0]).isGreaterThanOrEqualTo(10 - 1e-9);
          assertThat(sorted[sorted.length - 1]).isLessThanOrEqualTo(390 + 1e-9);
          for (int i = 1; i < sorted.length; i++) {
            assertThat(sorted[i] - sorted[i - 1]).isGreaterThanOrEqualTo(20 - 1e-9);
          }
        });
  }
}
