package dev.warmpath.bootstrap;

import dev.warmpath.aws.AwsAccess;
import dev.warmpath.aws.CloudWatchClients;
import dev.warmpath.aws.CloudWatchRouteMetrics;
import dev.warmpath.aws.DynamoDbAffinityTable;
import dev.warmpath.aws.DynamoDbClients;
import dev.warmpath.aws.EmfRouteMetrics;
import dev.warmpath.aws.MetricScope;
import dev.warmpath.aws.SageMakerClients;
import dev.warmpath.aws.SageMakerEngine;
import dev.warmpath.aws.TableBudgets;
import dev.warmpath.router.BackgroundWork;
import dev.warmpath.router.LeasedFleet;
import dev.warmpath.router.Ports;
import dev.warmpath.router.RouterClock;
import dev.warmpath.router.port.AffinityTable;
import dev.warmpath.router.port.FleetSource;
import dev.warmpath.router.port.FleetView;
import dev.warmpath.router.port.RouteMetrics;
import dev.warmpath.router.port.TableQuery;
import dev.warmpath.router.port.TableRead;
import dev.warmpath.router.port.TableUnits;
import dev.warmpath.router.port.Trouble;
import dev.warmpath.routing.Fleet;
import dev.warmpath.routing.Target;
import dev.warmpath.routing.TargetId;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The tier over AWS's own services, as the function runs it. */
public final class AwsTier {
  private static final Logger LOGGER = LoggerFactory.getLogger(AwsTier.class);
  private static final InstantSource CLOCK = InstantSource.system();

  /** Lambda gives the whole of an environment's start 10 seconds. */
  private static final Duration LONGEST_PRIMING = Duration.ofSeconds(3);

  private final Settings settings;
  private final Map<String, String> environment;
  private final BackgroundWork background = new BackgroundWork(Tier.backgroundThreads());
  private final AtomicReference<Supplier<TableUnits>> units =
      new AtomicReference<>(() -> TableUnits.NONE);
  private final List<AutoCloseable> open = new ArrayList<>();
  private final List<Runnable> clients = new ArrayList<>();

  private AwsTier(Settings settings, Map<String, String> environment) {
    this.settings = settings;
    this.environment = environment;
  }

  /**
   * Wires the tier and takes the steps that a first request should not wait for: credentials, the
   * table's connection, the fleet.
   *
   * @param environment the process's variables
   * @throws SettingsException with every fault of the configuration
   */
  public static Tier start(Map<String, String> environment) {
    return new AwsTier(Settings.of(environment), environment).wire();
  }

  private Tier wire() {
    RouteMetrics metrics = closedLater(metrics());
    SageMakerEngine engine = closedLater(engine(metrics));
    clients.add(engine::prepare);
    // Beside the table's first read: on two cores nobody waits for it.
    Thread.ofPlatform().daemon().name("engine-client").start(engine::prepareStreams);
    DynamoDbAffinityTable table = closedLater(table(metrics));
    units.set(table::units);
    prime(table);
    FleetView fleet = fleet(table, metrics);
    Ports ports = new Ports(table, engine, fleet, metrics);
    Tier tier =
        Tier.of(settings, ports, background, table.counters()).over(this::make, this::close);
    announce(fleet);
    return tier;
  }

  private <T> T closedLater(T part) {
    if (part instanceof AutoCloseable connections) {
      open.add(connections);
    }
    return part;
  }

  private void make() {
    clients.forEach(Runnable::run);
  }

  private void close() {
    for (AutoCloseable connections : open) {
      try {
        connections.close();
      } catch (Exception e) {
        LOGGER.atWarn().addKeyValue("error", e.toString()).log("not closed");
      }
    }
  }

  private void announce(FleetView fleet) {
    LOGGER
        .atInfo()
        .addKeyValue("endpoints", settings.endpoints())
        .addKeyValue("targets", fleet.current().targets().size())
        .addKeyValue("policy", settings.policy().name())
        .log("ready");
  }

  /**
   * Opens the table's connection and resolves the credentials by a first read.
   *
   * <p>On a slow machine that takes longer than the first call's budget, and a read that is broken
   * off half-way has to begin anew: this one has the time it needs.
   */
  private void prime(DynamoDbAffinityTable table) {
    List<TargetId> ids = settings.targets().stream().limit(1).map(Target::id).toList();
    TableQuery query = new TableQuery("", List.of(), ids, settings.endpoints(), CLOCK.instant());
    if (table.prime(query, LONGEST_PRIMING) instanceof TableRead.Unavailable(var reason)) {
      LOGGER.atWarn().addKeyValue("reason", reason).log("affinity table not primed");
    }
  }

  private DynamoDbAffinityTable table(RouteMetrics metrics) {
    TableBudgets budgets =
        new TableBudgets(
            settings.tableFirstBudget(), settings.tableBudget(), TableBudgets.DEFAULT.write());
    Duration longest = Collections.max(List.of(budgets.longest(), LONGEST_PRIMING));
    return new DynamoDbAffinityTable(
        DynamoDbClients.create(longest),
        settings.table(),
        budgets,
        new RouterClock(CLOCK, System::nanoTime),
        metrics::count);
  }

  private static SageMakerEngine engine(RouteMetrics metrics) {
    return SageMakerClients.engine(AwsAccess.ofEnvironment(), Tier.LONGEST_CALL, metrics::count);
  }

  private FleetView fleet(AffinityTable table, RouteMetrics metrics) {
    if (!settings.targets().isEmpty()) {
      return FleetView.fixed(new Fleet(settings.targets()));
    }
    AwsAccess access = AwsAccess.ofEnvironment();
    FleetSource source =
        closedLater(
            SageMakerClients.fleetSource(
                AwsAccess.endpoint(environment, "SAGEMAKER")
                    .map(access::withEndpoint)
                    .orElse(access)));
    return new LeasedFleet(
        settings.endpoints(),
        table,
        source,
        CLOCK,
        failure -> {
          LOGGER.atWarn().addKeyValue("error", failure.getMessage()).log("fleet unknown");
          metrics.count(Trouble.UNKNOWN_FLEET);
        });
  }

  private RouteMetrics metrics() {
    MetricScope scope = new MetricScope(settings.namespace(), settings.firstEndpoint());
    Supplier<TableUnits> current = () -> units.get().get();
    return switch (settings.metrics()) {
      case CLOUDWATCH -> {
        CloudWatchRouteMetrics metrics =
            CloudWatchClients.routeMetrics(AwsAccess.ofEnvironment(), scope, current, CLOCK);
        clients.add(metrics::prepare);
        yield metrics;
      }
      case EMF -> new EmfRouteMetrics(scope, current, CLOCK, System.out);
      case OFF -> RouteMetrics.NONE;
    };
  }
}
