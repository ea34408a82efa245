package dev.warmpath.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.jr.ob.JSON;
import dev.warmpath.local.InMemoryAffinityTable;
import dev.warmpath.prompt.Anchor;
import dev.warmpath.prompt.PrefixHash;
import dev.warmpath.router.port.Degradation;
import dev.warmpath.router.port.Ending;
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
import dev.warmpath.table.Attribute;
import dev.warmpath.table.Item;
import dev.warmpath.table.ItemScan.Page;
import dev.warmpath.table.OperatedTable;
import dev.warmpath.table.OperatedTable.Action;
import dev.warmpath.testing.FakeClock;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class TableOperatorTest {
  private static final Target BLUE = Target.ofVariant("llama", "blue", 1, false);
  private static final Target GREEN = Target.ofVariant("llama", "green", 1, false);

  private final FakeClock clock = new FakeClock();
  private final InMemoryAffinityTable table = new InMemoryAffinityTable(clock);
  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  @Test
  void listsTargetsInAlignedColumns() throws Exception {
    // given
    traffic();
    operator(nobody()).change(GREEN.id(), Action.DRAIN, true);
    clock.advance(Duration.ofSeconds(5));

    // when
    int code = operator(nobody()).owners(false);

    // then
    assertThat(code).isZero();
    assertThat(out.toString())
        .isEqualTo(
            """
            target       prefixes  void  last use  inserted  queued  running  context  capacity  tokens/s  gen  breaker  state
            llama/blue          2     0       5 s    12,000       0        1   31,000    90,000     9,000    0   closed  serving
            llama/green         0     0         -         0       0        0        0         -         -    0   closed  draining (drain 5 s ago)
            """);
  }

  @Test
  void listsTargetsAsJson() throws Exception {
    // given
    traffic();

    // when
    operator(nobody()).owners(true);

    // then
    assertThat(out.toString().strip().lines()).hasSize(1);
    Map<String, Object> json = JSON.std.mapFrom(out.toString());
    assertThat(String.valueOf(json.get("targets")))
        .contains("target=llama/blue", "prefixes=2", "inserted_tokens=12000", "draining=false");
  }

  @Test
  void saysSoWhereTheTableIsEmpty() throws Exception {
    // when
    int code = operator(nobody()).owners(false);

    // then
    assertThat(code).isZero();
    assertThat(out.toString()).isEqualTo("table 'affinity' knows no target yet.\n");
  }

  @Test
  void exportsEveryRowOnALineOfItsOwn() throws Exception {
    // given
    traffic();

    // when
    operator(nobody()).export();

    // then
    assertThat(out.toString().lines())
        .hasSize(4)
        .allSatisfy(line -> assertThat(JSON.std.mapFrom(line)).containsOnlyKeys("Item"))
        .anySatisfy(line -> assertThat(line).contains("{\"S\":\"T#llama/blue\"}"));
  }

  @ParameterizedTest
  @EnumSource(
      value = Action.class,
      names = {"DRAIN", "INVALIDATE"})
  void changesNothingWhereNobodyCanBeAsked(Action action) throws Exception {
    // given
    traffic();
    List<Item> before = items();

    // when
    int code = operator(nobody()).change(BLUE.id(), action, false);

    // then
    assertThat(code).isEqualTo(2);
    assertThat(err.toString())
        .isEqualTo("warmpath: nobody is there to ask: repeat the command with --yes\n");
    assertThat(items()).isEqualTo(before);
  }

  @ParameterizedTest
  @CsvSource({"y,0,true", "YES,0,true", "n,1,false", "'',1,false", "drain,1,false"})
  void asksWhereSomebodyIsThere(String answer, int code, boolean drained) throws Exception {
    // given
    traffic();

    // when
    int actual = operator(Optional.of(question -> answer)).change(BLUE.id(), Action.DRAIN, false);

    // then
    assertThat(actual).isEqualTo(code);
    assertThat(items().toString().contains("off=Flag[value=true]")).isEqualTo(drained);
  }

  @Test
  void leavesALineOfAuditForEachChange() throws Exception {
    // given
    traffic();

    // when
    operator(nobody()).change(BLUE.id(), Action.DRAIN, true);
    operator(nobody()).change(BLUE.id(), Action.DRAIN, true);
    operator(nobody()).change(BLUE.id(), Action.UNDRAIN, true);
    operator(nobody()).change(BLUE.id(), Action.INVALIDATE, true);

    // then
    assertThat(err.toString())
        .isEqualTo(
            """
            audit: 2030-01-01T00:00:00Z drain llama/blue in table 'affinity': done
            audit: 2030-01-01T00:00:00Z drain llama/blue in table 'affinity': already so
            audit: 2030-01-01T00:00:00Z undrain llama/blue in table 'affinity': done
            audit: 2030-01-01T00:00:00Z invalidate llama/blue in table 'affinity': done
            """);
  }

  @Test
  void namesTheTargetsThatThereAreForAnUnknownOne() throws Exception {
    // given
    traffic();
    List<Item> before = items();

    // when
    int code = operator(nobody()).change(new TargetId("llama/red"), Action.DRAIN, true);

    // then
    assertThat(code).isEqualTo(2);
    assertThat(err.toString())
        .contains("drain llama/red in table 'affinity': refused, unknown target")
        .contains("knows no target 'llama/red'; its endpoint has llama/blue, llama/green")
        .contains("nothing was changed");
    assertThat(items()).isEqualTo(before);
  }

  @Test
  void refusesATableWithForeignRows() {
    // given
    Item foreign = new Item(Map.of(Item.KEY, new Attribute.Text("customer#7")));

    // when, then
    assertThatThrownBy(() -> operator(answering(page(foreign))).owners(false))
        .hasMessage("table 'affinity' is not one of Warmpath's: it holds rows with other keys");
    assertThat(out.toString()).isEmpty();
  }

  @Test
  void saysWhatIsMissingWhereTheTableMayNotBeRead() {
    OperatedTable denied = answering(new Page.Failed(Degradation.DENIED));

    assertThatThrownBy(() -> operator(denied).export())
        .hasMessage("table 'affinity' does not exist there, or these credentials may not scan it");
    assertThatThrownBy(() -> operator(denied).change(BLUE.id(), Action.DRAIN, true))
        .hasMessage(
            "table 'affinity' does not exist there, or these credentials may not read and change"
                + " it");
    assertThat(err.toString()).contains("no answer, denied");
  }

  /** One target with two prefixes, one request done and one under way; another one idle. */
  private void traffic() {
    table.write(
        new PutFleet(
            new FleetRow("llama", List.of(BLUE, GREEN), clock.instant(), clock.instant())));
    Work done = new Work(clock.instant(), 10_000, 20_000);
    table.write(new StartWork(BLUE.id(), done));
    table.write(
        new EndWork(
            BLUE.id(),
            done,
            12_000,
            new Ending.Answered(),
            new Feedback(90_000, 9_000, new Feedback.ColdClaims.Same())));
    table.write(new StartWork(BLUE.id(), new Work(clock.instant(), 30_000, 31_000)));
    for (int i = 0; i < 2; i++) {
      Owner owner = new Owner(BLUE.id(), 0, 0, clock.instant(), Optional.empty(), false);
      table.write(
          new RecordOwner(
              "pool",
              new PrefixUpdate(
                  new Anchor(1024, new PrefixHash(1, i)),
                  owner,
                  clock.instant().plusSeconds(600))));
    }
  }

  private List<Item> items() {
    return table.operated().page(Optional.empty()) instanceof Page.Items page
        ? page.items()
        : List.of();
  }

  private static Page page(Item... items) {
    return new Page.Items(List.of(items), Optional.empty());
  }

  /** A table that answers every page alike and refuses every change. */
  private static OperatedTable answering(Page page) {
    return new OperatedTable() {
      @Override
      public Page page(Optional<String> after) {
        return page;
      }

      @Override
      public Changed change(TargetId target, Action action) {
        return new Changed.Failed(Degradation.DENIED);
      }
    };
  }

  private static Optional<Terminal.Person> nobody() {
    return Optional.empty();
  }

  private TableOperator operator(Optional<Terminal.Person> person) {
    return operator(table.operated(), person);
  }

  private TableOperator operator(OperatedTable of) {
    return operator(of, nobody());
  }

  private TableOperator operator(OperatedTable of, Optional<Terminal.Person> person) {
    return new TableOperator(
        of,
        "table 'affinity'",
        new Terminal(new PrintWriter(out, true), new PrintWriter(err, true), person),
        clock);
  }
}
