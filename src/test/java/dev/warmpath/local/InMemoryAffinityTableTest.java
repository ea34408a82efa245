package dev.warmpath.local;

import static org.assertj.core.api.Assertions.assertThat;

import dev.warmpath.prompt.Anchor;
import dev.warmpath.prompt.PrefixHash;
import dev.warmpath.router.port.AffinityTable;
import dev.warmpath.router.port.Ending;
import dev.warmpath.router.port.TableQuery;
import dev.warmpath.router.port.TableWrite.EndWork;
import dev.warmpath.router.port.TableWrite.LeaseProbe;
import dev.warmpath.router.port.TableWrite.RecordOwner;
import dev.warmpath.router.port.TableWrite.StartWork;
import dev.warmpath.router.port.TableWrite.Work;
import dev.warmpath.routing.Feedback;
import dev.warmpath.routing.Feedback.ColdClaims;
import dev.warmpath.routing.Owner;
import dev.warmpath.routing.PrefixUpdate;
import dev.warmpath.routing.TargetId;
import dev.warmpath.table.AffinityTableContract;
import dev.warmpath.table.Item;
import dev.warmpath.table.ItemSize;
import dev.warmpath.table.ItemStore;
import dev.warmpath.table.OperatedTable;
import dev.warmpath.table.RowKeys;
import dev.warmpath.table.UnitMeter;
import dev.warmpath.testing.FakeClock;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

final class InMemoryAffinityTableTest extends AffinityTableContract {
  private final FakeClock clock = new FakeClock();
  private final UnitMeter meter = new UnitMeter();
  private final InMemoryItems items = new InMemoryItems(meter, clock);

  @Override
  protected AffinityTable table(InstantSource testClock) {
    return new InMemoryAffinityTable(items, meter, testClock);
  }

  @Override
  protected Optional<Item> stored(String key) {
    ItemStore.Read.Found found = (ItemStore.Read.Found) items.read(Set.of(key));
    return Optional.ofNullable(found.items().get(key));
  }

  @Override
  protected int rounds() {
    return 1000;
  }

  /** Twenty routers that share a target whose name is as long as names get. */
  @Test
  void aTargetsItemStaysUnderAKilobyteThroughAnHourOfTraffic() {
    // given
    TargetId target = new TargetId("e".repeat(63) + "/ic:" + "c".repeat(63));
    List<AffinityTable> routers = new ArrayList<>();
    for (int i = 0; i < 20; i++) {
      routers.add(table(clock));
    }
    // The longest note that an operator can leave in the row.
    routers.getFirst().write(new StartWork(target, new Work(clock.instant(), 1, 1)));
    new InMemoryAffinityTable(items, new UnitMeter(), clock)
        .operated()
        .change(target, OperatedTable.Action.INVALIDATE);
    SplittableRandom random = new SplittableRandom(42);
    Deque<Work> running = new ArrayDeque<>();
    int largest = 0;
    for (int second = 0; second < 3600; second++) {
      clock.advance(Duration.ofSeconds(1));
      // when
      AffinityTable router = routers.get(random.nextInt(routers.size()));
      router.read(new TableQuery("", List.of(), List.of(target), List.of(), clock.instant()));
      Work work = new Work(clock.instant(), 9_999_999 + random.nextInt(100), 9_999_999);
      router.write(new StartWork(target, work));
      router.write(new LeaseProbe(target, clock.instant(), clock.instant().plusSeconds(30)));
      running.add(work);
      if (running.size() > random.nextInt(400)) {
        routers.get(random.nextInt(routers.size())).write(worst(target, running.removeFirst()));
      }
      largest = Math.max(largest, ItemSize.of(stored(RowKeys.target(target)).orElseThrow()));
    }

    // then
    assertThat(largest).isBetween(800, 1024);
  }

  /** An end that leaves everything in the row that an end can leave there. */
  private static EndWork worst(TargetId target, Work work) {
    Feedback feedback =
        new Feedback(999_999_999_999_999L, 999_999_999, new ColdClaims.First(999_999_999_999_999L));
    Ending ending =
        work.prefillTokens() % 2 == 0 ? new Ending.Fault() : new Ending.Busy(Duration.ofMinutes(1));
    return new EndWork(target, work, 1_234_567, ending, feedback);
  }

  @Test
  void rowsPastTheirEndAreSweptAway() {
    // given
    AffinityTable table = table(clock);
    for (int i = 0; i < 1023; i++) {
      record(table, i);
    }
    clock.advance(Duration.ofMinutes(2));

    // when
    record(table, 5000);

    // then
    assertThat(stored(RowKeys.prefix("pool", new PrefixHash(0, 1022)))).isEmpty();
    assertThat(stored(RowKeys.prefix("pool", new PrefixHash(0, 5000)))).isPresent();
  }

  private void record(AffinityTable table, long name) {
    Owner owner = new Owner(new TargetId("blue"), 1, 0, clock.instant(), Optional.empty(), false);
    Anchor anchor = new Anchor(128, new PrefixHash(0, name));
    table.write(
        new RecordOwner("pool", new PrefixUpdate(anchor, owner, clock.instant().plusSeconds(60))));
  }
}
