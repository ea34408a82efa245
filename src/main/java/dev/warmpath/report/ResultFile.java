package dev.warmpath.report;

import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Writes results as JSON in the shape that {@code docs/results.md} describes. */
public final class ResultFile {
  private ResultFile() {}

  /**
   * Writes a file, whole or not at all.
   *
   * @param file where
   * @param command the command that was run
   * @param parameters its parameters by name
   * @param policies its results
   * @throws IOException if the file cannot be written
   */
  public static void write(
      Path file, String command, Map<String, Object> parameters, List<PolicyResult> policies)
      throws IOException {
    writeMaps(file, command, parameters, policies.stream().map(ResultFile::asMap).toList());
  }

  /**
   * Writes a file of simulated results, whole or not at all: the fields of measured ones, which are
   * medians here, and more.
   *
   * @throws IOException if the file cannot be written
   */
  public static void writeSimulated(
      Path file, String command, Map<String, Object> parameters, List<SimulatedResult> policies)
      throws IOException {
    writeMaps(file, command, parameters, policies.stream().map(ResultFile::asMap).toList());
  }

  private static void writeMaps(
      Path file, String command, Map<String, Object> parameters, List<Map<String, Object>> policies)
      throws IOException {
    Map<String, Object> result = new LinkedHashMap<>();
    result.put("command", command);
    result.put("parameters", parameters);
    result.put("policies", policies);
    WholeFile.write(file, JsonText.of(result));
  }

  private static Map<String, Object> asMap(SimulatedResult result) {
    Map<String, Object> map = new LinkedHashMap<>(asMap(result.medians()));
    map.put("load", JsonText.rounded(result.load()));
    map.put("seeds", result.seeds());
    map.put("spreads", asMap(result.spreads()));
    if (!result.againstBaseline().isEmpty()) {
      map.put("againstBaseline", asMap(result.againstBaseline()));
    }
    return map;
  }

  private static Map<String, Object> asMap(Map<String, Spread> spreads) {
    Map<String, Object> map = new LinkedHashMap<>();
    spreads.forEach(
        (name, spread) -> {
          Map<String, Object> values = new LinkedHashMap<>();
          values.put("median", JsonText.rounded(spread.median()));
          values.put("least", JsonText.rounded(spread.least()));
          values.put("most", JsonText.rounded(spread.most()));
          map.put(name, values);
        });
    return map;
  }

  private static Map<String, Object> asMap(PolicyResult policy) {
    Map<String, Object> map = new LinkedHashMap<>();
    map.put("name", policy.name());
    map.put("requests", policy.requests());
    map.put("errors", policy.errors());
    map.put("hitRate", JsonText.rounded(policy.hitRate()));
    map.put("idealHitRate", JsonText.rounded(policy.idealHitRate()));
    Map<String, Object> ttft = new LinkedHashMap<>();
    ttft.put("p50", JsonText.rounded(policy.ttft().p50()));
    ttft.put("p90", JsonText.rounded(policy.ttft().p90()));
    ttft.put("p99", JsonText.rounded(policy.ttft().p99()));
    map.put("ttftSeconds", ttft);
    map.put("workMaxOverMean", JsonText.rounded(policy.workMaxOverMean()));
    map.put("requestsPerSecond", JsonText.rounded(policy.requestsPerSecond()));
    map.put("routerMillis", JsonText.rounded(policy.routerMillis()));
    return map;
  }
}
