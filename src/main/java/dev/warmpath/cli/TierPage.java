package dev.warmpath.cli;

import dev.warmpath.demo.SampleTraffic;
import dev.warmpath.demo.Traffic;
import dev.warmpath.local.EngineWatch;
import dev.warmpath.local.LocalGateway;
import dev.warmpath.local.VariantStatistics;
import dev.warmpath.page.Comparison;
import dev.warmpath.page.DecisionLog;
import dev.warmpath.page.HoldingsScan;
import dev.warmpath.page.LocalPage;
import dev.warmpath.page.PageState;
import dev.warmpath.page.TierFacts;
import dev.warmpath.page.TierFacts.Engines;
import dev.warmpath.router.RoutingMode;
import dev.warmpath.router.port.RouteMetrics;
import dev.warmpath.table.OperatedTable;
import java.net.URI;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/** The page of one local tier: what looks over the shoulders of its parts, and the door to it. */
final class TierPage {
  private final LocalOptions options;
  private final Optional<Comparison> comparison;
  private final DecisionLog decisions = new DecisionLog();

  /**
   * Makes the page of a tier that is about to start.
   *
   * @param areEnginesLocal whether its engines are in this process
   */
  TierPage(LocalOptions options, boolean areEnginesLocal) {
    this.options = options;
    this.comparison =
        areEnginesLocal
            ? Optional.of(
                new Comparison(options.variants(), options.engine().profile(options.cacheTokens())))
            : Optional.empty();
  }

  /** What hears of the engines' requests. */
  EngineWatch watch() {
    return comparison.<EngineWatch>map(c -> c).orElse(EngineWatch.NONE);
  }

  /** Metrics that tell the page of every decision before they tell others. */
  RouteMetrics inFrontOf(RouteMetrics published) {
    return decisions.inFrontOf(published);
  }

  /**
   * Opens the page at a gateway.
   *
   * @param operated the table if it is in memory
   * @return what ends it
   */
  Runnable open(
      LocalGateway gateway,
      Supplier<List<VariantStatistics>> variants,
      List<OperatedTable> operated) {
    InstantSource clock = InstantSource.system();
    Optional<SampleTraffic> sample =
        options.keys().isEmpty() && comparison.isPresent()
            ? Optional.of(sample(gateway.uri()))
            : Optional.empty();
    PageState state =
        new PageState(
            facts(gateway.uri()),
            variants,
            operated.stream().findFirst().map(t -> new HoldingsScan(t, clock, System::nanoTime)),
            comparison,
            decisions,
            sample,
            clock,
            System::nanoTime);
    gateway.openPage(LocalPage.PATH, new LocalPage(state));
    return () -> sample.ifPresent(SampleTraffic::close);
  }

  /** At a pace that engines keep under round robin too, so that the comparison is fair. */
  private SampleTraffic sample(URI address) {
    return switch (options.engine()) {
      case EngineKind.Timed timed ->
          new SampleTraffic(address, Traffic.SAMPLE, 24, Duration.ofMillis(1_500));
      case EngineKind.Llama llama ->
          new SampleTraffic(address, Traffic.LIGHT, 2, Duration.ofSeconds(1));
    };
  }

  private TierFacts facts(URI address) {
    return new TierFacts(
        address,
        options.policy().name(),
        options.mode() == RoutingMode.SHADOW,
        options.keys().isPresent(),
        comparison.isEmpty()
            ? Engines.REMOTE
            : switch (options.engine()) {
              case EngineKind.Timed timed -> Engines.TIMED;
              case EngineKind.Llama llama -> Engines.REAL;
            });
  }
}
