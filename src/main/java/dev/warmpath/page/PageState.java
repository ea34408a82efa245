package dev.warmpath.page;

import dev.warmpath.demo.SampleTraffic;
import dev.warmpath.demo.SampleTraffic.Progress;
import dev.warmpath.local.VariantStatistics;
import dev.warmpath.page.ComparisonView.Height;
import dev.warmpath.page.ComparisonView.Point;
import dev.warmpath.page.ComparisonView.Side;
import dev.warmpath.page.DecisionLog.Decision;
import dev.warmpath.router.RouteReport;
import dev.warmpath.routing.Breaker;
import dev.warmpath.routing.Target;
import dev.warmpath.table.Inventory.Holding;
import dev.warmpath.web.ReasonText;
import java.time.Duration;
import java.time.InstantSource;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/**
 * All that the page shows, as one JSON object: counts, names and times. Safe for any number of
 * threads.
 *
 * @param tier what the tier is
 * @param variants what each local engine has done and does; none if the engines are elsewhere
 * @param holdings what the table knows of them; empty if it is elsewhere
 * @param comparison the local engines beside round robin; empty if they are elsewhere
 * @param decisions what was decided
 * @param sample the traffic of the button; empty if the tier cannot be sent any
 * @param clock the time on the wall
 * @param nanos the engines' clock
 */
public record PageState(
    TierFacts tier,
    Supplier<List<VariantStatistics>> variants,
    Optional<HoldingsScan> holdings,
    Optional<Comparison> comparison,
    DecisionLog decisions,
    Optional<SampleTraffic> sample,
    InstantSource clock,
    LongSupplier nanos) {
  /** What there is to see now. */
  Map<String, Object> json() {
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("tier", tierJson());
    json.put("fleet", fleetJson());
    comparison.ifPresent(c -> json.put("comparison", comparisonJson(c.view(nanos.getAsLong()))));
    json.put("decisions", decisionsJson(decisions.view()));
    sample.ifPresent(traffic -> json.put("sample", sampleJson(traffic.progress())));
    return json;
  }

  private Map<String, Object> tierJson() {
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("address", tier.address().toString());
    json.put("policy", tier.policy());
    json.put("shadow", tier.isShadow());
    json.put("needsKey", tier.needsKey());
    json.put("engines", word(tier.engine()));
    return json;
  }

  private List<Map<String, Object>> fleetJson() {
    Map<String, Holding> known = holdings.map(HoldingsScan::holdings).orElse(Map.of());
    return variants.get().stream()
        .map(v -> variantJson(v, Optional.ofNullable(known.get(v.variant()))))
        .toList();
  }

  private Map<String, Object> variantJson(VariantStatistics variant, Optional<Holding> holding) {
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("variant", variant.variant());
    json.put("running", variant.running());
    json.put("waiting", variant.waiting());
    json.put("reusableTokens", variant.reusableTokens());
    json.put("capacityTokens", variant.capacityTokens());
    json.put("requests", variant.requests());
    json.put("promptTokens", variant.promptTokens());
    json.put("cachedTokens", variant.cachedTokens());
    json.put("computedTokens", variant.computedPrefillTokens());
    holding.ifPresent(
        known -> {
          json.put("prefixes", known.prefixes());
          json.put("draining", known.row().draining());
          json.put("breaker", word(Breaker.of(known.row(), clock.instant())));
        });
    return json;
  }

  private static Map<String, Object> comparisonJson(ComparisonView view) {
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("requests", view.requests());
    json.put("promptTokens", view.promptTokens());
    json.put("measured", sideJson(view.measured()));
    json.put("replayed", sideJson(view.replayed()));
    json.put("leftOut", view.leftOut());
    json.put("window", view.window());
    json.put("pointSpan", Comparison.POINT_SPAN);
    json.put("points", view.points().stream().map(PageState::pointJson).toList());
    return json;
  }

  private static Map<String, Object> sideJson(Side side) {
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("cachedTokens", side.cachedTokens());
    json.put("waitedMs", millis(side.waited()));
    json.put("p50Ms", millis(side.p50()));
    json.put("p90Ms", millis(side.p90()));
    return json;
  }

  private static Map<String, Object> pointJson(Point point) {
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("measured", heightJson(point.measured()));
    json.put("replayed", heightJson(point.replayed()));
    return json;
  }

  private static Map<String, Object> heightJson(Height height) {
    return Map.of("hitRate", height.hitRate(), "ttftMs", millis(height.ttft()));
  }

  private static Map<String, Object> decisionsJson(DecisionLog.View view) {
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("total", view.total());
    Map<String, Object> reasons = new LinkedHashMap<>();
    view.reasons().forEach((reason, count) -> reasons.put(word(reason), count));
    json.put("reasons", reasons);
    view.routerTime().ifPresent(time -> json.put("routerMs", millis(time)));
    json.put("latest", view.latest().stream().map(PageState::decisionJson).toList());
    return json;
  }

  private static Map<String, Object> decisionJson(Decision decision) {
    RouteReport report = decision.report();
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("number", decision.number());
    json.put("at", report.at().toEpochMilli());
    report.target().map(Target::label).ifPresent(name -> json.put("variant", name));
    report.advised().map(Target::label).ifPresent(name -> json.put("advised", name));
    json.put("reason", report.reason().map(PageState::word).orElse("none"));
    json.put("why", ReasonText.of(report));
    json.put("promptTokens", report.usage().promptTokens().orElse(report.tokens().prompt()));
    put(json, "cachedTokens", report.usage().cachedTokens());
    report.firstToken().ifPresent(time -> json.put("ttftMs", millis(time)));
    json.put("wholeMs", millis(report.engineTime()));
    json.put("failovers", report.failovers());
    report.failure().ifPresent(kind -> json.put("failure", word(kind)));
    return json;
  }

  private static Map<String, Object> sampleJson(Progress progress) {
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("running", progress.running());
    json.put("requests", progress.requests());
    json.put("ended", progress.ended());
    json.put("failed", progress.failed());
    return json;
  }

  private static void put(Map<String, Object> json, String name, OptionalLong value) {
    value.ifPresent(known -> json.put(name, known));
  }

  /** With microseconds: medians of engines that answer at once are below a millisecond. */
  private static double millis(Duration time) {
    return Math.round(time.toNanos() / 1e3) / 1e3;
  }

  private static String word(Enum<?> value) {
    return value.name().toLowerCase(Locale.ROOT).replace('_', '-');
  }
}
