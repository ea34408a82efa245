package dev.warmpath.chaos;

import dev.warmpath.aws.AwsAccess;
import dev.warmpath.aws.SageMakerClients;
import dev.warmpath.aws.SageMakerEngine;
import dev.warmpath.bootstrap.Setting;
import dev.warmpath.bootstrap.Settings;
import dev.warmpath.bootstrap.Tier;
import dev.warmpath.local.SharedItems;
import dev.warmpath.router.BackgroundWork;
import dev.warmpath.router.LeasedFleet;
import dev.warmpath.router.Ports;
import dev.warmpath.router.port.AffinityTable;
import dev.warmpath.router.port.TableQuery;
import dev.warmpath.router.port.TableRead;
import dev.warmpath.routing.Target;
import dev.warmpath.routing.TargetRow;
import dev.warmpath.table.Attribute;
import dev.warmpath.table.Condition;
import dev.warmpath.table.ItemStore;
import dev.warmpath.table.ItemTable;
import dev.warmpath.table.ItemWrite;
import dev.warmpath.table.RowKeys;
import dev.warmpath.table.UnitMeter;
import dev.warmpath.web.HttpRequest;
import dev.warmpath.web.ReplySink;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Routers in this process, each with a state of its own, over one table in memory and local engines
 * behind SageMaker's wire protocol. Safe for any number of threads.
 */
final class ChaosFleet implements Door, AutoCloseable {
  private static final Duration SETTLING = Duration.ofSeconds(10);

  private final SteppedClock clock = new SteppedClock();
  private final ItemStore items = SharedItems.inMemory(clock);
  private final RouterTally tally = new RouterTally();
  private final AtomicLong requests = new AtomicLong();
  private final ExecutorService afterwards = Executors.newVirtualThreadPerTaskExecutor();
  private final ChaosEndpoint endpoint;
  private final SageMakerEngine sageMakerClient;
  private final Settings settings;
  private final List<Tier> routers = new CopyOnWriteArrayList<>();
  private volatile List<Target> inService;
  private volatile FaultyTable.Fault tableFault = FaultyTable.Fault.NONE;
  private volatile Duration patience = Duration.ofSeconds(30);

  /**
   * Starts a fleet.
   *
   * @param routers how many
   * @param inService how many engines are in service; one more is there to be added
   * @param pace how fast engines are, as a share of their profile's speed
   * @param mostRequests how many an engine works on at once; it refuses more
   */
  ChaosFleet(int routers, int inService, double pace, int mostRequests) {
    this.endpoint = new ChaosEndpoint(inService + 1, pace, mostRequests);
    this.inService = endpoint.targets().subList(0, inService);
    this.settings = settings(ChaosEndpoint.prefillRate(pace));
    this.sageMakerClient =
        SageMakerClients.engine(AwsAccess.local(endpoint.uri()), Tier.LONGEST_CALL, tally::count);
    for (int i = 0; i < routers; i++) {
      this.routers.add(router());
    }
  }

  /** The engines, those in service first. */
  List<ChaosEngine> engines() {
    return endpoint.engines();
  }

  /** The engine that was called most often so far. */
  ChaosEngine busiest() {
    return Collections.max(engines(), Comparator.comparingLong(ChaosEngine::calls));
  }

  /** What the routers had to do about faults. */
  RouterTally tally() {
    return tally;
  }

  /** How often engines were called. */
  long calls() {
    return endpoint.engines().stream().mapToLong(ChaosEngine::calls).sum();
  }

  /** Prompt tokens that engines computed. */
  long computedTokens() {
    return endpoint.engines().stream().mapToLong(ChaosEngine::computedTokens).sum();
  }

  /** What is wrong with the table from now on. */
  void tableHas(FaultyTable.Fault fault) {
    tableFault = fault;
  }

  /** How long callers wait for an answer from now on. */
  void callersWait(Duration time) {
    patience = time;
  }

  /** Lets time pass in which nothing happens. */
  void skip(Duration time) {
    clock.skip(time);
  }

  /** Every router ends and a new one takes its place, which knows nothing. */
  void restartRouters() {
    for (int i = 0; i < routers.size(); i++) {
      routers.set(i, router());
    }
  }

  /** An operator takes a target out of service, or back. */
  void drain(ChaosEngine engine, boolean draining) {
    items.write(
        new ItemWrite(
            RowKeys.target(ChaosEndpoint.target(engine).id()),
            Condition.none(),
            new ItemWrite.Change(
                Map.of("off", new Attribute.Flag(draining)), Map.of(), Map.of(), Set.of())));
  }

  /** SageMaker reports these variants from now on; routers ask it again by and by. */
  void serveWith(List<ChaosEngine> variants) {
    inService = variants.stream().map(ChaosEndpoint::target).toList();
    clock.skip(LeasedFleet.REFRESH);
  }

  /** The target's rows as anybody reads them now, once background work is done. */
  List<TargetRow> rows() {
    settle();
    List<Target> targets = endpoint.targets();
    TableQuery query =
        new TableQuery(
            "", List.of(), targets.stream().map(Target::id).toList(), List.of(), clock.instant());
    TableRead.Rows read = (TableRead.Rows) soundTable().read(query);
    return targets.stream().map(t -> read.view().target(t.id())).toList();
  }

  /** What all routers together believe to be under way now. */
  Load load() {
    return Load.of(rows(), clock.instant());
  }

  @Override
  public Reply send(String body, boolean abort) {
    long number = requests.incrementAndGet();
    Tier router = routers.get((int) (number % routers.size()));
    HttpRequest request =
        new HttpRequest(
            "POST",
            "/v1/chat/completions",
            Map.of("content-type", "application/json"),
            body.getBytes(StandardCharsets.UTF_8),
            name(number),
            clock.instant().plus(patience));
    Caller caller = new Caller(abort);
    boolean whole = true;
    try {
      router.front().answer(request, caller);
    } catch (IOException e) {
      whole = false;
    }
    afterwards.execute(() -> router.afterAnswer(request.requestId()));
    return caller.reply(whole && !abort);
  }

  private void settle() {
    for (long number = 1; number <= requests.get(); number++) {
      for (Tier router : routers) {
        if (router.background().settle(name(number), SETTLING) > 0) {
          throw new IllegalStateException("background work does not end");
        }
      }
    }
  }

  private static String name(long number) {
    return "request-" + number;
  }

  private Tier router() {
    BackgroundWork background = new BackgroundWork(Tier.backgroundThreads());
    AffinityTable table = new FaultyTable(soundTable(), () -> tableFault);
    LeasedFleet fleet =
        new LeasedFleet(
            List.of(ChaosEndpoint.NAME), table, name -> inService, clock, failure -> {});
    return Tier.of(settings, new Ports(table, sageMakerClient, fleet, tally), background, clock);
  }

  private AffinityTable soundTable() {
    return new ItemTable(items, new UnitMeter(), clock, trouble -> {});
  }

  private static Settings settings(long prefillRate) {
    return Settings.of(
        Map.of(
            Setting.ENDPOINTS.variable(),
            ChaosEndpoint.NAME,
            Setting.TABLE.variable(),
            "in memory",
            Setting.HASH_SALT.variable(),
            "a salt for the chaos suite",
            Setting.KV_TOKENS.variable(),
            Long.toString(ChaosEndpoint.CACHE_TOKENS),
            Setting.PREFILL_TOKENS_PER_SECOND.variable(),
            Long.toString(prefillRate)));
  }

  @Override
  public void close() {
    endpoint.close();
    sageMakerClient.close();
    afterwards.close();
  }

  /** A caller's end of an answer; used by one thread at a time. */
  private static final class Caller implements ReplySink {
    private final boolean leaves;
    private final ByteArrayOutputStream body = new ByteArrayOutputStream();
    private int status;
    private String variant = "";
    private String decision = "";

    Caller(boolean leaves) {
      this.leaves = leaves;
    }

    @Override
    public void start(int answerStatus, Map<String, String> headers) {
      status = answerStatus;
      variant = headers.getOrDefault("x-warmpath-variant", "");
      decision = headers.getOrDefault("x-warmpath-decision", "");
    }

    @Override
    public void write(byte[] bytes) throws IOException {
      if (leaves && body.size() > 0) {
        throw new IOException("the caller has left");
      }
      body.writeBytes(bytes);
    }

    Reply reply(boolean whole) {
      return new Reply(status, variant, decision, body.toString(StandardCharsets.UTF_8), whole);
    }
  }
}
