package dev.warmpath.table;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import org.junit.jupiter.api.Test;

final class BoundsTest {
  @Test
  void timesKeepTheirMilliseconds() {
    assertThat(Bounds.millis(Instant.parse("2030-01-01T00:00:00.123456Z")))
        .isEqualTo(1_893_456_000_123L);
    assertThat(Bounds.millis(Instant.ofEpochMilli(Bounds.MILLIS))).isEqualTo(Bounds.MILLIS);
  }

  @Test
  void timesOutsideOfWhatARowHoldsAreCut() {
    assertThat(Bounds.millis(Instant.MAX)).isEqualTo(Bounds.MILLIS);
    assertThat(Bounds.millis(Instant.MIN)).isZero();
    assertThat(Bounds.seconds(Instant.MAX)).isEqualTo(Bounds.SECONDS);
    assertThat(Bounds.seconds(Instant.ofEpochSecond(-1))).isZero();
  }
}
