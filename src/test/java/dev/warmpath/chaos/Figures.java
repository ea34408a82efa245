package dev.warmpath.chaos;

import com.fasterxml.jackson.jr.ob.JSON;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The figures of one scenario, and where they are kept. Used by one thread. */
final class Figures implements AutoCloseable {
  private static final String HEAD =
      """
      | scenario | routers | window | sent | answered | failed before first byte, by status | \
      broken after it | cut | aborted | wrong | hit rate | same owner | owner known | median | took |
      |---|---|---|---|---|---|---|---|---|---|---|---|---|---|---|
      """;

  private final Path folder;
  private final String scenario;
  private final String routers;
  private final List<Window> windows = new ArrayList<>();
  private final Map<String, Object> facts = new LinkedHashMap<>();

  /**
   * Begins a scenario.
   *
   * @param folder where the files go
   * @param routers how many, and of which kind
   */
  Figures(Path folder, String scenario, String routers) {
    this.folder = folder;
    this.scenario = scenario;
    this.routers = routers;
  }

  /** Keeps a window, and returns it. */
  Window add(Window window) {
    windows.add(window);
    return window;
  }

  /** Keeps any other figure. */
  void add(String name, Object value) {
    facts.put(name, value);
  }

  /** Requests answered wrong, or twice, in any window. */
  List<String> wrong() {
    return windows.stream().flatMap(w -> w.wrong().stream()).toList();
  }

  /** Writes the scenario's files, and one table of all scenarios that are there. */
  @Override
  public void close() {
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("scenario", scenario);
    json.put("routers", routers);
    json.put("windows", windows.stream().map(Window::json).toList());
    json.put("facts", facts);
    String name = (scenario + "-" + routers).replace(' ', '-');
    try {
      Files.createDirectories(folder);
      Files.writeString(
          folder.resolve(name + ".json"),
          JSON.std.with(JSON.Feature.PRETTY_PRINT_OUTPUT).asString(json));
      Files.writeString(folder.resolve(name + ".rows"), rows());
      Files.writeString(folder.resolve(name + ".facts"), bullet());
      Files.writeString(folder.resolve("report.md"), HEAD + all(".rows") + "\n" + all(".facts"));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private String rows() {
    return windows.stream()
        .map(w -> "| " + scenario + " | " + routers + " | " + w.cells() + " |\n")
        .collect(Collectors.joining());
  }

  private String bullet() {
    return "- "
        + scenario
        + ", "
        + routers
        + ": "
        + facts.entrySet().stream()
            .map(e -> e.getKey() + " " + e.getValue())
            .collect(Collectors.joining("; "))
        + "\n";
  }

  private String all(String suffix) throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      StringBuilder all = new StringBuilder();
      for (Path file : files.filter(f -> f.toString().endsWith(suffix)).sorted().toList()) {
        all.append(Files.readString(file));
      }
      return all.toString();
    }
  }
}
