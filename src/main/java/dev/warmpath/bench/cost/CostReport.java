package dev.warmpath.bench.cost;

import dev.warmpath.report.JsonText;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * What the cost benchmark has found.
 *
 * @param machine a sentence on where it ran
 * @param targets how many engines each run had
 * @param runs what each workload asked of the table, in the order of the report
 * @param residentBytes the router's resident memory, by streams open at once; empty where the
 *     system does not tell
 */
public record CostReport(
    String machine, int targets, Map<String, TableTraffic> runs, Map<Integer, Long> residentBytes) {
  /** Two tables: request units of each workload, and their price. */
  public String markdown() {
    StringBuilder text = new StringBuilder(machine);
    text.append(
        " Request units by DynamoDB's documented rounding; simulated engines and time.\n\n");
    text.append("| traffic | requests | read units mean | p50 | p99 | `T#` writes | `P#` writes");
    text.append(" | write units mean | p50 | p99 | seconds mean | p50 |\n");
    text.append("|---|---:|---:|---:|---:|---:|---:|---:|---:|---:|---:|---:|\n");
    runs.forEach((name, traffic) -> text.append(units(name, traffic)));
    text.append("\n| USD per million requests | gateway | table | Lambda | metrics | all");
    text.append(" | Lambda, managed | metrics, managed | all, managed");
    text.append(" | of a GPU hour | managed |\n");
    text.append("|---|---:|---:|---:|---:|---:|---:|---:|---:|---:|---:|\n");
    runs.forEach((name, traffic) -> text.append(prices(name, traffic)));
    if (!residentBytes.isEmpty()) {
      text.append("\n| streams open at once | resident MB |\n|---:|---:|\n");
      residentBytes.forEach(
          (streams, bytes) -> text.append(Figures.row("%d | %.0f", streams, bytes / 1e6)));
    }
    return text.toString();
  }

  /** All figures. */
  public String json() {
    Map<String, Object> report = new LinkedHashMap<>();
    report.put("machine", machine);
    report.put("targets", targets);
    Map<String, Object> traffic = new LinkedHashMap<>();
    runs.forEach(
        (name, run) -> {
          Map<String, Object> figures = Figures.of(run);
          figures.put("dollarsPerMillion", million(run).total());
          figures.put("dollarsPerMillionManaged", million(run).managedTotal());
          figures.put("requestsPerEngineHour", perEngineHour(run));
          traffic.put(name, figures);
        });
    report.put("workloads", traffic);
    report.put("residentBytes", residentBytes);
    return JsonText.of(report);
  }

  private static String units(String name, TableTraffic traffic) {
    return Figures.row(
        "%s | %,d | %.2f | %.1f | %.1f | %.2f | %.2f | %.2f | %.0f | %.0f | %.1f | %.1f",
        name,
        traffic.requests().size(),
        traffic.mean(RequestTraffic::readUnits),
        traffic.at(0.5, RequestTraffic::readUnits),
        traffic.at(0.99, RequestTraffic::readUnits),
        traffic.mean(RequestTraffic::targetWrites),
        traffic.mean(RequestTraffic::prefixWrites),
        traffic.mean(RequestTraffic::writeUnits),
        traffic.at(0.5, RequestTraffic::writeUnits),
        traffic.at(0.99, RequestTraffic::writeUnits),
        traffic.mean(RequestTraffic::seconds),
        traffic.at(0.5, RequestTraffic::seconds));
  }

  private String prices(String name, TableTraffic traffic) {
    MillionRequests million = million(traffic);
    double places = 0.5 * MillionRequests.MANAGED_REQUESTS_PER_VCPU;
    return Figures.row(
        "%s | %.2f | %.2f | %.2f | %.2f | %.2f | %.2f | %.2f | %.2f | %.2f %% | %.2f %%",
        name,
        million.gateway(),
        million.table(),
        million.lambda(),
        million.metrics(1),
        million.total(),
        million.managed(0.5),
        million.metrics(places),
        million.managedTotal(),
        shareOfGpuHour(traffic, million.total()),
        shareOfGpuHour(traffic, million.managedTotal()));
  }

  private static MillionRequests million(TableTraffic traffic) {
    return new MillionRequests(
        traffic.mean(RequestTraffic::seconds),
        traffic.mean(RequestTraffic::readUnits),
        traffic.mean(RequestTraffic::writeUnits));
  }

  private double perEngineHour(TableTraffic traffic) {
    return traffic.requests().size() / traffic.seconds() * 3600 / targets;
  }

  private double shareOfGpuHour(TableTraffic traffic, double dollarsPerMillion) {
    return 100 * perEngineHour(traffic) * dollarsPerMillion / 1e6 / MillionRequests.GPU_HOUR;
  }
}
