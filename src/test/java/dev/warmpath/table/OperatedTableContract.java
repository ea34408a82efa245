package dev.warmpath.table;

import static org.assertj.core.api.Assertions.assertThat;

import dev.warmpath.prompt.Anchor;
import dev.warmpath.prompt.PrefixHash;
import dev.warmpath.router.port.AffinityTable;
import dev.warmpath.router.port.Ending;
import dev.warmpath.router.port.TableQuery;
import dev.warmpath.router.port.TableRead;
import dev.warmpath.router.port.TableWrite;
import dev.warmpath.router.port.TableWrite.EndWork;
import dev.warmpath.router.port.TableWrite.PutFleet;
import dev.warmpath.router.port.TableWrite.RecordOwner;
import dev.warmpath.router.port.TableWrite.StartWork;
import dev.warmpath.router.port.TableWrite.Work;
import dev.warmpath.routing.Feedback;
import dev.warmpath.routing.FleetRow;
import dev.warmpath.routing.Owner;
import dev.warmpath.routing.PrefixUpdate;
import dev.warmpath.routing.Target;
import dev.warmpath.routing.TargetId;
import dev.warmpath.routing.TargetRow;
import dev.warmpath.table.OperatedTable.Action;
import dev.warmpath.table.OperatedTable.Changed;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** What an operator may rely on, whatever keeps the rows. */
public abstract class OperatedTableContract {
  private static final Target BLUE = Target.ofVariant("endpoint", "blue", 1, false);
  private static final Target GREEN = Target.ofVariant("endpoint", "green", 1, false);

  private final InstantSource clock;
  private final Instant now;

  /**
   * Takes the time of the table.
   *
   * @param clock stands still
   */
  protected OperatedTableContract(InstantSource clock) {
    this.clock = clock;
    this.now = clock.instant().truncatedTo(ChronoUnit.MILLIS);
  }

  /** The time of the table. */
  protected final InstantSource clock() {
    return clock;
  }

  /** The table as routers see it; a table of its own for each test. */
  protected abstract AffinityTable table();

  /** The same table as its operator sees it. */
  protected abstract OperatedTable operated();

  @Test
  void drainsATargetAndPutsItBack() {
    // given
    work(BLUE);

    // when
    Changed drained = operated().change(BLUE.id(), Action.DRAIN);
    TargetRow between = row(BLUE);
    Changed undrained = operated().change(BLUE.id(), Action.UNDRAIN);

    // then
    assertThat(drained).isEqualTo(new Changed.Done());
    assertThat(between.draining()).isTrue();
    assertThat(between.clock()).isEqualTo(100);
    assertThat(undrained).isEqualTo(new Changed.Done());
    assertThat(row(BLUE).draining()).isFalse();
    assertThat(row(BLUE).clock()).isEqualTo(100);
  }

  @Test
  void aDrainOutlivesTheWorkThatWasUnderWay() {
    // given
    Work work = new Work(now, 10, 20);
    table().write(new StartWork(BLUE.id(), work));

    // when
    operated().change(BLUE.id(), Action.DRAIN);
    table().write(new EndWork(BLUE.id(), work, 100, new Ending.Answered(), Feedback.NONE));

    // then
    assertThat(row(BLUE).draining()).isTrue();
  }

  @Test
  void findsWorkThatIsDone() {
    // given
    work(BLUE);
    operated().change(BLUE.id(), Action.DRAIN);

    // when
    Changed again = operated().change(BLUE.id(), Action.DRAIN);
    Changed other = operated().change(BLUE.id(), Action.UNDRAIN);
    Changed otherAgain = operated().change(BLUE.id(), Action.UNDRAIN);

    // then
    assertThat(List.of(again, other, otherAgain))
        .containsExactly(new Changed.Already(), new Changed.Done(), new Changed.Already());
  }

  @Test
  void drainsATargetInServiceThatNobodyHasWrittenYet() {
    // given
    table().write(new PutFleet(new FleetRow("endpoint", List.of(BLUE, GREEN), now, now)));

    // when
    Changed changed = operated().change(GREEN.id(), Action.DRAIN);

    // then
    assertThat(changed).isEqualTo(new Changed.Done());
    assertThat(row(GREEN).draining()).isTrue();
  }

  @Test
  void changesNothingForATargetThatNobodyKnows() {
    // given
    table().write(new PutFleet(new FleetRow("endpoint", List.of(BLUE), now, now)));

    // when
    Changed ofKnownEndpoint = operated().change(GREEN.id(), Action.INVALIDATE);
    Changed ofNone = operated().change(new TargetId("elsewhere/blue"), Action.DRAIN);

    // then
    assertThat(ofKnownEndpoint).isEqualTo(new Changed.Unknown(List.of(BLUE.id())));
    assertThat(ofNone).isEqualTo(new Changed.Unknown(List.of()));
    assertThat(keys()).containsExactly("F#endpoint");
  }

  @Test
  void invalidatingBeginsTheNextGeneration() {
    // given
    work(BLUE);

    // when
    Changed first = operated().change(BLUE.id(), Action.INVALIDATE);
    Changed second = operated().change(BLUE.id(), Action.INVALIDATE);

    // then
    assertThat(List.of(first, second)).containsOnly(new Changed.Done());
    assertThat(row(BLUE).generation()).isEqualTo(2);
  }

  @Test
  void pagesBringEveryRowOnce() {
    // given
    for (int i = 0; i < rows(); i++) {
      record(BLUE, i);
    }

    // when
    List<String> keys = keys();

    // then
    assertThat(keys).hasSize(rows());
    assertThat(new HashSet<>(keys)).hasSize(rows());
  }

  @Test
  void theInventoryCountsOwnersByGenerationAndRemembersTheOperator() {
    // given
    work(BLUE);
    record(BLUE, 1);
    record(BLUE, 2);
    operated().change(BLUE.id(), Action.INVALIDATE);
    record(BLUE, 3);
    table().write(new PutFleet(new FleetRow("endpoint", List.of(BLUE, GREEN), now, now)));

    // when
    Inventory inventory = new Inventory(now);
    items().forEach(inventory::add);

    // then
    assertThat(inventory.holdings()).hasSize(2);
    Inventory.Holding blue = inventory.holdings().getFirst();
    assertThat(blue.row().target()).isEqualTo(BLUE.id());
    assertThat(blue.prefixes()).isEqualTo(1);
    assertThat(blue.voidPrefixes()).isEqualTo(2);
    assertThat(blue.inService()).isTrue();
    assertThat(blue.lastUse()).contains(now);
    assertThat(blue.lastAction()).map(Inventory.LastAction::action).contains("invalidate");
    assertThat(inventory.holdings().getLast().prefixes()).isZero();
    assertThat(inventory.holdings().getLast().lastAction()).isEmpty();
  }

  /** Enough rows for more than one page, where pages can be made short. */
  protected int rows() {
    return 30;
  }

  private List<String> keys() {
    return items().stream().map(item -> item.key().orElseThrow()).toList();
  }

  private List<Item> items() {
    List<Item> items = new ArrayList<>();
    Optional<String> after = Optional.empty();
    Set<String> ends = new HashSet<>();
    do {
      assertThat(operated().page(after)).isInstanceOf(ItemScan.Page.Items.class);
      if (operated().page(after) instanceof ItemScan.Page.Items(var page, var end)) {
        items.addAll(page);
        after = end;
      }
      // A scan that turns in a circle would never end.
      assertThat(after.map(ends::add).orElse(true)).isTrue();
    } while (after.isPresent());
    return items;
  }

  private TargetRow row(Target target) {
    TableRead read =
        table().read(new TableQuery("", List.of(), List.of(target.id()), List.of(), now));
    assertThat(read).isInstanceOf(TableRead.Rows.class);
    return read instanceof TableRead.Rows rows
        ? rows.view().target(target.id())
        : TargetRow.unknown(target.id());
  }

  private void work(Target target) {
    Work work = new Work(now, 10, 20);
    table().write(new StartWork(target.id(), work));
    table().write(new EndWork(target.id(), work, 100, new Ending.Answered(), Feedback.NONE));
  }

  /** An entry of the target's present generation. */
  private void record(Target target, int name) {
    Owner owner =
        new Owner(target.id(), 100, row(target).generation(), now, Optional.empty(), false);
    TableWrite write =
        new RecordOwner(
            "pool",
            new PrefixUpdate(
                new Anchor(1024, new PrefixHash(7, name)), owner, now.plusSeconds(600)));
    table().write(write);
  }
}
