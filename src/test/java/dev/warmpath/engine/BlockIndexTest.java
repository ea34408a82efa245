package dev.warmpath.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashMap;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class BlockIndexTest {
  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5})
  void agreesWithAMapUnderInsertionAndRemoval(long seed) {
    // given
    Random random = new Random(seed);
    BlockIndex index = new BlockIndex();
    Map<Long, Integer> expected = new HashMap<>();

    // when
    for (int round = 0; round < 50_000; round++) {
      long hash = random.nextInt(500);
      if (expected.remove(hash) != null) {
        index.remove(hash);
      } else {
        index.put(hash, round);
        expected.put(hash, round);
      }
    }

    // then
    assertThat(index.size()).isEqualTo(expected.size());
    for (long hash = 0; hash < 500; hash++) {
      assertThat(index.slot(hash)).isEqualTo(expected.getOrDefault(hash, BlockIndex.ABSENT));
    }
  }
}
