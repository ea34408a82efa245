package dev.warmpath.router;

import dev.warmpath.prompt.PrefixHasher;
import dev.warmpath.router.port.AffinityTable;
import dev.warmpath.router.port.ClaimRequest;
import dev.warmpath.router.port.ClaimResult;
import dev.warmpath.router.port.EngineCall;
import dev.warmpath.router.port.EngineOutcome;
import dev.warmpath.router.port.FleetView;
import dev.warmpath.router.port.InferenceEngine;
import dev.warmpath.router.port.RouteMetrics;
import dev.warmpath.router.port.TableQuery;
import dev.warmpath.router.port.TableRead;
import dev.warmpath.router.port.TableUnits;
import dev.warmpath.router.port.TableWrite;
import dev.warmpath.router.port.WriteResult;
import dev.warmpath.routing.Fleet;
import dev.warmpath.routing.PoolFacts;
import dev.warmpath.routing.PrefixAffinityPolicy;
import dev.warmpath.routing.Serving;
import dev.warmpath.routing.Target;
import dev.warmpath.routing.TargetId;
import dev.warmpath.testing.FakeClock;
import dev.warmpath.testing.RememberingEngine;
import dev.warmpath.testing.WholeAnswers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.SplittableRandom;
import java.util.random.RandomGenerator;
import java.util.stream.IntStream;

/**
 * Users who hold one conversation after another, through the real router, in simulated time.
 *
 * <p>A target computes one prefill after the other. What a request writes after its answer reaches
 * the table when the answer is complete, so requests overlap although one thread plays them all.
 */
final class ConversationReplay {
  /** What is played. */
  record Load(
      int targets,
      int users,
      int conversations,
      int systemPrompts,
      int systemTokens,
      long capacityTokens,
      Duration thinkTime) {}

  /** What came of it. */
  record Result(
      double hitRate,
      double idealHitRate,
      double workMaxOverMean,
      long prefixWrites,
      int requests) {
    double shareOfIdeal() {
      return hitRate / idealHitRate;
    }
  }

  /** Prompt tokens believed to be cached and those found there, in one part of the play. */
  record Belief(long predicted, long delivered) {
    double ratio() {
      return (double) predicted / delivered;
    }
  }

  private record Event(Instant at, long order, Runnable action) {}

  private static final double PREFILL_TOKENS_PER_SECOND = 10_000;
  private static final long OUTPUT_TOKENS = 150;
  private static final Duration DECODE = Duration.ofSeconds(3);
  private static final Target IDEAL = Target.ofEndpoint("ideal", 1, false);

  private final Load load;
  private final RandomGenerator random;
  private final FakeClock clock = new FakeClock();
  private final MapTable table = new MapTable();
  private final RememberingEngine engines;
  private final RememberingEngine ideal = new RememberingEngine(100_000_000, OUTPUT_TOKENS);
  private final PriorityQueue<Event> events =
      new PriorityQueue<>(Comparator.comparing(Event::at).thenComparingLong(Event::order));
  private final Map<TargetId, Instant> prefillFree = new HashMap<>();
  private final Router router;
  private final List<Belief> beliefs = new ArrayList<>();
  private long order;
  private int started;
  private int requests;
  private boolean answered;
  private Instant complete = FakeClock.START;

  private ConversationReplay(Load load, long believedCapacity, long seed) {
    this.load = load;
    this.random = new SplittableRandom(seed);
    this.engines = new RememberingEngine(load.capacityTokens(), OUTPUT_TOKENS);
    Fleet fleet =
        new Fleet(
            IntStream.range(0, load.targets())
                .mapToObj(i -> Target.ofVariant("endpoint", "v" + i, 1, false))
                .toList());
    this.router =
        new Router(
            new RouterConfig(
                new PrefixAffinityPolicy(),
                new PoolFacts(
                    believedCapacity, PREFILL_TOKENS_PER_SECOND, 4, Duration.ofMinutes(10)),
                Duration.ofMillis(100),
                Duration.ofSeconds(60),
                Duration.ofSeconds(60),
                OUTPUT_TOKENS,
                Serving.EVERYWHERE,
                RoutingMode.ROUTE),
            new PrefixHasher(("salt of seed number " + seed).getBytes(StandardCharsets.UTF_8)),
            new Ports(
                new LateTable(), new TimedEngine(), FleetView.fixed(fleet), RouteMetrics.NONE),
            new BackgroundWork(Runnable::run),
            clock.asRouterClock(),
            0);
  }

  static Result play(Load load, long seed) {
    return new ConversationReplay(load, load.capacityTokens(), seed).run();
  }

  /** What is believed of caches whose configured capacity is wrong, in each part of the play. */
  static List<Belief> believe(Load load, long believedCapacity, long seed, int parts) {
    ConversationReplay replay = new ConversationReplay(load, believedCapacity, seed);
    replay.run();
    int size = replay.beliefs.size() / parts;
    return IntStream.range(0, parts)
        .mapToObj(i -> sum(replay.beliefs.subList(i * size, (i + 1) * size)))
        .toList();
  }

  private static Belief sum(List<Belief> beliefs) {
    return new Belief(
        beliefs.stream().mapToLong(Belief::predicted).sum(),
        beliefs.stream().mapToLong(Belief::delivered).sum());
  }

  private Result run() {
    for (int user = 0; user < load.users(); user++) {
      at(clock.instant().plusMillis(random.nextInt(5000)), this::nextConversation);
    }
    while (!events.isEmpty()) {
      Event event = events.remove();
      clock.set(event.at());
      event.action().run();
    }
    long[] work = engines.prefilledTokens().values().stream().mapToLong(Long::longValue).toArray();
    double mean =
        (double) IntStream.range(0, work.length).mapToLong(i -> work[i]).sum() / load.targets();
    long max = IntStream.range(0, work.length).mapToLong(i -> work[i]).max().orElse(0);
    return new Result(
        engines.hitRate(),
        ideal.hitRate(),
        max / mean,
        table.writes(TableWrite.RecordOwner.class).size() + table.claims().size(),
        requests);
  }

  private void nextConversation() {
    if (started < load.conversations()) {
      started++;
      String system = text("system " + random.nextInt(load.systemPrompts()), load.systemTokens());
      turn(List.of(system), 1 + random.nextInt(8));
    }
  }

  private void turn(List<String> history, int turnsLeft) {
    List<String> texts = new ArrayList<>(history);
    texts.add(text("question " + random.nextLong(), 10 + random.nextInt(150)));
    TextBody body = new TextBody(List.copyOf(texts));
    ideal.invoke(
        new EngineCall(IDEAL, body.bytesFor(IDEAL), "", Duration.ofSeconds(1), "", "ideal"));
    answered = false;
    RouteOutcome outcome =
        router.route(
            new RouteRequest(
                "request-" + requests++,
                body.prompt(),
                false,
                body,
                OUTPUT_TOKENS,
                clock.instant().plusSeconds(600),
                false,
                new WholeAnswers(engines)),
            WholeAnswers.NOBODY);
    if (!(outcome instanceof RouteOutcome.Answered)) {
      throw new IllegalStateException("not answered: " + outcome);
    }
    RouteReport report = outcome.report();
    beliefs.add(new Belief(report.tokens().routed(), report.usage().cachedTokens().orElseThrow()));
    texts.add(text("answer " + random.nextLong(), 150));
    Instant next =
        complete.plusMillis((long) (load.thinkTime().toMillis() * 2 * random.nextDouble()));
    at(next, turnsLeft > 1 ? () -> turn(texts, turnsLeft - 1) : this::nextConversation);
  }

  private void at(Instant time, Runnable action) {
    events.add(new Event(time, order++, action));
  }

  private static String text(String name, int tokens) {
    String seed = name + " ";
    return seed.repeat(tokens * 4 / seed.length() + 1).substring(0, tokens * 4);
  }

  /** Engines that take their time. */
  private final class TimedEngine implements InferenceEngine {
    @Override
    public EngineOutcome invoke(EngineCall call) {
      EngineOutcome.Answered outcome = (EngineOutcome.Answered) engines.invoke(call);
      Usage usage = engines.usage(outcome.body(), outcome.contentType());
      long uncached = usage.promptTokens().orElse(0) - usage.cachedTokens().orElse(0);
      Instant now = clock.instant();
      Instant free = prefillFree.getOrDefault(call.target().id(), now);
      Instant begin = free.isAfter(now) ? free : now;
      Instant end = begin.plusMillis((long) (uncached * 1000 / PREFILL_TOKENS_PER_SECOND));
      prefillFree.put(call.target().id(), end);
      complete = end.plus(DECODE);
      answered = true;
      return outcome;
    }
  }

  /** The table, reached by what follows an answer only when the answer is complete. */
  private final class LateTable implements AffinityTable {
    @Override
    public TableRead read(TableQuery query) {
      return table.read(query);
    }

    @Override
    public ClaimResult claim(ClaimRequest request) {
      return table.claim(request);
    }

    @Override
    public WriteResult write(TableWrite write) {
      if (answered) {
        at(complete, () -> table.write(write));
        return new WriteResult.Done();
      }
      return table.write(write);
    }

    @Override
    public TableUnits units() {
      return table.units();
    }
  }
}
