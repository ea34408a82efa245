package dev.warmpath.cli;

import dev.warmpath.keys.KeyRow;
import java.io.IOException;
import java.io.PrintWriter;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** {@code warmpath keys list}: every key, without what opens the door. */
@Command(
    name = "list",
    description = "Lists the keys, oldest first: whose each is, its limits, and whether it holds.",
    mixinStandardHelpOptions = true)
final class KeysListCommand implements Callable<Integer> {
  private static final String ROW = "%-20s  %-16s  %-12s  %10s  %12s  %-20s  %-20s  %s%n";

  @Spec private @Nullable CommandSpec spec;

  @Mixin private KeysPlace place = new KeysPlace();

  @Override
  public Integer call() throws IOException {
    List<KeyRow> rows;
    try (KeysPlace.Opened keys = place.open()) {
      rows = keys.store().all();
    }
    PrintWriter out =
        Objects.requireNonNull(spec, "picocli sets the spec before it calls")
            .commandLine()
            .getOut();
    out.printf(
        ROW, "id", "tenant", "group", "tokens/min", "tokens/day", "created", "revoked", "name");
    for (KeyRow row : rows) {
      out.printf(
          ROW,
          row.id(),
          row.tenant(),
          row.group().isEmpty() ? "-" : row.group(),
          limit(row.limits().perMinute()),
          limit(row.limits().perDay()),
          row.created(),
          row.revoked().map(Instant::toString).orElse("-"),
          row.name());
    }
    out.flush();
    return 0;
  }

  private static String limit(long tokens) {
    return tokens == 0 ? "any" : Long.toString(tokens);
  }
}
