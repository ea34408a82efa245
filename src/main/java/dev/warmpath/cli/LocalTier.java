package dev.warmpath.cli;

import dev.warmpath.aws.AwsAccess;
import dev.warmpath.aws.SageMakerClients;
import dev.warmpath.aws.SageMakerEngine;
import dev.warmpath.bootstrap.Setting;
import dev.warmpath.bootstrap.Settings;
import dev.warmpath.bootstrap.Tier;
import dev.warmpath.demo.RunningTier;
import dev.warmpath.engine.EngineProfile;
import dev.warmpath.lambda.RouterHandler;
import dev.warmpath.local.GatewaySettings;
import dev.warmpath.local.InMemoryAffinityTable;
import dev.warmpath.local.LocalEndpoint;
import dev.warmpath.local.LocalEndpoint.Hosted;
import dev.warmpath.local.LocalGateway;
import dev.warmpath.local.LocalSageMaker;
import dev.warmpath.local.LocalVariant;
import dev.warmpath.local.OpenAiContainer;
import dev.warmpath.router.BackgroundWork;
import dev.warmpath.router.Ports;
import dev.warmpath.router.port.FleetView;
import dev.warmpath.router.port.RouteMetrics;
import dev.warmpath.routing.Fleet;
import dev.warmpath.web.OpenAiAnswers;
import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * The whole tier in one process: the function behind a local API Gateway, an affinity table in
 * memory, and local engines behind SageMaker's wire protocol.
 */
final class LocalTier implements RunningTier {
  private static final String ENDPOINT = "local";
  private static final String ENGINE_MODEL = "local-model";
  private static final InstantSource CLOCK = InstantSource.system();

  /** The template's own, so that time runs out here as it does there. */
  private static final Duration FUNCTION_TIMEOUT = Duration.ofSeconds(65);

  private final List<LocalVariant> variants;
  private final LocalSageMaker sageMaker;
  private final SageMakerEngine engine;
  private final LocalGateway gateway;

  private LocalTier(
      List<LocalVariant> variants,
      LocalSageMaker sageMaker,
      SageMakerEngine engine,
      LocalGateway gateway) {
    this.variants = variants;
    this.sageMaker = sageMaker;
    this.engine = engine;
    this.gateway = gateway;
  }

  /**
   * Starts a tier.
   *
   * @throws IOException if the port is taken
   */
  static LocalTier start(LocalOptions options) throws IOException {
    EngineProfile profile = EngineProfile.laptopDemo(options.cacheTokens());
    List<LocalVariant> variants =
        IntStream.rangeClosed(1, options.variants())
            .mapToObj(i -> LocalVariant.start("variant-" + i, profile, System::nanoTime))
            .toList();
    LocalSageMaker sageMaker = LocalSageMaker.listen(0, List.of(endpoint(variants)));
    SageMakerEngine engine =
        SageMakerClients.engine(AwsAccess.local(sageMaker.uri()), Tier.LONGEST_CALL, trouble -> {});
    Settings settings = settings(options, variants, profile);
    Ports ports =
        new Ports(
            new InMemoryAffinityTable(CLOCK),
            engine,
            FleetView.fixed(new Fleet(settings.targets())),
            new OpenAiAnswers(settings.missingMeansZero()),
            RouteMetrics.NONE);
    // The table answers in microseconds: written at once, the next request sees it.
    Tier tier = Tier.of(settings, ports, new BackgroundWork(Runnable::run));
    try {
      LocalGateway gateway =
          LocalGateway.listen(
              new GatewaySettings(
                  options.port(),
                  FUNCTION_TIMEOUT,
                  CLOCK,
                  System::nanoTime,
                  () -> UUID.randomUUID().toString()),
              new RouterHandler(tier.front(), requestId -> {}, CLOCK),
              tier::afterAnswer);
      return new LocalTier(variants, sageMaker, engine, gateway);
    } catch (IOException e) {
      sageMaker.close();
      variants.forEach(LocalVariant::close);
      throw e;
    }
  }

  private static LocalEndpoint endpoint(List<LocalVariant> variants) {
    return new LocalEndpoint(
        ENDPOINT,
        variants.stream()
            .map(
                variant ->
                    Hosted.variant(
                        variant.name(),
                        new OpenAiContainer(
                            variant, ENGINE_MODEL, OpenAiContainer.SAGEMAKER_LIMIT, CLOCK)))
            .toList());
  }

  /** The same checks as on AWS; the salt need not outlive the table. */
  private static Settings settings(
      LocalOptions options, List<LocalVariant> variants, EngineProfile profile) {
    String targets =
        variants.stream().map(v -> ENDPOINT + "/" + v.name()).collect(Collectors.joining(","));
    return Settings.of(
        Map.of(
            Setting.TARGETS.variable(), targets,
            Setting.TABLE.variable(), "in memory",
            Setting.HASH_SALT.variable(), UUID.randomUUID().toString(),
            Setting.POLICY.variable(), options.policy().name(),
            Setting.KV_TOKENS.variable(), Long.toString(options.cacheTokens()),
            Setting.PREFILL_TOKENS_PER_SECOND.variable(),
                Long.toString(Math.round(profile.prefillTokensPerSecond())),
            Setting.METRICS.variable(), "off"));
  }

  @Override
  public URI address() {
    return gateway.uri();
  }

  @Override
  public List<Long> computedTokens() {
    return variants.stream().map(v -> v.statistics().computedPrefillTokens()).toList();
  }

  @Override
  public void close() {
    gateway.close();
    engine.close();
    sageMaker.close();
    variants.forEach(LocalVariant::close);
  }
}
