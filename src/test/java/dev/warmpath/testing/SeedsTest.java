package dev.warmpath.testing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

final class SeedsTest {
  @Test
  void namesTheFirstSeedThatFails() {
    assertThatThrownBy(() -> Seeds.forAll(10, (seed, random) -> assertThat(seed).isLessThan(7)))
        .isInstanceOf(AssertionError.class)
        .hasMessageContaining("seed 7");
  }

  @Test
  void givesEachSeedTheSameNumbersEveryTime() {
    // given
    List<Long> first = new ArrayList<>();
    List<Long> second = new ArrayList<>();

    // when
    Seeds.forAll(5, (seed, random) -> first.add(random.nextLong()));
    Seeds.forAll(5, (seed, random) -> second.add(random.nextLong()));

    // then
    assertThat(first).isEqualTo(second).doesNotHaveDuplicates();
  }
}
