package dev.warmpath.cli;

import dev.warmpath.aws.AwsAccess;
import dev.warmpath.aws.BufferedRouteMetrics;
import dev.warmpath.aws.CloudWatchClients;
import dev.warmpath.aws.DynamoDbAffinityTable;
import dev.warmpath.aws.DynamoDbClients;
import dev.warmpath.aws.MetricScope;
import dev.warmpath.aws.SageMakerClients;
import dev.warmpath.aws.SageMakerEngine;
import dev.warmpath.aws.TableBudgets;
import dev.warmpath.bootstrap.Setting;
import dev.warmpath.bootstrap.Settings;
import dev.warmpath.bootstrap.Tier;
import dev.warmpath.demo.RunningTier;
import dev.warmpath.engine.EngineProfile;
import dev.warmpath.keys.KeyCheck;
import dev.warmpath.lambda.AuthorizerHandler;
import dev.warmpath.lambda.RouterHandler;
import dev.warmpath.local.EngineWatch;
import dev.warmpath.local.FileKeyStore;
import dev.warmpath.local.GatewayFunction;
import dev.warmpath.local.GatewaySettings;
import dev.warmpath.local.InMemoryAffinityTable;
import dev.warmpath.local.KeyDoor;
import dev.warmpath.local.LocalGateway;
import dev.warmpath.local.ModelContainer;
import dev.warmpath.local.VariantStatistics;
import dev.warmpath.router.BackgroundWork;
import dev.warmpath.router.LeasedFleet;
import dev.warmpath.router.Ports;
import dev.warmpath.router.RouterClock;
import dev.warmpath.router.port.AffinityTable;
import dev.warmpath.router.port.Degradation;
import dev.warmpath.router.port.FleetView;
import dev.warmpath.router.port.RouteMetrics;
import dev.warmpath.router.port.TableQuery;
import dev.warmpath.router.port.TableRead;
import dev.warmpath.router.port.TableUnits;
import dev.warmpath.router.port.TableWrite;
import dev.warmpath.router.port.Trouble;
import dev.warmpath.routing.Fleet;
import dev.warmpath.routing.FleetRow;
import dev.warmpath.table.ItemStore;
import dev.warmpath.table.OperatedTable;
import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;

/**
 * The whole tier in one process: the function behind a local API Gateway, an affinity table in
 * memory, and local engines behind SageMaker's wire protocol. Each of them can be AWS's own.
 */
final class LocalTier implements RunningTier {
  private static final InstantSource CLOCK = InstantSource.system();

  /** The template's own, so that time runs out here as it does there. */
  private static final Duration FUNCTION_TIMEOUT = Duration.ofSeconds(500);

  /** A table elsewhere is further away from a laptop than from the function: a second each. */
  private static final TableBudgets REMOTE_TABLE =
      new TableBudgets(Duration.ofSeconds(1), Duration.ofSeconds(1), Duration.ofSeconds(1));

  private static final String IN_MEMORY = "in memory";

  private final RemoteServices remote;
  private final AtomicReference<Supplier<TableUnits>> units =
      new AtomicReference<>(() -> TableUnits.NONE);
  private final Deque<Runnable> closers = new ArrayDeque<>();
  private final Optional<TierPage> page;
  private final Optional<LocalEngines> engines;
  private final LocalGateway gateway;

  /** The table, where it is in memory: another one has doors of its own. */
  private final List<OperatedTable> operated = new ArrayList<>();

  private LocalTier(
      LocalOptions options,
      RemoteServices remote,
      UnaryOperator<ModelContainer> around,
      Optional<TierPage> page)
      throws IOException {
    this.remote = remote;
    this.page = page;
    this.engines =
        remote.sageMaker().isPresent()
            ? Optional.empty()
            : Optional.of(startEngines(options, around));
    try {
      Tier tier = tier(options);
      this.gateway =
          LocalGateway.listen(
              new GatewaySettings(
                  options.port(),
                  FUNCTION_TIMEOUT,
                  CLOCK,
                  System::nanoTime,
                  () -> UUID.randomUUID().toString()),
              door(
                  options,
                  StreamingDoor.before(new RouterHandler(tier.front(), requestId -> {}, CLOCK))),
              tier::afterAnswer);
      operated.forEach(gateway::openTable);
      closers.push(() -> tier.metrics().flush(true));
      closers.push(gateway::close);
      page.ifPresent(p -> closers.push(p.open(gateway, this::statistics, operated)));
    } catch (IOException | RuntimeException e) {
      closeAll();
      throw e;
    }
  }

  /**
   * Starts a tier.
   *
   * @param options its shape
   * @param remote which parts are not local
   * @throws IOException if the port is taken, or a remote part cannot be used
   */
  static LocalTier start(LocalOptions options, RemoteServices remote) throws IOException {
    return start(options, remote, UnaryOperator.identity());
  }

  /** The same, with something in front of each local engine's container. */
  static LocalTier start(
      LocalOptions options, RemoteServices remote, UnaryOperator<ModelContainer> around)
      throws IOException {
    return new LocalTier(options, remote, around, Optional.empty());
  }

  /** The same, with a page for a browser beside the door of the callers. */
  static LocalTier startWithPage(LocalOptions options, RemoteServices remote) throws IOException {
    TierPage page = new TierPage(options, remote.sageMaker().isEmpty());
    return new LocalTier(options, remote, UnaryOperator.identity(), Optional.of(page));
  }

  /** The same authorizer as on AWS, over a file. */
  private static GatewayFunction door(LocalOptions options, GatewayFunction function) {
    return options
        .keys()
        .<GatewayFunction>map(
            file -> {
              KeyCheck check = new KeyCheck(new FileKeyStore(file), CLOCK);
              return new KeyDoor(new AuthorizerHandler(check, file.toString()), function);
            })
        .orElse(function);
  }

  private LocalEngines startEngines(LocalOptions options, UnaryOperator<ModelContainer> around)
      throws IOException {
    EngineWatch watch = page.map(TierPage::watch).orElse(EngineWatch.NONE);
    LocalEngines started = LocalEngines.start(options, CLOCK, around, watch);
    closers.push(started::close);
    return started;
  }

  private Tier tier(LocalOptions options) throws IOException {
    Settings settings = settings(options);
    RouteMetrics published = metrics(settings);
    RouteMetrics metrics = page.map(p -> p.inFrontOf(published)).orElse(published);
    CountingTable counting = table(settings, metrics);
    AffinityTable table = counting.table();
    units.set(table::units);
    Ports ports = new Ports(table, engine(metrics), fleet(settings, table, metrics), metrics);
    return Tier.of(settings, ports, background(), counting.counters());
  }

  /** The same checks as on AWS; the salt need not outlive the table. */
  private Settings settings(LocalOptions options) {
    EngineProfile profile = options.engine().profile(options.cacheTokens());
    Map<String, String> environment = new HashMap<>();
    environment.put(
        Setting.TABLE.variable(), remote.dynamoDb().isPresent() ? remote.tableName() : IN_MEMORY);
    environment.put(Setting.HASH_SALT.variable(), UUID.randomUUID().toString());
    environment.put(Setting.POLICY.variable(), options.policy().name());
    environment.put(
        Setting.ROUTING_MODE.variable(), options.mode().name().toLowerCase(Locale.ROOT));
    environment.put(Setting.KV_TOKENS.variable(), Long.toString(options.cacheTokens()));
    environment.put(
        Setting.PREFILL_TOKENS_PER_SECOND.variable(),
        Long.toString(Math.round(profile.prefillTokensPerSecond())));
    engines.ifPresentOrElse(
        local -> environment.put(Setting.TARGETS.variable(), local.targets()),
        () -> environment.put(Setting.ENDPOINTS.variable(), remote.endpointName()));
    return Settings.of(environment);
  }

  /** A table in memory answers in microseconds: written at once, the next request sees it. */
  private BackgroundWork background() {
    return new BackgroundWork(
        remote.dynamoDb().isPresent() ? Tier.backgroundThreads() : Runnable::run);
  }

  private RouteMetrics metrics(Settings settings) {
    return remote
        .cloudWatch()
        .<RouteMetrics>map(
            location -> {
              BufferedRouteMetrics metrics =
                  CloudWatchClients.routeMetrics(
                      access(location),
                      new MetricScope(settings.namespace(), settings.firstEndpoint()),
                      () -> units.get().get(),
                      CLOCK);
              closers.push(metrics::close);
              return metrics;
            })
        .orElse(RouteMetrics.NONE);
  }

  /** The table, and the same one as a store of counters. */
  private record CountingTable(AffinityTable table, ItemStore counters) {}

  private CountingTable table(Settings settings, RouteMetrics metrics) throws IOException {
    if (remote.dynamoDb().isEmpty()) {
      InMemoryAffinityTable table = new InMemoryAffinityTable(CLOCK);
      operated.add(table.operated());
      return new CountingTable(table, table.counters());
    }
    DynamoDbAffinityTable table =
        new DynamoDbAffinityTable(
            DynamoDbClients.create(REMOTE_TABLE.longest(), access(remote.dynamoDb().orElseThrow())),
            settings.table(),
            REMOTE_TABLE,
            new RouterClock(CLOCK, System::nanoTime),
            metrics::count);
    TableRead first =
        table.read(
            new TableQuery(
                "", List.of(), List.of(), List.of(settings.firstEndpoint()), CLOCK.instant()));
    if (first instanceof TableRead.Unavailable(var reason) && isLasting(reason)) {
      throw new IOException(
          reason == Degradation.DENIED
              ? "table '" + settings.table() + "' does not exist there, or may not be read"
              : "DynamoDB could not be reached there");
    }
    return new CountingTable(table, table.counters());
  }

  private static boolean isLasting(Degradation reason) {
    return reason == Degradation.DENIED || reason == Degradation.FAILED;
  }

  private SageMakerEngine engine(RouteMetrics metrics) {
    AwsAccess access =
        engines
            .map(local -> AwsAccess.local(local.uri()))
            .orElseGet(() -> access(remote.sageMaker().orElseThrow()));
    SageMakerEngine engine = SageMakerClients.engine(access, Tier.LONGEST_CALL, metrics::count);
    closers.push(engine::close);
    return engine;
  }

  private FleetView fleet(Settings settings, AffinityTable table, RouteMetrics metrics)
      throws IOException {
    if (engines.isPresent()) {
      // So that the table's operator sees the engines that have not served yet.
      Instant now = CLOCK.instant();
      table.write(
          new TableWrite.PutFleet(
              new FleetRow(settings.firstEndpoint(), settings.targets(), now, now)));
      return FleetView.fixed(new Fleet(settings.targets()));
    }
    var source = SageMakerClients.fleetSource(access(remote.sageMaker().orElseThrow()));
    closers.push(source::close);
    LeasedFleet fleet =
        new LeasedFleet(
            settings.endpoints(),
            table,
            source,
            CLOCK,
            failure -> metrics.count(Trouble.UNKNOWN_FLEET));
    if (fleet.current().targets().isEmpty()) {
      throw new IOException(
          "endpoint '" + settings.firstEndpoint() + "' has no variant in service there");
    }
    return fleet;
  }

  private static AwsAccess access(RemoteServices.Location location) {
    return location.address().map(AwsAccess::of).orElseGet(AwsAccess::ofEnvironment);
  }

  @Override
  public URI address() {
    return gateway.uri();
  }

  @Override
  public List<Long> computedTokens() {
    return statistics().stream().map(VariantStatistics::computedPrefillTokens).toList();
  }

  /** What each local engine has done so far, and does. */
  List<VariantStatistics> statistics() {
    return engines.map(LocalEngines::statistics).orElse(List.of());
  }

  @Override
  public void close() {
    closeAll();
  }

  /** Last started, first closed. */
  private void closeAll() {
    while (!closers.isEmpty()) {
      closers.pop().run();
    }
  }
}
