package dev.warmpath.sim.warmpath;

import static org.assertj.core.api.Assertions.assertThat;

import dev.warmpath.prompt.Anchor;
import dev.warmpath.prompt.PrefixHash;
import dev.warmpath.router.port.AffinityTable;
import dev.warmpath.router.port.ClaimRequest;
import dev.warmpath.router.port.ClaimResult;
import dev.warmpath.router.port.TableQuery;
import dev.warmpath.router.port.TableRead;
import dev.warmpath.router.port.TableWrite.StartWork;
import dev.warmpath.router.port.TableWrite.Work;
import dev.warmpath.router.port.WriteResult;
import dev.warmpath.routing.Owner;
import dev.warmpath.routing.TargetId;
import dev.warmpath.routing.TargetRow;
import dev.warmpath.table.AffinityTableContract;
import dev.warmpath.table.Attribute;
import dev.warmpath.table.Item;
import dev.warmpath.table.PrefixRowCodec;
import dev.warmpath.table.TargetRowCodec;
import dev.warmpath.testing.FakeClock;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

final class SimTableTest extends AffinityTableContract {
  private static final Anchor ANCHOR = new Anchor(1024, new PrefixHash(1, 2));
  private static final TargetId TARGET = new TargetId("simulated/engine-0");

  private final FakeClock clock = new FakeClock();
  private Optional<SimTable> shared = Optional.empty();

  /** All routers of a run share one table. */
  @Override
  protected AffinityTable table(InstantSource testClock) {
    if (shared.isEmpty()) {
      shared = Optional.of(new SimTable(testClock, TableConditions.IDEAL, new SplittableRandom(1)));
    }
    return shared.get();
  }

  @Override
  protected Optional<Item> stored(String key) {
    SimTable table = shared.orElseThrow();
    if (key.startsWith("T#")) {
      return table.target(new TargetId(key.substring(2))).map(SimTableTest::sparse);
    }
    String[] parts = key.split("#", -1);
    return table
        .prefix(parts[1], PrefixHash.fromBytes(HexFormat.of().parseHex(parts[2])))
        .map(row -> PrefixRowCodec.encode(parts[1], row));
  }

  @Override
  protected int rounds() {
    return 1000;
  }

  /** Items leave out what rows hold as 0 or false. */
  private static Item sparse(TargetRow row) {
    Map<String, Attribute> attributes =
        new LinkedHashMap<>(TargetRowCodec.encode(row, Instant.EPOCH).attributes());
    attributes
        .values()
        .removeIf(a -> a.equals(new Attribute.Flag(false)) || a.equals(Attribute.of(0)));
    attributes.put(Item.TTL, Attribute.of(1));
    return new Item(attributes);
  }

  @Test
  void readsShowThePastAndClaimsThePresent() {
    // given
    SimTable table = table(Duration.ofMillis(50), 0, 0);
    table.claim(claim(0, "engine-0"));
    table.write(new StartWork(TARGET, new Work(clock.instant(), 700, 1000)));

    // when
    clock.advance(Duration.ofMillis(49));
    TableRead.Rows early = read(table);
    ClaimResult second = table.claim(claim(0, "engine-1"));
    clock.advance(Duration.ofMillis(1));
    TableRead.Rows due = read(table);

    // then
    assertThat(early.view().prefixes()).isEmpty();
    assertThat(early.view().targets()).isEmpty();
    assertThat(second).isInstanceOf(ClaimResult.Lost.class);
    assertThat(due.view().prefixes()).containsKey(ANCHOR.hash());
    assertThat(due.view().target(TARGET).prefill().values()).containsExactly(700L);
  }

  @Test
  void aRowIsReadAsItWasAtEachMoment() {
    // given
    SimTable table = table(Duration.ofSeconds(2), 0, 0);
    for (int second = 1; second <= 5; second++) {
      clock.advance(Duration.ofSeconds(1));
      table.write(new StartWork(TARGET, new Work(clock.instant(), 0, 10)));
    }

    // then: of five writes, the last two are not seen yet
    assertThat(read(table).view().target(TARGET).context().values()).containsExactly(30L);
  }

  @Test
  void losesAboutTheGivenShareOfWritesAndNothingOfThemShows() {
    // given
    SimTable table = table(Duration.ZERO, 0.25, 0);

    // when
    int lost = 0;
    for (int i = 0; i < 1000; i++) {
      WriteResult result = table.write(new StartWork(TARGET, new Work(clock.instant(), 0, 1)));
      lost += result instanceof WriteResult.Unavailable ? 1 : 0;
    }

    // then
    assertThat(lost).isBetween(200, 300);
    assertThat(read(table).view().target(TARGET).context().values()).containsExactly(1000L - lost);
  }

  @Test
  void anUnavailableTableNeitherReadsNorClaims() {
    // given
    SimTable table = table(Duration.ZERO, 0, 1);

    // then
    assertThat(table.read(query())).isInstanceOf(TableRead.Unavailable.class);
    assertThat(table.claim(claim(0, "engine-0"))).isInstanceOf(ClaimResult.Unavailable.class);
  }

  private SimTable table(Duration latency, double lostWrites, double unavailable) {
    return new SimTable(
        clock, new TableConditions(latency, lostWrites, unavailable), new SplittableRandom(7));
  }

  private TableRead.Rows read(SimTable table) {
    return (TableRead.Rows) table.read(query());
  }

  private TableQuery query() {
    return new TableQuery("pool", List.of(ANCHOR), List.of(TARGET), List.of(), clock.instant());
  }

  private ClaimRequest claim(long version, String engine) {
    Owner owner =
        new Owner(
            new TargetId("simulated/" + engine), 0, 0, clock.instant(), Optional.empty(), false);
    return new ClaimRequest("pool", ANCHOR, version, owner, clock.instant().plusSeconds(60));
  }
}
