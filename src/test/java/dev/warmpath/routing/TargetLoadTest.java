package dev.warmpath.routing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.warmpath.testing.Seeds;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;

final class TargetLoadTest {
  private static final double RATE = 1000;
  private static final Instant NOW = Contexts.NOW;
  private static final long BUCKET = TargetRow.prefillBucket(NOW);
  private static final long MINUTE = TargetRow.sequenceBucket(NOW);

  @Test
  void workDrainsAtTheGivenRateFromTheMiddleOfItsBucket() {
    Map<Long, Long> prefill = Map.of(BUCKET, 4000L);

    assertThat(queue(prefill, NOW)).isEqualTo(4000);
    assertThat(queue(prefill, NOW.plusMillis(500))).isCloseTo(3750, within(1e-3));
    assertThat(queue(prefill, NOW.plusMillis(1500))).isCloseTo(3250, within(1e-3));
    assertThat(queue(prefill, NOW.plusMillis(3000))).isCloseTo(2000, within(1e-3));
    assertThat(queue(prefill, NOW.plusMillis(5000))).isZero();
  }

  @Test
  void idleTimeIsNotSaved() {
    Map<Long, Long> prefill = Map.of(BUCKET - 10, 500L, BUCKET, 2000L);

    assertThat(queue(prefill, NOW)).isCloseTo(2000, within(1e-3));
  }

  @Test
  void queuesUpWhatArrivesFasterThanItDrains() {
    Map<Long, Long> prefill = Map.of(BUCKET - 2, 3000L, BUCKET - 1, 3000L, BUCKET, 3000L);

    // From the middle of the first bucket to now, three seconds have drained.
    assertThat(queue(prefill, NOW)).isCloseTo(6000, within(1e-3));
  }

  @Test
  void neverGrowsAsTimePassesAndIsZeroBeyondTheHorizon() {
    Seeds.forAll(
        500,
        (seed, random) -> {
          Map<Long, Long> prefill = randomBuckets(random, BUCKET);
          Instant time = NOW;
          double queue = queue(prefill, time);
          while (time.isBefore(NOW.plus(TargetRow.PREFILL_HORIZON))) {
            time = time.plusMillis(1 + random.nextInt(700));
            double later = queue(prefill, time);
            assertThat(later).isBetween(0.0, queue + 1e-3);
            queue = later;
          }
          assertThat(queue(prefill, NOW.plus(TargetRow.PREFILL_HORIZON))).isZero();
        });
  }

  @Test
  void aClockThatJumpsAnywhereGivesNeitherNegativeNorLastingLoad() {
    Seeds.forAll(
        500,
        (seed, random) -> {
          TargetRow row = row(randomBuckets(random, BUCKET), randomBuckets(random, MINUTE));
          Instant jumped = NOW.plusSeconds(random.nextLong(-100_000, 100_000));

          TargetLoad load = TargetLoad.of(row, jumped, RATE);

          assertThat(load.queuedPrefillTokens()).isNotNegative().isFinite();
          assertThat(load.sequences()).isNotNegative();
          if (Duration.between(NOW, jumped).compareTo(TargetRow.SEQUENCE_HORIZON) > 0) {
            assertThat(load).isEqualTo(new TargetLoad(0, 0, 0));
          }
        });
  }

  @Test
  void moreWorkNeverLooksLikeLess() {
    Seeds.forAll(
        2000,
        (seed, random) -> {
          // given
          Map<Long, Long> prefill = randomBuckets(random, BUCKET);
          Instant time = NOW.plusMillis(random.nextInt(3000));
          long bucket = TargetRow.prefillBucket(time) - random.nextInt(5);
          Map<Long, Long> more = new HashMap<>(prefill);

          // when
          more.merge(bucket, (long) random.nextInt(2000), Long::sum);

          // then
          assertThat(queue(more, time)).isGreaterThanOrEqualTo(queue(prefill, time) - 1e-3);
        });
  }

  @Test
  void bucketsOfTheFutureAndBeyondTheHorizonCountForNothing() {
    long horizon = TargetRow.PREFILL_BUCKETS;
    Map<Long, Long> prefill =
        Map.of(
            BUCKET + 1, 9000L, BUCKET - horizon, 900_000L, Long.MAX_VALUE, 1L, Long.MIN_VALUE, 1L);
    Map<Long, Long> minutes = Map.of(MINUTE + 1, 9L, MINUTE - 5, 9L, MINUTE - 4, 3L, MINUTE, 2L);

    assertThat(queue(prefill, NOW)).isZero();
    assertThat(TargetLoad.of(row(prefill, minutes), NOW, RATE).sequences()).isEqualTo(5);
    assertThat(TargetLoad.of(row(prefill, minutes), NOW, RATE).contextTokens()).isEqualTo(5);
  }

  @Test
  void anEndThatArrivesBeforeItsStartCountsForNothing() {
    Map<Long, Long> prefill = Map.of(BUCKET, 2000L, BUCKET - 1, -5000L);
    Map<Long, Long> minutes = Map.of(MINUTE, -1L, MINUTE - 1, 3L);

    assertThat(queue(prefill, NOW)).isCloseTo(2000, within(1e-3));
    assertThat(TargetLoad.of(row(prefill, minutes), NOW, RATE).sequences()).isEqualTo(3);
  }

  @Test
  void promptsThatAreStillToBeComputedPinNothing() {
    assertThat(new TargetLoad(1000, 2, 5000).pinnedTokens()).isEqualTo(4000);
    assertThat(new TargetLoad(5000, 2, 1000).pinnedTokens()).isZero();
  }

  private static double queue(Map<Long, Long> prefill, Instant now) {
    return TargetLoad.of(row(prefill, Map.of()), now, RATE).queuedPrefillTokens();
  }

  private static TargetRow row(Map<Long, Long> prefill, Map<Long, Long> minutes) {
    return new TargetRow(new TargetId("t"), 0, 0, prefill, minutes, minutes, Map.of(), false);
  }

  private static Map<Long, Long> randomBuckets(RandomGenerator random, long latest) {
    Map<Long, Long> buckets = new HashMap<>();
    for (int i = random.nextInt(12); i > 0; i--) {
      buckets.put(latest - random.nextInt(20), random.nextLong(-200, 6000));
    }
    return buckets;
  }
}
