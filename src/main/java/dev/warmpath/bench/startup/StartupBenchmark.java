package dev.warmpath.bench.startup;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * Starts all subjects in turns, so that whatever slows the machine slows each of them as often, and
 * gathers their times.
 */
public final class StartupBenchmark {
  private final Path folder;
  private final Runnable step;

  /**
   * Makes a benchmark.
   *
   * @param folder for logs
   * @param step told of every start
   */
  public StartupBenchmark(Path folder, Runnable step) {
    this.folder = folder;
    this.step = step;
  }

  /**
   * One thing to be measured.
   *
   * @param subject what is started
   * @param cpu on how much of the machine
   * @param streamed whether the chat asks for a stream
   */
  public record Case(StartupSubject subject, Cpu cpu, boolean streamed) {}

  /**
   * Classes that a start loads.
   *
   * @param all how many
   * @param archived how many of them come from an archive of classes
   */
  public record Classes(long all, long archived) {}

  /**
   * Measures.
   *
   * @param rounds how often each
   * @throws IOException if one of them does not start or does not answer
   */
  public Map<Case, StartupSeries> run(List<Case> cases, int rounds)
      throws IOException, InterruptedException {
    Map<Case, List<StartupTimes>> times = new LinkedHashMap<>();
    cases.forEach(one -> times.put(one, new ArrayList<>()));
    try (StartupRuns runs = new StartupRuns(folder)) {
      // Files come into the machine's memory, and this process to its speed.
      for (StartupSubject subject : subjects(cases)) {
        runs.time(subject, Cpu.TWO_CORES, true);
        step.run();
      }
      List<Case> order = new ArrayList<>(cases);
      for (int round = 0; round < rounds; round++) {
        Collections.rotate(order, 1);
        for (Case one : order) {
          times
              .computeIfAbsent(one, c -> new ArrayList<>())
              .add(runs.time(one.subject(), one.cpu(), one.streamed()));
          step.run();
        }
      }
    }
    Map<Case, StartupSeries> series = new LinkedHashMap<>();
    times.forEach((one, taken) -> series.put(one, new StartupSeries(taken)));
    return series;
  }

  /** How many steps {@link #run} tells of. */
  public static int steps(List<Case> cases, int rounds) {
    return subjects(cases).size() + cases.size() * rounds;
  }

  /** Counts the classes that subjects load until the end of a streamed answer. */
  public Map<StartupSubject, Classes> classes(List<StartupSubject> subjects)
      throws IOException, InterruptedException {
    Map<StartupSubject, Classes> all = new LinkedHashMap<>();
    try (StartupRuns runs = new StartupRuns(folder)) {
      for (StartupSubject subject : subjects) {
        Path log = Files.createTempFile(folder, "classes", ".log");
        runs.time(
            subject.with("JAVA_TOOL_OPTIONS", "-Xlog:class+load:file=" + log + ":none"),
            Cpu.TWO_CORES,
            true);
        all.put(subject, count(log));
        step.run();
      }
    }
    return all;
  }

  /** Starts a subject that writes an archive of its classes when it ends. */
  public void train(StartupSubject subject) throws IOException, InterruptedException {
    try (StartupRuns runs = new StartupRuns(folder)) {
      runs.train(subject);
    }
  }

  private static Classes count(Path log) throws IOException {
    try (Stream<String> lines = Files.lines(log)) {
      List<String> loaded = lines.filter(line -> line.contains(" source: ")).toList();
      return new Classes(
          loaded.size(), loaded.stream().filter(line -> line.contains("shared objects")).count());
    } finally {
      Files.delete(log);
    }
  }

  private static List<StartupSubject> subjects(List<Case> cases) {
    return cases.stream().map(Case::subject).distinct().toList();
  }
}
