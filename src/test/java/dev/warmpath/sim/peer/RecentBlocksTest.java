package dev.warmpath.sim.peer;

import static org.assertj.core.api.Assertions.assertThat;

import dev.warmpath.testing.Seeds;
import java.util.LinkedHashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;

class RecentBlocksTest {
  @Test
  void behavesAsAMapInOrderOfAccess() {
    Seeds.forAll(
        50,
        (seed, random) -> {
          // given
          int capacity = random.nextInt(1, 20);
          RecentBlocks blocks = new RecentBlocks();
          Map<Long, Long> model = new LinkedHashMap<>(16, 0.75f, true);

          for (long now = 0; now < 500; now++) {
            // when
            long block = random.nextInt(30);
            blocks.use(block, capacity, now);
            model.put(block, now);
            if (model.size() > capacity) {
              model.remove(model.keySet().iterator().next());
            }

            // then
            assertThat(blocks.size()).isEqualTo(model.size());
            for (long name = 0; name < 30; name++) {
              int slot = blocks.slot(name);
              assertThat(slot != RecentBlocks.ABSENT).isEqualTo(model.containsKey(name));
              if (slot != RecentBlocks.ABSENT) {
                assertThat(blocks.lastUse(slot)).isEqualTo(Map.copyOf(model).get(name));
              }
            }
          }
        });
  }

  @Test
  void dropsTheTailOfAChainFirst() {
    // given
    RecentBlocks blocks = new RecentBlocks();
    blocks.use(new long[] {1, 2, 3}, 4, 0);

    // when
    blocks.use(new long[] {1, 9, 10}, 4, 1);

    // then
    assertThat(blocks.matched(new long[] {1, 2, 3})).isEqualTo(2);
    assertThat(blocks.matched(new long[] {1, 9, 10})).isEqualTo(3);
  }
}
