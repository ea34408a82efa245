package dev.warmpath.cli;

import dev.warmpath.report.WholeFile;
import java.io.IOException;
import java.io.PrintWriter;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Where a part of the benchmarks leaves its results: as JSON, as Markdown, on the terminal. */
final class BenchOutput {
  private BenchOutput() {}

  /**
   * Writes {@code NAME.json} and {@code NAME.md}, and prints the latter.
   *
   * @param output where, made if it is not there; null for the usual place
   */
  static void write(
      @Nullable Path output, String name, String json, String markdown, PrintWriter out)
      throws IOException, URISyntaxException {
    Path folder = folder(output);
    Files.createDirectories(folder);
    WholeFile.write(folder.resolve(name + ".json"), json);
    WholeFile.write(folder.resolve(name + ".md"), markdown);
    out.println(markdown);
    out.flush();
  }

  /** Where results go that were told to go there, or nowhere. */
  static Path folder(@Nullable Path output) throws URISyntaxException {
    return Optional.ofNullable(output).orElse(StartupBenchCommand.root().resolve("target/bench"));
  }
}
