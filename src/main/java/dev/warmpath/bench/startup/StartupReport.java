package dev.warmpath.bench.startup;

import dev.warmpath.bench.startup.StartupBenchmark.Case;
import dev.warmpath.bench.startup.StartupBenchmark.Classes;
import dev.warmpath.bench.startup.StartupSeries.Measure;
import dev.warmpath.report.JsonText;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * What a start-up benchmark has found.
 *
 * @param machine a sentence on where it ran
 * @param rounds how often each was started
 * @param series the starts of all cases, those with the empty handler among them
 * @param classes classes loaded, by subject
 * @param sizes sizes of packages, by name
 */
public record StartupReport(
    String machine,
    int rounds,
    Map<Case, StartupSeries> series,
    Map<StartupSubject, Classes> classes,
    Map<String, Size> sizes) {
  /** The name of the subject that all others are compared with. */
  static final String FLOOR = "empty handler";

  /**
   * How large a package is.
   *
   * @param bytes its files
   * @param zipped its files in one zip
   */
  public record Size(long bytes, long zipped) {}

  /** A table for each share of the machine, and one of sizes. */
  public String markdown() {
    StringBuilder text = new StringBuilder();
    text.append(machine).append(" Medians of ").append(rounds).append(" starts in turns, in ms;");
    text.append(" \"times empty\" is the median of the rounds' ratios to the empty handler.\n");
    cpus()
        .forEach(
            cpu -> {
              text.append("\n## ").append(cpu.name()).append("\n\n");
              text.append(
                  "| what | answer | ready | first token | whole | p90 | CPU | MB | times empty |"
                      + " CPU times empty | classes | of an archive | degraded |\n");
              text.append("|---|---|---:|---:|---:|---:|---:|---:|---:|---:|---:|---:|---:|\n");
              series.forEach(
                  (one, times) -> {
                    if (one.cpu().equals(cpu)) {
                      text.append(row(one, times));
                    }
                  });
            });
    if (!sizes.isEmpty()) {
      text.append("\n| package | unpacked MB | zipped MB |\n|---|---:|---:|\n");
      sizes.forEach(
          (name, size) ->
              text.append(
                  String.format(
                      Locale.ROOT,
                      "| %s | %.1f | %.1f |%n",
                      name,
                      size.bytes() / 1e6,
                      size.zipped() / 1e6)));
    }
    return text.toString();
  }

  /** Every value of every start. */
  public String json() {
    List<Map<String, Object>> all = new ArrayList<>();
    series.forEach(
        (one, times) -> {
          Map<String, Object> entry = new LinkedHashMap<>();
          entry.put("subject", one.subject().name());
          entry.put("share", one.cpu().name());
          entry.put("streamed", one.streamed());
          for (Measure measure : Measure.values()) {
            entry.put(measure.name().toLowerCase(Locale.ROOT), times.values(measure));
          }
          entry.put("degraded", times.degraded());
          all.add(entry);
        });
    Map<String, Object> report = new LinkedHashMap<>();
    report.put("machine", machine);
    report.put("rounds", rounds);
    report.put("starts", all);
    report.put(
        "classes",
        classes.entrySet().stream()
            .collect(Collectors.toMap(e -> e.getKey().name(), Map.Entry::getValue)));
    report.put("sizes", sizes);
    return JsonText.of(report);
  }

  private List<Cpu> cpus() {
    return series.keySet().stream().map(Case::cpu).distinct().toList();
  }

  private String row(Case one, StartupSeries times) {
    StartupSeries floor = floor(one.cpu());
    Classes loaded = classes.getOrDefault(one.subject(), new Classes(0, 0));
    return String.format(
        Locale.ROOT,
        "| %s | %s | %.0f | %.0f | %.0f | %.0f | %.0f | %.0f | %.2f | %.2f | %d | %d | %d |%n",
        one.subject().name(),
        one.streamed() ? "streamed" : "in one piece",
        times.at(Measure.READY, 0.5),
        times.at(Measure.FIRST_TOKEN, 0.5),
        times.at(Measure.ANSWER, 0.5),
        times.at(Measure.ANSWER, 0.9),
        times.at(Measure.CPU, 0.5),
        times.at(Measure.MEGABYTES, 0.5),
        times.ratio(floor, Measure.FIRST_TOKEN),
        times.ratio(floor, Measure.CPU),
        loaded.all(),
        loaded.archived(),
        times.degraded());
  }

  private StartupSeries floor(Cpu cpu) {
    return series.entrySet().stream()
        .filter(e -> e.getKey().cpu().equals(cpu) && e.getKey().subject().name().equals(FLOOR))
        .map(Map.Entry::getValue)
        .findFirst()
        .orElseThrow(() -> new IllegalStateException("nothing to compare with on " + cpu.name()));
  }
}
