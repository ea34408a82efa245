package dev.warmpath.table;

import static org.assertj.core.api.Assertions.assertThat;

import dev.warmpath.prompt.Anchor;
import dev.warmpath.prompt.PrefixHash;
import dev.warmpath.routing.FleetRow;
import dev.warmpath.routing.Health;
import dev.warmpath.routing.Learned;
import dev.warmpath.routing.Owner;
import dev.warmpath.routing.PrefixRow;
import dev.warmpath.routing.Target;
import dev.warmpath.routing.TargetId;
import dev.warmpath.routing.TargetRow;
import dev.warmpath.testing.Hostile;
import dev.warmpath.testing.Seeds;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

final class RowCodecTest {
  private static final String POOL = "0123456789abcdef";
  private static final Instant NOW = RandomItems.NOW;
  private static final PrefixHash HASH = new PrefixHash(0x0123456789abcdefL, 0x42);
  private static final TargetId TARGET = new TargetId("endpoint/variant");

  @Test
  void prefixRowsComeBackAsTheyWere() {
    Seeds.forAll(
        500,
        (seed, random) -> {
          // given
          PrefixRow row = new RandomItems(random).prefixRow();

          // when
          var decoded = PrefixRowCodec.decode(row.hash(), PrefixRowCodec.encode(POOL, row));

          // then
          assertThat(decoded).isEqualTo(new Decoded.Row<>(row, true));
        });
  }

  @Test
  void targetRowsComeBackAsTheyWere() {
    Seeds.forAll(
        500,
        (seed, random) -> {
          // given
          TargetRow row = new RandomItems(random).targetRow();

          // when
          var decoded = TargetRowCodec.decode(row.target(), TargetRowCodec.encode(row, NOW), NOW);

          // then
          assertThat(decoded).isEqualTo(new Decoded.Row<>(row, true));
        });
  }

  @Test
  void fleetRowsComeBackAsTheyWere() {
    Seeds.forAll(
        500,
        (seed, random) -> {
          // given
          FleetRow row = new RandomItems(random).fleetRow();

          // when
          var decoded = FleetRowCodec.decode("endpoint", FleetRowCodec.encode(row, NOW));

          // then
          assertThat(decoded).isEqualTo(new Decoded.Row<>(row, true));
        });
  }

  @Test
  void noItemWhateverMakesDecodingThrowOrYieldAbsurdNumbers() {
    Seeds.forAll(
        Hostile.inputs(20_000),
        (seed, random) -> {
          // given
          Item item = new RandomItems(random).hostileItem();

          // when
          var prefix = PrefixRowCodec.decode(HASH, item).toOptional();
          var target = TargetRowCodec.decode(TARGET, item, NOW).toOptional();
          var fleet = FleetRowCodec.decode("endpoint", item).toOptional();

          // then
          assertThat(ItemSize.of(item)).isNotNegative();
          prefix.ifPresent(
              row -> {
                assertThat(row.depthBytes()).isPositive();
                assertThat(row.version()).isBetween(0L, Bounds.COUNT);
                assertThat(row.owners())
                    .hasSizeLessThanOrEqualTo(PrefixRow.MAX_OWNERS)
                    .allSatisfy(o -> assertThat(o.clock()).isBetween(0L, Bounds.COUNT))
                    .allSatisfy(o -> assertThat(o.generation()).isNotNegative());
              });
          target.ifPresent(
              row -> {
                assertThat(row.clock()).isBetween(0L, Bounds.COUNT);
                assertThat(row.prefill().values())
                    .allSatisfy(v -> assertThat(v).isBetween(-Bounds.COUNT, Bounds.COUNT));
              });
          fleet.ifPresent(
              row ->
                  assertThat(row.targets())
                      .allSatisfy(t -> assertThat(t.instances()).isBetween(1, 1_000_000)));
        });
  }

  @Test
  void unknownAttributesAreIgnored() {
    // given
    PrefixRow row =
        new PrefixRow(HASH, 128, 1, List.of(owner("endpoint/blue", NOW)), NOW.plusSeconds(60));
    Item item = with(PrefixRowCodec.encode(POOL, row), "learned", new Attribute.Opaque());

    // when
    var decoded = PrefixRowCodec.decode(HASH, item);

    // then
    assertThat(decoded).isEqualTo(new Decoded.Row<>(row, true));
  }

  @Test
  void anOwnerThatCannotBeUnderstoodIsLeftOutAndToldOf() {
    // given
    PrefixRow row =
        new PrefixRow(HASH, 128, 1, List.of(owner("endpoint/blue", NOW)), NOW.plusSeconds(60));
    Item item = with(PrefixRowCodec.encode(POOL, row), "@endpoint/green", new Attribute.Text("?"));

    // when
    var decoded = PrefixRowCodec.decode(HASH, item);

    // then
    assertThat(decoded).isEqualTo(new Decoded.Row<>(row, false));
  }

  @Test
  void anOwnerWrittenBeforeTipsWereKeptIsStillOne() {
    // given
    Item item =
        with(
            PrefixRowCodec.encode(
                POOL, new PrefixRow(HASH, 128, 1, List.of(), NOW.plusSeconds(60))),
            "@endpoint/blue",
            new Attribute.Fields(Map.of("c", Attribute.of(7), "u", Attribute.of(5000))));

    // when
    var decoded = PrefixRowCodec.decode(HASH, item);

    // then
    assertThat(decoded.toOptional().orElseThrow().owners())
        .containsExactly(
            new Owner(
                new TargetId("endpoint/blue"),
                7,
                0,
                Instant.ofEpochMilli(5000),
                Optional.empty(),
                false));
  }

  @Test
  void anItemWithoutDepthVersionOrEndIsNoPrefixRow() {
    // given
    Item item =
        PrefixRowCodec.encode(POOL, new PrefixRow(HASH, 128, 1, List.of(), NOW.plusSeconds(60)));

    // then
    assertThat(List.of("d", "v", "ttl"))
        .allSatisfy(
            name ->
                assertThat(PrefixRowCodec.decode(HASH, without(item, name)))
                    .isEqualTo(new Decoded.Unreadable<>()));
  }

  @Test
  void aTargetRowWithASpoiltClockIsUnreadable() {
    // given
    Item item = new Item(Map.of("c", new Attribute.Text("many")));

    // then
    assertThat(TargetRowCodec.decode(TARGET, item, NOW)).isEqualTo(new Decoded.Unreadable<>());
  }

  @Test
  void whatIsMissingOrSpoiltOfHealthAndLessonsCountsAsUnknownAndIsToldOf() {
    // given
    Item old = TargetRowCodec.encode(TargetRow.unknown(TARGET), NOW);
    Item spoilt = old;
    for (String name : List.of("f", "o", "q", "y", "k", "r", "w", "s")) {
      spoilt = with(spoilt, name, new Attribute.Text("?"));
    }

    // then
    assertThat(TargetRowCodec.decode(TARGET, old, NOW))
        .isEqualTo(new Decoded.Row<>(TargetRow.unknown(TARGET), true));
    assertThat(TargetRowCodec.decode(TARGET, spoilt, NOW))
        .isEqualTo(new Decoded.Row<>(TargetRow.unknown(TARGET), false));
  }

  @Test
  void bucketsPastTheirHorizonAreNotRead() {
    // given
    long second = TargetRow.prefillBucket(NOW);
    Map<Long, Long> prefill = Map.of(second - 32, 1L, second - 31, 2L, second, 3L, second + 40, 4L);
    TargetRow row = new TargetRow(TARGET, 0, 0, prefill, Map.of(), Map.of(), Map.of(), false);

    // when
    Item item = TargetRowCodec.encode(row, NOW);

    // then
    assertThat(TargetRowCodec.decode(TARGET, item, NOW).toOptional().orElseThrow().prefill())
        .isEqualTo(Map.of(second - 31, 2L, second, 3L));
    assertThat(TargetRowCodec.deadBuckets(item, NOW))
        .containsExactlyInAnyOrder("b" + (second - 32), "b" + (second + 40));
  }

  @Test
  void aLeaseAloneIsNoFleetYet() {
    // given
    Item item = new Item(Map.of("l", Attribute.of(5000)));

    // then
    assertThat(FleetRowCodec.decode("endpoint", item)).isEqualTo(new Decoded.Nothing<>());
  }

  @Test
  void absurdNumbersAreCut() {
    // given
    Item item =
        with(
            TargetRowCodec.encode(TargetRow.unknown(TARGET), NOW),
            "c",
            new Attribute.Numeric(new BigDecimal("1E+125")));

    // then
    assertThat(TargetRowCodec.decode(TARGET, item, NOW).toOptional().orElseThrow().clock())
        .isEqualTo(Bounds.COUNT);
  }

  @Test
  void eightOwnersWithNamesOfFiftyFiveLettersFitIntoAKilobyte() {
    assertThat(PrefixRowCodec.largestBytes(POOL, HASH, eightOwners(40))).isEqualTo(895);
    assertThat(PrefixRowCodec.largestBytes(POOL, HASH, eightOwners(55))).isLessThan(1024);
    assertThat(PrefixRowCodec.largestBytes(POOL, HASH, eightOwners(57))).isGreaterThan(1024);
  }

  private static List<Owner> eightOwners(int letters) {
    return IntStream.range(0, PrefixRow.MAX_OWNERS)
        .mapToObj(i -> owner("o".repeat(letters - 1) + i, NOW))
        .toList();
  }

  @Test
  void noPrefixRowIsLargerThanItsLargestSize() {
    Seeds.forAll(
        500,
        (seed, random) -> {
          // given
          PrefixRow row = new RandomItems(random).prefixRow();

          // then
          assertThat(ItemSize.of(PrefixRowCodec.encode(POOL, row)))
              .isLessThanOrEqualTo(PrefixRowCodec.largestBytes(POOL, row.hash(), row.owners()));
        });
  }

  /** Endpoint and component may have 63 letters each: the longest name a target can have. */
  @Test
  void aFullTargetRowStaysUnderAKilobyte() {
    // given
    TargetId longest = new TargetId("e".repeat(63) + "/ic:" + "c".repeat(63));
    TargetRow row =
        new TargetRow(
            longest,
            Bounds.COUNT,
            Bounds.GENERATION,
            full(TargetRow.prefillBucket(NOW), 32, 9_999_999_999L),
            full(TargetRow.sequenceBucket(NOW), 5, 999_999L),
            full(TargetRow.sequenceBucket(NOW), 5, 9_999_999_999L),
            full(TargetRow.sequenceBucket(NOW), 5, 9_999_999_999L),
            true,
            new Health(
                Bounds.ROW,
                Instant.ofEpochMilli(Bounds.MILLIS),
                Instant.ofEpochMilli(Bounds.MILLIS),
                Instant.ofEpochMilli(Bounds.MILLIS)),
            new Learned(Bounds.COUNT, Bounds.RATE, Bounds.ROW, Bounds.COUNT));

    // then
    assertThat(ItemSize.of(TargetRowCodec.encode(row, Instant.ofEpochMilli(Bounds.MILLIS))))
        .isLessThanOrEqualTo(1024);
  }

  @Test
  void aFleetOfTenVariantsStaysUnderAKilobyte() {
    // given
    List<Target> targets = new ArrayList<>();
    for (int i = 0; i < 10; i++) {
      targets.add(Target.ofVariant("e".repeat(63), "v".repeat(62) + i, 999, true));
    }
    FleetRow row = new FleetRow("e".repeat(63), targets, NOW, NOW);

    // then
    assertThat(ItemSize.of(FleetRowCodec.encode(row, NOW))).isLessThanOrEqualTo(1024);
  }

  private static Owner owner(String target, Instant lastUse) {
    return new Owner(new TargetId(target), 5, 1, lastUse, Optional.of(new Anchor(256, HASH)), true);
  }

  private static Map<Long, Long> full(long current, int count, long value) {
    Map<Long, Long> buckets = new HashMap<>();
    for (int i = 0; i < count; i++) {
      buckets.put(current - i, value);
    }
    return buckets;
  }

  private static Item with(Item item, String name, Attribute value) {
    Map<String, Attribute> attributes = new LinkedHashMap<>(item.attributes());
    attributes.put(name, value);
    return new Item(attributes);
  }

  private static Item without(Item item, String name) {
    Map<String, Attribute> attributes = new LinkedHashMap<>(item.attributes());
    attributes.remove(name);
    return new Item(attributes);
  }
}
