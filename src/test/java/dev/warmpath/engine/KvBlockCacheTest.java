package dev.warmpath.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class KvBlockCacheTest {
  @Test
  void matchesNothingInAnEmptyCache() {
    // given
    KvBlockCache cache = new KvBlockCache(4);

    // when
    int matched = cache.match(new long[] {1, 2}, 2);

    // then
    assertThat(matched).isZero();
  }

  @Test
  void matchesPublishedBlocksUpToTheFirstMiss() {
    // given
    KvBlockCache cache = new KvBlockCache(8);
    run(cache, new long[] {1, 2, 3}, 4);

    // when
    int matched = cache.match(new long[] {1, 2, 9, 3}, 4);

    // then
    assertThat(matched).isEqualTo(2);
  }

  @Test
  void doesNotMatchBlocksThatAreNotComputedYet() {
    // given
    KvBlockCache cache = new KvBlockCache(8);
    KvLease lease = cache.acquire(new long[] {1, 2, 3}, 3, 4).orElseThrow();
    cache.publish(lease, 1);

    // when
    int matched = cache.match(new long[] {1, 2, 3}, 3);

    // then
    assertThat(matched).isEqualTo(1);
  }

  @Test
  void evictsTheTailOfTheLeastRecentlyUsedChainFirst() {
    // given
    KvBlockCache cache = new KvBlockCache(6);
    run(cache, new long[] {1, 2, 3}, 3);
    run(cache, new long[] {4, 5, 6}, 3);

    // when
    run(cache, new long[] {7, 8}, 2);

    // then
    assertThat(cache.match(new long[] {1, 2, 3}, 3)).isEqualTo(1);
    assertThat(cache.match(new long[] {4, 5, 6}, 3)).isEqualTo(3);
    assertThat(cache.match(new long[] {7, 8}, 2)).isEqualTo(2);
  }

  @Test
  void keepsWhatWasUsedAgain() {
    // given
    KvBlockCache cache = new KvBlockCache(4);
    run(cache, new long[] {1, 2}, 2);
    run(cache, new long[] {3, 4}, 2);
    run(cache, new long[] {1, 2}, 2);

    // when
    run(cache, new long[] {5, 6}, 2);

    // then
    assertThat(cache.match(new long[] {1, 2}, 2)).isEqualTo(2);
    assertThat(cache.match(new long[] {3, 4}, 2)).isZero();
  }

  @Test
  void countsSharedBlocksOnce() {
    // given
    KvBlockCache cache = new KvBlockCache(6);
    KvLease first = cache.acquire(new long[] {1, 2, 3}, 3, 4).orElseThrow();
    cache.publish(first, 3);

    // when
    Optional<KvLease> second = cache.acquire(new long[] {1, 2, 3}, 3, 5);

    // then
    assertThat(second).isPresent();
    assertThat(cache.usedBlocks()).isEqualTo(6);
  }

  @Test
  void refusesWhatDoesNotFitBesideReferencedBlocksAndChangesNothing() {
    // given
    KvBlockCache cache = new KvBlockCache(6);
    run(cache, new long[] {8, 9}, 2);
    KvLease lease = cache.acquire(new long[] {1, 2, 3}, 3, 3).orElseThrow();
    cache.publish(lease, 3);

    // when
    Optional<KvLease> refused = cache.acquire(new long[] {8, 7}, 2, 4);

    // then
    assertThat(refused).isEmpty();
    assertThat(cache.match(new long[] {8, 9}, 2)).isEqualTo(2);
    assertThat(cache.usedBlocks()).isEqualTo(5);
  }

  @Test
  void freesTheCopyOfABlockThatTwoSequencesComputed() {
    // given
    KvBlockCache cache = new KvBlockCache(8);
    KvLease first = cache.acquire(new long[] {1, 2}, 2, 3).orElseThrow();
    KvLease second = cache.acquire(new long[] {1, 2}, 2, 3).orElseThrow();
    cache.publish(first, 2);

    // when
    cache.publish(second, 2);

    // then
    assertThat(cache.usedBlocks()).isEqualTo(4);
    assertThat(cache.reusableBlocks()).isEqualTo(2);
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20})
  void behavesAsAnLruOfReferencedChainsWhateverTheOrderOfCalls(long seed) {
    // given
    Random random = new Random(seed);
    int capacity = 8 + random.nextInt(60);
    KvBlockCache cache = new KvBlockCache(capacity);
    List<KvLease> live = new ArrayList<>();
    long[][] prompts = promptTree(random, 30);

    for (int round = 0; round < 3_000; round++) {
      // when
      int action = random.nextInt(3);
      if (action == 0 || live.isEmpty()) {
        long[] prompt = prompts[random.nextInt(prompts.length)];
        int total = prompt.length + random.nextInt(3);
        int before = cache.match(prompt, prompt.length);
        cache
            .acquire(prompt, prompt.length, total)
            .ifPresent(
                lease -> {
                  assertThat(lease.matchedBlocks()).isEqualTo(before);
                  live.add(lease);
                });
      } else if (action == 1) {
        KvLease lease = live.get(random.nextInt(live.size()));
        cache.publish(lease, lease.sharedBlocks() + random.nextInt(lease.namedBlocks() + 1));
      } else {
        cache.release(live.remove(random.nextInt(live.size())));
      }

      // then
      assertThat(cache.usedBlocks()).isBetween(0L, (long) capacity);
      assertThat(cache.reservedBlocks()).isEqualTo(reserved(live));
      for (KvLease lease : live) {
        long[] held = hashes(lease);
        assertThat(cache.match(held, held.length)).isEqualTo(held.length);
      }
      assertEveryCachedBlockHasItsParents(cache, prompts);
    }
    live.forEach(cache::release);
    assertThat(cache.reservedBlocks()).isZero();
  }

  private static void run(KvBlockCache cache, long[] blockHashes, int totalBlocks) {
    KvLease lease = cache.acquire(blockHashes, blockHashes.length, totalBlocks).orElseThrow();
    cache.publish(lease, blockHashes.length);
    cache.release(lease);
  }

  /** Prompts that share prefixes at random depths; a name stands for the path that leads to it. */
  private static long[][] promptTree(Random random, int count) {
    long[][] prompts = new long[count][];
    long name = 1;
    for (int i = 0; i < count; i++) {
      int length = 1 + random.nextInt(7);
      long[] parent = i == 0 ? new long[0] : prompts[random.nextInt(i)];
      int shared = Math.min(random.nextInt(length + 1), parent.length);
      prompts[i] = Arrays.copyOf(parent, Math.max(length, shared));
      Arrays.setAll(prompts[i], at -> 0);
      for (int at = 0; at < prompts[i].length; at++) {
        prompts[i][at] = at < shared ? parent[at] : name++;
      }
    }
    return prompts;
  }

  private static long reserved(List<KvLease> live) {
    Set<Long> shared = new HashSet<>();
    long blocks = 0;
    for (KvLease lease : live) {
      Arrays.stream(hashes(lease)).forEach(shared::add);
      blocks += lease.privateBlocks();
    }
    return blocks + shared.size();
  }

  private static long[] hashes(KvLease lease) {
    long[] held = new long[lease.sharedBlocks()];
    Arrays.setAll(held, lease::hash);
    return held;
  }

  private static void assertEveryCachedBlockHasItsParents(KvBlockCache cache, long[][] prompts) {
    for (long[] prompt : prompts) {
      int matched = cache.match(prompt, prompt.length);
      for (int deeper = matched; deeper < prompt.length; deeper++) {
        assertThat(cache.match(new long[] {prompt[deeper]}, 1)).isZero();
      }
    }
  }
}
