package dev.warmpath.advise;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.warmpath.prompt.SplitMix64;
import dev.warmpath.testing.Seeds;
import java.util.HashSet;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class ReuseMeterTest {
  @Test
  void countsWhatWasServedBefore() {
    Seeds.forAll(
        50,
        (seed, random) -> {
          ReuseMeter meter = new ReuseMeter();
          Set<Long> seen = new HashSet<>();
          long hits = 0;
          for (int i = 0; i < 300; i++) {
            long[] names =
                chain(random.nextInt(5), random.nextInt(1, 60), random.nextInt(1, 60), i);
            for (long name : names) {
              hits += seen.add(name) ? 0 : 64;
            }
            meter.serve(names, names.length * 64L + 1, 64);
          }
          assertThat(meter.hitTokens()).isEqualTo((double) hits);
          assertThat(meter.oneIn()).isEqualTo(1);
        });
  }

  @Test
  void theLastTokenIsAlwaysComputed() {
    // given
    ReuseMeter meter = new ReuseMeter();

    // when
    meter.serve(new long[] {5, 6}, 128, 64);
    meter.serve(new long[] {5, 6}, 128, 64);

    // then
    assertThat(meter.hitTokens()).isEqualTo(64);
  }

  @Test
  void beyondItsMemoryItEstimates() {
    // given: three in four blocks of each prompt are shared by all of its kind
    SplittableRandom random = new SplittableRandom(2);
    ReuseMeter meter = new ReuseMeter();
    double hits = 0;
    Set<Integer> kinds = new HashSet<>();

    // when
    for (int i = 0; i < 30_000; i++) {
      int kind = random.nextInt(3_000);
      hits += kinds.add(kind) ? 0 : 300 * 64;
      meter.serve(chain(kind, 300, 100, i), 400 * 64 + 1, 64);
    }

    // then
    assertThat(meter.oneIn()).isGreaterThan(1);
    assertThat(meter.hitTokens() / hits).isCloseTo(1, within(0.01));
  }

  /** A chain whose first blocks are those of a kind, and whose others are its own. */
  private static long[] chain(int kind, int shared, int own, int number) {
    return LongStream.concat(
            LongStream.range(0, shared).map(i -> SplitMix64.mix(kind * 1_000_003L + i)),
            LongStream.range(0, own).map(i -> SplitMix64.mix(~(number * 1_000_003L + i))))
        .toArray();
  }
}
