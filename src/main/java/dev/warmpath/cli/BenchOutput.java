package dev.warmpath.cli;

import dev.warmpath.report.WholeFile;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;

/** Where a part of the benchmarks leaves its results: as JSON, as Markdown, on the terminal. */
final class BenchOutput {
  private BenchOutput() {}

  /**
   * Writes {@code NAME.json} and {@code NAME.md}, and prints the latter.
   *
   * @param folder where, made if it is not there
   */
  static void write(Path folder, String name, String json, String markdown, PrintWriter out)
      throws IOException {
    Files.createDirectories(folder);
    WholeFile.write(folder.resolve(name + ".json"), json);
    WholeFile.write(folder.resolve(name + ".md"), markdown);
    out.println(markdown);
    out.flush();
  }
}
