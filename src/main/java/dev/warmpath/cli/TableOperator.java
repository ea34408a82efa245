package dev.warmpath.cli;

import dev.warmpath.local.ItemJson;
import dev.warmpath.routing.TargetId;
import dev.warmpath.table.Inventory;
import dev.warmpath.table.Item;
import dev.warmpath.table.ItemScan.Page;
import dev.warmpath.table.OperatedTable;
import dev.warmpath.table.OperatedTable.Action;
import dev.warmpath.table.OperatedTable.Changed;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.Collectors;

/**
 * What an operator asks of a table and does to it; every change leaves a line on the error side.
 */
final class TableOperator {
  /** The exit code of a command that has done its work, or found it done. */
  static final int OK = 0;

  /** The exit code of a command that could not do its work. */
  static final int FAILED = 1;

  /** The exit code of a command that cannot be meant. */
  static final int BAD_INPUT = 2;

  private final OperatedTable table;
  private final String name;
  private final Terminal terminal;
  private final InstantSource clock;

  /**
   * Makes an operator.
   *
   * @param name what a sentence calls the table
   */
  TableOperator(OperatedTable table, String name, Terminal terminal, InstantSource clock) {
    this.table = table;
    this.name = name;
    this.terminal = terminal;
    this.clock = clock;
  }

  /**
   * Prints every target with what it holds and how it fares.
   *
   * @throws TableFailureException if the table cannot be read, or is not ours
   */
  int owners(boolean json) throws TableFailureException {
    Instant now = clock.instant();
    Inventory inventory = new Inventory(now);
    scan(inventory::add);
    List<Inventory.Holding> holdings = inventory.holdings();
    if (json) {
      terminal.out().println(OwnersReport.json(holdings, now));
    } else if (holdings.isEmpty()) {
      terminal.out().println(name + " knows no target yet.");
    } else {
      terminal.out().println(OwnersReport.text(holdings, now));
    }
    return OK;
  }

  /**
   * Prints every row, a line each.
   *
   * @throws TableFailureException if the table cannot be read, or is not ours
   */
  int export() throws TableFailureException {
    scan(item -> terminal.out().println(ItemJson.line(item)));
    return OK;
  }

  /**
   * Changes a target, once the person has agreed where that is needed.
   *
   * @param agreed whether he has agreed already
   * @throws TableFailureException if the table cannot be changed
   */
  int change(TargetId target, Action action, boolean agreed) throws TableFailureException {
    if (!agreed && action != Action.UNDRAIN) {
      Optional<Boolean> answer = terminal.agrees(question(target, action));
      if (answer.isEmpty()) {
        say("nobody is there to ask: repeat the command with --yes");
        return BAD_INPUT;
      }
      if (!answer.get()) {
        say("nothing was changed");
        return FAILED;
      }
    }
    Changed changed = table.change(target, action);
    audit(target, action, changed);
    return switch (changed) {
      case Changed.Done() -> OK;
      case Changed.Already() -> OK;
      case Changed.Contested() -> {
        say("somebody else changed " + target + " in the same moment; nothing was changed");
        yield FAILED;
      }
      case Changed.Unknown(var known) -> {
        say(unknown(target, known));
        yield BAD_INPUT;
      }
      case Changed.Failed(var reason) ->
          throw TableFailureException.of(name, "read and change", reason);
    };
  }

  private static String question(TargetId target, Action action) {
    return switch (action) {
      case DRAIN ->
          "Drain "
              + target
              + "? New requests go elsewhere, and its prefixes are computed anew there.";
      case INVALIDATE ->
          "Invalidate " + target + "? Its prefixes count as lost until it has served them again.";
      case UNDRAIN -> "Put " + target + " back into service?";
    };
  }

  private void audit(TargetId target, Action action, Changed changed) {
    String outcome =
        switch (changed) {
          case Changed.Done() -> "done";
          case Changed.Already() -> "already so";
          case Changed.Contested() -> "refused, contested";
          case Changed.Unknown(var _) -> "refused, unknown target";
          case Changed.Failed(var reason) -> "no answer, " + reason.name().toLowerCase(Locale.ROOT);
        };
    terminal
        .err()
        .println(
            "audit: "
                + clock.instant().truncatedTo(ChronoUnit.SECONDS)
                + " "
                + action.name().toLowerCase(Locale.ROOT)
                + " "
                + target
                + " in "
                + name
                + ": "
                + outcome);
  }

  private String unknown(TargetId target, List<TargetId> known) {
    String others =
        known.isEmpty()
            ? "'warmpath table owners' lists the names"
            : "its endpoint has "
                + known.stream().map(TargetId::value).collect(Collectors.joining(", "));
    return name + " knows no target '" + target + "'; " + others + "; nothing was changed";
  }

  private void scan(Consumer<Item> each) throws TableFailureException {
    Optional<String> after = Optional.empty();
    long rows = 0;
    do {
      after =
          switch (table.page(after)) {
            case Page.Items(var items, var end) -> {
              rows += items.size();
              if (items.stream().anyMatch(item -> !Inventory.isOurs(item))) {
                throw new TableFailureException(
                    name + " is not one of Warmpath's: it holds rows with other keys");
              }
              items.forEach(each);
              terminal.progress(String.format(Locale.ROOT, "%,d rows", rows));
              yield end;
            }
            case Page.Failed(var reason) -> throw TableFailureException.of(name, "scan", reason);
          };
    } while (after.isPresent());
    terminal.progressDone();
  }

  private void say(String sentence) {
    terminal.err().println("warmpath: " + sentence);
  }
}
