package dev.warmpath.bench.cost;

import dev.warmpath.bench.cost.ScaleBenchmark.Step;
import dev.warmpath.report.JsonText;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What the scale benchmark has found.
 *
 * @param machine a sentence on where it ran
 * @param steps what each size came to
 * @param old a size that ran for long
 */
public record ScaleReport(String machine, List<Step> steps, Step old) {
  /** How many parts a long run is told in. */
  private static final int AGES = 5;

  /** Copies the steps. */
  public ScaleReport {
    steps = List.copyOf(steps);
  }

  /** A table of the sizes, and one of the ages of a table. */
  public String markdown() {
    StringBuilder text = new StringBuilder(machine);
    text.append(" Real time of placing a request in this process, simulated engines.\n\n");
    text.append(
        "| traffic | targets | routers | requests | requests/s offered | deciding us p50 | p99");
    text.append(" | table in memory us p50 | reads | read units mean | write units mean");
    text.append(
        " | hottest `P#` row, writes/s mean | most | hottest `T#` row, mean | most | `P#` rows |\n");
    text.append(
        "|---|---:|---:|---:|---:|---:|---:|---:|---:|---:|---:|---:|---:|---:|---:|---:|\n");
    steps.forEach(step -> text.append(row(step)));
    text.append("\n| part of a long run | until s | deciding us p50 | table in memory us p50");
    text.append(" | read units mean | write units mean |\n|---|---:|---:|---:|---:|---:|\n");
    for (int age = 0; age < AGES; age++) {
      text.append(age(age));
    }
    return text.toString();
  }

  /** All figures. */
  public String json() {
    Map<String, Object> report = new LinkedHashMap<>();
    report.put("machine", machine);
    List<Object> sizes = new ArrayList<>();
    steps.forEach(
        step -> {
          Map<String, Object> figures = new LinkedHashMap<>();
          figures.put("traffic", step.size().traffic().name());
          figures.put("targets", step.size().targets());
          figures.put("routers", step.size().routers());
          figures.putAll(Figures.of(step.traffic()));
          sizes.add(figures);
        });
    report.put("sizes", sizes);
    List<Object> ages = new ArrayList<>();
    for (int age = 0; age < AGES; age++) {
      ages.add(Figures.of(old.traffic().part(age, AGES)));
    }
    report.put("ages", ages);
    return JsonText.of(report);
  }

  private static String row(Step step) {
    TableTraffic traffic = step.traffic();
    return Figures.row(
        "%s | %,d | %d | %,d | %,.0f | %.0f | %.0f | %.0f | %.2f | %.2f | %.2f | %.1f | %d | %.1f | %d | %,d",
        step.size().traffic().name(),
        step.size().targets(),
        step.size().routers(),
        traffic.requests().size(),
        step.size().requestsPerSecond(),
        traffic.at(0.5, RequestTraffic::decideMicros),
        traffic.at(0.99, RequestTraffic::decideMicros),
        traffic.at(0.5, RequestTraffic::tableMicros),
        traffic.mean(RequestTraffic::reads),
        traffic.mean(RequestTraffic::readUnits),
        traffic.mean(RequestTraffic::writeUnits),
        traffic.hottestPrefix().mean(),
        traffic.hottestPrefix().most(),
        traffic.hottestTarget().mean(),
        traffic.hottestTarget().most(),
        traffic.prefixRows());
  }

  private String age(int number) {
    TableTraffic part = old.traffic().part(number, AGES);
    return Figures.row(
        "%s | %,.0f | %.0f | %.0f | %.2f | %.2f",
        number + 1 + " of " + AGES,
        (number + 1) * old.traffic().seconds() / AGES,
        part.at(0.5, RequestTraffic::decideMicros),
        part.at(0.5, RequestTraffic::tableMicros),
        part.mean(RequestTraffic::readUnits),
        part.mean(RequestTraffic::writeUnits));
  }
}
