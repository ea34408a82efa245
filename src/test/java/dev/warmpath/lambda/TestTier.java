package dev.warmpath.lambda;

import dev.warmpath.aws.AwsAccess;
import dev.warmpath.aws.SageMakerClients;
import dev.warmpath.aws.SageMakerEngine;
import dev.warmpath.bootstrap.Setting;
import dev.warmpath.bootstrap.Settings;
import dev.warmpath.bootstrap.Tier;
import dev.warmpath.engine.EngineProfile;
import dev.warmpath.local.InMemoryAffinityTable;
import dev.warmpath.local.LocalEndpoint;
import dev.warmpath.local.LocalEndpoint.Hosted;
import dev.warmpath.local.LocalSageMaker;
import dev.warmpath.local.LocalVariant;
import dev.warmpath.local.OpenAiContainer;
import dev.warmpath.router.BackgroundWork;
import dev.warmpath.router.Ports;
import dev.warmpath.router.port.AffinityTable;
import dev.warmpath.router.port.FleetView;
import dev.warmpath.router.port.RouteMetrics;
import dev.warmpath.routing.Fleet;
import java.io.IOException;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** The function over real parts in one process: the real SDK and wire, engines with caches. */
final class TestTier implements AutoCloseable {
  private static final InstantSource CLOCK = InstantSource.system();
  private static final String ENGINE_MODEL = "local-model";

  private final List<LocalVariant> variants;
  private final LocalSageMaker sageMaker;
  private final SageMakerEngine engine;
  private final RouterHandler handler;
  private final List<String> answered = new CopyOnWriteArrayList<>();

  private TestTier(List<LocalVariant> variants, LocalSageMaker sageMaker, AffinityTable table) {
    this.variants = variants;
    this.sageMaker = sageMaker;
    this.engine =
        SageMakerClients.engine(AwsAccess.local(sageMaker.uri()), Tier.LONGEST_CALL, trouble -> {});
    Settings settings = Settings.of(environment(variants));
    Ports ports =
        new Ports(table, engine, FleetView.fixed(new Fleet(settings.targets())), RouteMetrics.NONE);
    // Writes at once, so that the next request sees them.
    Tier tier = Tier.of(settings, ports, new BackgroundWork(Runnable::run));
    this.handler = new RouterHandler(tier.front(), answered::add, CLOCK);
  }

  static TestTier start(int variants) throws IOException {
    return start(variants, new InMemoryAffinityTable(CLOCK));
  }

  static TestTier start(int variants, AffinityTable table) throws IOException {
    List<LocalVariant> engines =
        IntStream.rangeClosed(1, variants)
            .mapToObj(
                i ->
                    LocalVariant.start(
                        "variant-" + i, EngineProfile.laptopDemo(100_000), System::nanoTime))
            .toList();
    List<Hosted> hosted =
        engines.stream()
            .map(
                v ->
                    Hosted.variant(
                        v.name(),
                        new OpenAiContainer(
                            v, ENGINE_MODEL, OpenAiContainer.SAGEMAKER_LIMIT, CLOCK)))
            .toList();
    return new TestTier(
        engines, LocalSageMaker.listen(0, List.of(new LocalEndpoint("llm", hosted))), table);
  }

  private static Map<String, String> environment(List<LocalVariant> variants) {
    return Map.of(
        Setting.TARGETS.variable(),
        variants.stream().map(v -> "llm/" + v.name()).collect(Collectors.joining(",")),
        Setting.TABLE.variable(),
        "in memory",
        Setting.HASH_SALT.variable(),
        "a salt for tests only",
        Setting.METRICS.variable(),
        "off");
  }

  RouterHandler handler() {
    return handler;
  }

  /** The invocations that were handed out as answered, oldest first. */
  List<String> answered() {
    return List.copyOf(answered);
  }

  @Override
  public void close() {
    engine.close();
    sageMaker.close();
    variants.forEach(LocalVariant::close);
  }
}
