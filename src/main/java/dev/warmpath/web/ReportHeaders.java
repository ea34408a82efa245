package dev.warmpath.web;

import dev.warmpath.router.RouteReport;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;

/** What a caller learns of a decision, as response headers. */
final class ReportHeaders {
  private static final String PREFIX = "x-warmpath-";

  private ReportHeaders() {}

  /** The headers of one report. */
  static Map<String, String> of(RouteReport report) {
    Map<String, String> headers = new HashMap<>();
    headers.put(PREFIX + "request-id", report.requestId());
    headers.put(
        PREFIX + "router-ms",
        String.format(Locale.ROOT, "%.2f", report.routerTime().toNanos() / 1e6));
    headers.put(
        PREFIX + "prompt-tokens",
        Long.toString(report.usage().promptTokens().orElse(report.tokens().prompt())));
    headers.put(PREFIX + "matched-tokens", Long.toString(report.tokens().routed()));
    report.target().ifPresent(target -> headers.put(PREFIX + "variant", target.label()));
    report.reason().ifPresent(reason -> headers.put(PREFIX + "decision", word(reason)));
    report.degradation().ifPresent(why -> headers.put(PREFIX + "degraded", word(why)));
    report
        .usage()
        .cachedTokens()
        .ifPresent(cached -> headers.put(PREFIX + "cached-tokens", Long.toString(cached)));
    return headers;
  }

  /** An enum's name as people write it. */
  static String word(Enum<?> value) {
    return value.name().toLowerCase(Locale.ROOT).replace('_', '-');
  }
}
