package dev.warmpath.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine;

/** A file of keys, and the commands that change it as a person runs them. */
final class KeyFile {
  private final Path file;
  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  /** Names a file that need not be there. */
  KeyFile(Path file) {
    this.file = file;
  }

  /** Makes a key and returns it. */
  String create(String... options) {
    List<String> line = new ArrayList<>(List.of("create", "--file", file.toString()));
    line.addAll(List.of(options));
    assertThat(run(line.toArray(String[]::new))).isZero();
    return out().strip();
  }

  /** The ids of all keys, oldest first. */
  List<String> ids() {
    run("list", "--file", file.toString());
    return out().lines().skip(1).map(row -> row.split(" ", 2)[0]).toList();
  }

  /** Revokes the key of an id. */
  void revoke(String id) {
    assertThat(run("revoke", "--file", file.toString(), id)).isZero();
  }

  /** Runs {@code warmpath keys} with these words behind it, and returns its exit code. */
  int run(String... line) {
    out.getBuffer().setLength(0);
    err.getBuffer().setLength(0);
    CommandLine command = new CommandLine(new KeysCommand());
    command.setOut(new PrintWriter(out));
    command.setErr(new PrintWriter(err));
    command.setExecutionExceptionHandler(
        (exception, c, result) -> {
          err.append(exception.getMessage());
          return 1;
        });
    return command.execute(line);
  }

  /** What the last command printed. */
  String out() {
    return out.toString();
  }

  /** What the last command said on the error side. */
  String err() {
    return err.toString();
  }
}
