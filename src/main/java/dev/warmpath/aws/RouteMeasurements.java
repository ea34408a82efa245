package dev.warmpath.aws;

import dev.warmpath.router.RouteReport;
import dev.warmpath.router.port.Degradation;
import dev.warmpath.router.port.EngineOutcome;
import dev.warmpath.router.port.TableUnits;
import dev.warmpath.router.port.Trouble;
import dev.warmpath.routing.Candidate;
import dev.warmpath.routing.RoutingDecision.Reason;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** What is measured, derived from what happened. Pure. */
final class RouteMeasurements {
  private static final double PERCENT = 100;

  /** Steps in which times are measured: finer ones only make every value distinct. */
  private static final Duration OVERHEAD_STEP = Duration.ofNanos(10_000);

  private static final Duration ENGINE_STEP = Duration.ofMillis(1);

  private RouteMeasurements() {}

  /** What one request measures. */
  static List<Measurement> of(RouteReport report) {
    List<Measurement> all = new ArrayList<>();
    all.add(Measurement.one(MetricName.REQUESTS));
    all.add(outcome(report));
    report.reason().map(r -> Measurement.one(decision(r))).ifPresent(all::add);
    report.degradation().ifPresent(d -> all.addAll(degraded(d)));
    claim(report.claim()).map(Measurement::one).ifPresent(all::add);
    if (!report.tokens().keyed()) {
      all.add(Measurement.one(MetricName.UNKEYED_REQUESTS));
    }
    all.add(time(MetricName.ROUTING_OVERHEAD, report.routerTime(), OVERHEAD_STEP));
    if (report.engineTime().isPositive()) {
      all.add(time(MetricName.ENGINE_TIME, report.engineTime(), ENGINE_STEP));
    }
    report
        .firstToken()
        .map(t -> time(MetricName.TIME_TO_FIRST_TOKEN, t, ENGINE_STEP))
        .ifPresent(all::add);
    if (report.failure().isPresent() && report.firstToken().isPresent()) {
      all.add(Measurement.one(MetricName.BROKEN_STREAMS));
    }
    if (report.failovers() > 0) {
      all.add(Measurement.count(MetricName.FAILOVERS, report.failovers()));
    }
    skew(report.candidates()).ifPresent(all::add);
    if (isAnswered(report)) {
      all.addAll(tokens(report));
    }
    return all;
  }

  /** What a trouble measures. */
  static Measurement of(Trouble trouble) {
    return Measurement.one(
        switch (trouble) {
          case LOST_WRITE -> MetricName.LOST_WRITES;
          case UNREADABLE_ROW -> MetricName.UNREADABLE_ROWS;
          case UNKNOWN_FLEET -> MetricName.UNKNOWN_FLEET;
          case VARIANT_MISMATCH -> MetricName.VARIANT_MISMATCHES;
          case DROPPED_METRICS -> MetricName.DROPPED_METRICS;
          case UNSETTLED_WORK -> MetricName.UNSETTLED_WORK;
          case VOLATILE_PREFIX -> MetricName.VOLATILE_PREFIXES;
        });
  }

  /** What the table has consumed between two readings. */
  static List<Measurement> of(TableUnits before, TableUnits now) {
    List<Measurement> all = new ArrayList<>();
    if (now.read() > before.read()) {
      all.add(Measurement.of(MetricName.TABLE_READ_UNITS, now.read() - before.read()));
    }
    if (now.write() > before.write()) {
      all.add(Measurement.of(MetricName.TABLE_WRITE_UNITS, now.write() - before.write()));
    }
    return all;
  }

  private static boolean isAnswered(RouteReport report) {
    return report.target().isPresent() && report.failure().isEmpty();
  }

  private static Measurement outcome(RouteReport report) {
    if (report.target().isEmpty()) {
      return Measurement.one(report.failure().isPresent() ? MetricName.SHED : MetricName.NO_TARGET);
    }
    return Measurement.one(
        report.failure().map(RouteMeasurements::failure).orElse(MetricName.ANSWERED));
  }

  private static MetricName failure(EngineOutcome.Kind kind) {
    return switch (kind) {
      case BACKPRESSURE -> MetricName.ENGINE_BACKPRESSURE;
      case FAULT -> MetricName.ENGINE_FAULTS;
      case TIMEOUT -> MetricName.ENGINE_TIMEOUTS;
      case CALLER -> MetricName.CALLER_ERRORS;
      case MISCONFIGURED -> MetricName.MISCONFIGURED;
    };
  }

  private static MetricName decision(Reason reason) {
    return switch (reason) {
      case WARM -> MetricName.DECISION_WARM;
      case SPILLED -> MetricName.DECISION_SPILLED;
      case NEW -> MetricName.DECISION_NEW;
      case LOAD -> MetricName.DECISION_LOAD;
      case FALLBACK -> MetricName.DECISION_FALLBACK;
      case TURN -> MetricName.DECISION_TURN;
    };
  }

  private static List<Measurement> degraded(Degradation reason) {
    MetricName metric =
        switch (reason) {
          case COLD -> MetricName.DEGRADED_COLD;
          case THROTTLED -> MetricName.DEGRADED_THROTTLED;
          case TIMEOUT -> MetricName.DEGRADED_TIMEOUT;
          case DENIED -> MetricName.DEGRADED_DENIED;
          case FAILED -> MetricName.DEGRADED_FAILED;
        };
    return List.of(Measurement.one(MetricName.DEGRADED_LOOKUPS), Measurement.one(metric));
  }

  private static Optional<MetricName> claim(RouteReport.ClaimState claim) {
    return switch (claim) {
      case NONE -> Optional.empty();
      case WON -> Optional.of(MetricName.CLAIMS_WON);
      case LOST -> Optional.of(MetricName.CLAIMS_LOST);
      case UNKNOWN -> Optional.of(MetricName.CLAIMS_UNKNOWN);
    };
  }

  private static Measurement time(MetricName metric, Duration time, Duration step) {
    long steps = Math.round((double) time.toNanos() / step.toNanos());
    return Measurement.of(metric, steps * (step.toNanos() / 1e6));
  }

  private static Optional<Measurement> skew(List<Candidate> candidates) {
    double[] work =
        candidates.stream()
            .mapToDouble(c -> c.load().queuedPrefillTokens() + c.load().contextTokens())
            .toArray();
    double most = 0;
    double sum = 0;
    for (double w : work) {
      most = Math.max(most, w);
      sum += w;
    }
    // An idle fleet is neither even nor uneven.
    return work.length < 2 || sum <= 0
        ? Optional.empty()
        : Optional.of(Measurement.of(MetricName.LOAD_SKEW, most * work.length / sum));
  }

  /*
   * The weight of a rate is the prompt's length, so that CloudWatch's Average over requests is
   *   Σ(100 · cached/prompt · prompt) / Σ prompt = 100 · Σcached / Σprompt,
   * no mean of ratios. What the router estimated is scaled to what the engine has counted, with
   * the same factor for prompt, routed and available tokens, so that no rate exceeds 100.
   */
  private static List<Measurement> tokens(RouteReport report) {
    List<Measurement> all = new ArrayList<>();
    long prompt = report.usage().promptTokens().orElse(report.tokens().prompt());
    long routed = scaled(report.tokens().routed(), report.tokens().prompt(), prompt);
    long available = scaled(report.tokens().available(), report.tokens().prompt(), prompt);
    report
        .usage()
        .outputTokens()
        .ifPresent(n -> all.add(Measurement.count(MetricName.OUTPUT_TOKENS, n)));
    if (prompt <= 0) {
      return all;
    }
    all.add(Measurement.count(MetricName.PROMPT_TOKENS, prompt));
    if (!report.tokens().cacheable()) {
      return all;
    }
    all.add(Measurement.count(MetricName.ROUTED_TOKENS, routed));
    all.add(Measurement.count(MetricName.AVAILABLE_TOKENS, available));
    all.add(rate(MetricName.ROUTED_HIT_RATE, routed, prompt));
    all.add(rate(MetricName.AVAILABLE_HIT_RATE, available, prompt));
    if (report.usage().promptTokens().isPresent() && report.usage().cachedTokens().isPresent()) {
      long cached = Math.min(prompt, report.usage().cachedTokens().getAsLong());
      all.add(Measurement.count(MetricName.CACHED_TOKENS, cached));
      all.add(rate(MetricName.KV_CACHE_HIT_RATE, cached, prompt));
    } else {
      all.add(rate(MetricName.PREDICTED_HIT_RATE, routed, prompt));
    }
    return all;
  }

  private static long scaled(long estimated, long estimatedPrompt, long prompt) {
    return estimatedPrompt <= 0
        ? 0
        : Math.clamp(Math.round((double) estimated * prompt / estimatedPrompt), 0, prompt);
  }

  private static Measurement rate(MetricName metric, long part, long whole) {
    return new Measurement(metric, PERCENT * part / whole, whole);
  }
}
