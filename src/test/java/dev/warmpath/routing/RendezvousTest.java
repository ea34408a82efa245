package dev.warmpath.routing;

import static org.assertj.core.api.Assertions.assertThat;

import dev.warmpath.prompt.PrefixHash;
import dev.warmpath.testing.Seeds;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

final class RendezvousTest {
  private static final List<Target> TARGETS = Contexts.fleet(8).targets();

  @Test
  void aTargetThatLeavesMovesOnlyItsOwnKeys() {
    Seeds.forAll(
        500,
        (seed, random) -> {
          // given
          PrefixHash key = new PrefixHash(random.nextLong(), random.nextLong());
          Target leaving = TARGETS.get(random.nextInt(TARGETS.size()));
          List<Target> rest = TARGETS.stream().filter(t -> !t.equals(leaving)).toList();

          // when
          List<Target> before = Rendezvous.preferred(key, TARGETS, 8);
          List<Target> after = Rendezvous.preferred(key, rest, 8);

          // then
          assertThat(after).isEqualTo(before.stream().filter(t -> !t.equals(leaving)).toList());
        });
  }

  @Test
  void theOrderInWhichTargetsAreNamedDoesNotMatter() {
    Seeds.forAll(
        200,
        (seed, random) -> {
          PrefixHash key = new PrefixHash(random.nextLong(), random.nextLong());
          List<Target> shuffled = new ArrayList<>(TARGETS);
          Collections.shuffle(shuffled, new Random(seed));

          assertThat(Rendezvous.preferred(key, shuffled, 3))
              .isEqualTo(Rendezvous.preferred(key, TARGETS, 3));
        });
  }

  @Test
  void keysSpreadEvenlyOverEachRank() {
    // given
    int keys = 16_000;
    Map<Target, Integer> first = new HashMap<>();
    Map<Target, Integer> second = new HashMap<>();

    // when
    Seeds.forAll(
        keys,
        (seed, random) -> {
          List<Target> order =
              Rendezvous.preferred(
                  new PrefixHash(random.nextLong(), random.nextLong()), TARGETS, 2);
          first.merge(order.getFirst(), 1, Integer::sum);
          second.merge(order.getLast(), 1, Integer::sum);
        });

    // then
    // 2,000 expected; five standard deviations of the binomial are 209.
    assertThat(first).hasSize(8).allSatisfy((t, n) -> assertThat(n).isBetween(1790, 2210));
    assertThat(second).hasSize(8).allSatisfy((t, n) -> assertThat(n).isBetween(1790, 2210));
  }

  @Test
  void keysThatDifferInOneHalfOnlySpreadToo() {
    // given
    Map<Target, Integer> byHigh = new HashMap<>();
    Map<Target, Integer> byLow = new HashMap<>();

    // when
    for (long i = 0; i < 8000; i++) {
      byHigh.merge(first(new PrefixHash(i, 7)), 1, Integer::sum);
      byLow.merge(first(new PrefixHash(7, i)), 1, Integer::sum);
    }

    // then
    // 1,000 expected; five standard deviations are 148.
    assertThat(byHigh).hasSize(8).allSatisfy((t, n) -> assertThat(n).isBetween(850, 1150));
    assertThat(byLow).hasSize(8).allSatisfy((t, n) -> assertThat(n).isBetween(850, 1150));
  }

  @Test
  void givesNoMoreThanThereAre() {
    assertThat(Rendezvous.preferred(new PrefixHash(1, 2), TARGETS, 20)).hasSize(8);
    assertThat(Rendezvous.preferred(new PrefixHash(1, 2), List.of(), 2)).isEmpty();
    assertThat(Rendezvous.preferred(new PrefixHash(1, 2), TARGETS, 0)).isEmpty();
  }

  @Test
  void everyVersionOfTheRouterPlacesAKeyAlike() {
    // Computed by another implementation: the highest weight first. Routers of two versions serve
    // side by side while one replaces the other.
    assertThat(order(new PrefixHash(1, 2))).containsExactly(2, 1, 0, 7, 6, 5, 3, 4);
    assertThat(order(new PrefixHash(0x0123_4567_89AB_CDEFL, 0xFEDC_BA98_7654_3210L)))
        .containsExactly(2, 5, 0, 7, 6, 4, 1, 3);
    assertThat(order(new PrefixHash(-1, 0))).containsExactly(2, 3, 1, 7, 0, 5, 4, 6);
  }

  @Test
  void targetsOfEqualWeightGoByTheirNames() {
    // given
    List<Target> equal =
        List.of(
            new Target(new TargetId("b"), "e", new Target.Address.Whole(), 1, false, 7),
            new Target(new TargetId("a"), "e", new Target.Address.Whole(), 1, false, 7),
            new Target(new TargetId("c"), "e", new Target.Address.Whole(), 1, false, 7));

    // then
    assertThat(Rendezvous.preferred(new PrefixHash(1, 2), equal, 3))
        .extracting(t -> t.id().toString())
        .containsExactly("a", "b", "c");
  }

  private static List<Integer> order(PrefixHash key) {
    return Rendezvous.preferred(key, TARGETS, 8).stream().map(TARGETS::indexOf).toList();
  }

  private static Target first(PrefixHash key) {
    return Rendezvous.preferred(key, TARGETS, 1).getFirst();
  }
}
