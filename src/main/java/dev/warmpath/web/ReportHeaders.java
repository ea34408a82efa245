package dev.warmpath.web;

import dev.warmpath.router.RouteReport;
import dev.warmpath.routing.Target;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;

/** What a caller learns of a decision, as response headers; {@code docs/headers.md} lists them. */
final class ReportHeaders {
  private static final String PREFIX = "x-warmpath-";

  private ReportHeaders() {}

  /** The headers of one report. */
  static Map<String, String> of(RouteReport report) {
    Map<String, String> headers = new HashMap<>();
    put(headers, "request-id", report.requestId());
    put(
        headers,
        "router-ms",
        String.format(Locale.ROOT, "%.2f", report.routerTime().toNanos() / 1e6));
    put(headers, "prompt-tokens", report.usage().promptTokens().orElse(report.tokens().prompt()));
    put(headers, "available-tokens", report.tokens().available());
    put(headers, "matched-tokens", report.tokens().routed());
    put(headers, "candidates", report.candidates().size());
    put(headers, "claim", word(report.claim()));
    report.target().map(Target::label).ifPresent(name -> put(headers, "variant", name));
    report.advised().map(Target::label).ifPresent(name -> put(headers, "advised-variant", name));
    report.reason().ifPresent(reason -> put(headers, "decision", word(reason)));
    report.degradation().ifPresent(why -> put(headers, "degraded", word(why)));
    report.usage().cachedTokens().ifPresent(cached -> put(headers, "cached-tokens", cached));
    if (report.failovers() > 0) {
      put(headers, "failovers", report.failovers());
    }
    return headers;
  }

  private static void put(Map<String, String> headers, String name, Object value) {
    headers.put(PREFIX + name, value.toString());
  }

  /** An enum's name as people write it. */
  static String word(Enum<?> value) {
    return value.name().toLowerCase(Locale.ROOT).replace('_', '-');
  }
}
