package dev.warmpath.table;

import static org.assertj.core.api.Assertions.assertThat;

import dev.warmpath.prompt.PrefixHasher;
import dev.warmpath.prompt.Prompt;
import dev.warmpath.prompt.Scope;
import dev.warmpath.prompt.Segment;
import dev.warmpath.router.BackgroundWork;
import dev.warmpath.router.EngineBody;
import dev.warmpath.router.LeasedFleet;
import dev.warmpath.router.Ports;
import dev.warmpath.router.RouteOutcome;
import dev.warmpath.router.RouteReport;
import dev.warmpath.router.RouteRequest;
import dev.warmpath.router.Router;
import dev.warmpath.router.RouterConfig;
import dev.warmpath.router.RoutingMode;
import dev.warmpath.router.Usage;
import dev.warmpath.router.port.EngineOutcome;
import dev.warmpath.router.port.RouteMetrics;
import dev.warmpath.routing.LeastOutstandingPolicy;
import dev.warmpath.routing.PoolFacts;
import dev.warmpath.routing.PrefixAffinityPolicy;
import dev.warmpath.routing.RoundRobinPolicy;
import dev.warmpath.routing.RoutingPolicy;
import dev.warmpath.routing.Serving;
import dev.warmpath.routing.Target;
import dev.warmpath.testing.FakeClock;
import dev.warmpath.testing.Hostile;
import dev.warmpath.testing.Seeds;
import dev.warmpath.testing.WholeAnswers;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.OptionalLong;
import java.util.SplittableRandom;
import java.util.random.RandomGenerator;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Routes requests by rows that anybody may have written. */
class RowFuzzTest {
  private static final Duration LONGEST = Duration.ofSeconds(55);
  private static final List<RoutingPolicy> POLICIES =
      List.of(new PrefixAffinityPolicy(), new LeastOutstandingPolicy(), new RoundRobinPolicy());

  private static final List<Target> DESCRIBED =
      IntStream.rangeClosed(1, 4)
          .mapToObj(i -> Target.ofVariant("endpoint", "variant-" + i, 1, i == 4))
          .toList();

  private final FakeClock clock = new FakeClock(RandomItems.NOW);
  private final HostileItems items = new HostileItems(new SplittableRandom(0));
  private final ItemTable table = new ItemTable(items, new UnitMeter(), clock, trouble -> {});

  @Test
  void aRequestIsAnsweredWhateverTheRowsHoldAndOnlyBoundedRowsAreWritten() {
    List<Router> routers = POLICIES.stream().map(this::router).toList();
    Seeds.forAll(
        Hostile.inputs(3_000),
        (seed, random) -> {
          // given
          items.seed(random);
          Router router = routers.get(random.nextInt(routers.size()));

          // when
          RouteOutcome outcome = router.route(request(random), WholeAnswers.NOBODY);

          // then
          assertThat(outcome)
              .isInstanceOfAny(RouteOutcome.Answered.class, RouteOutcome.NoTarget.class);
          check(outcome.report());
          items.writes().forEach(RowFuzzTest::check);
        });
  }

  private static void check(RouteReport report) {
    assertThat(report.tokens().prompt()).isNotNegative();
    assertThat(report.tokens().routed()).isBetween(0L, report.tokens().prompt());
    assertThat(report.tokens().available()).isBetween(0L, report.tokens().prompt());
    assertThat(report.candidates()).allSatisfy(c -> assertThat(Double.isFinite(c.cost())).isTrue());
  }

  private static void check(ItemWrite write) {
    switch (write.effect()) {
      case ItemWrite.Replace(Item item) -> item.attributes().values().forEach(RowFuzzTest::check);
      case ItemWrite.Change change -> {
        change.set().values().forEach(RowFuzzTest::check);
        change.start().values().forEach(RowFuzzTest::check);
        assertThat(change.add().values())
            .allSatisfy(n -> assertThat(n).isBetween(-Bounds.COUNT, Bounds.COUNT));
      }
    }
  }

  private static void check(Attribute attribute) {
    switch (attribute) {
      case Attribute.Numeric(BigDecimal value) ->
          assertThat(value).isBetween(BigDecimal.ZERO, BigDecimal.valueOf(Bounds.COUNT));
      case Attribute.Fields(var fields) -> fields.values().forEach(RowFuzzTest::check);
      case Attribute.Opaque opaque -> throw new AssertionError("nothing opaque is ever written");
      case Attribute.Text text -> assertThat(text.value()).isNotEmpty();
      case Attribute.Bytes bytes -> assertThat(bytes.length()).isEqualTo(16);
      case Attribute.Flag flag -> {}
    }
  }

  private Router router(RoutingPolicy policy) {
    BackgroundWork background = new BackgroundWork(Runnable::run);
    LeasedFleet fleet =
        new LeasedFleet(List.of("endpoint"), table, endpoint -> DESCRIBED, clock, failure -> {});
    return new Router(
        new RouterConfig(
            policy,
            new PoolFacts(1_000_000, 10_000, 4, Duration.ofMinutes(10)),
            Duration.ofMillis(500),
            LONGEST,
            LONGEST,
            200,
            Serving.EVERYWHERE,
            RoutingMode.ROUTE),
        new PrefixHasher("a secret of the tests only".getBytes(StandardCharsets.UTF_8)),
        new Ports(
            table,
            call -> new EngineOutcome.Answered(new byte[] {'a'}, "text/plain", ""),
            fleet,
            RouteMetrics.NONE),
        background,
        clock.asRouterClock(),
        0);
  }

  private RouteRequest request(RandomGenerator random) {
    String text = "tell me about number " + random.nextInt(5) + " ".repeat(random.nextInt(3000));
    Prompt prompt =
        new Prompt(
            Scope.ofModel("default"),
            List.of(Segment.ofText(Segment.SYSTEM, "be brief"), Segment.ofText("user", text)),
            "");
    long tokens = random.nextLong(1, Integer.MAX_VALUE);
    Usage usage =
        random.nextInt(4) == 0
            ? Usage.UNKNOWN
            : new Usage(
                OptionalLong.of(tokens),
                OptionalLong.of(random.nextLong(tokens + 1)),
                OptionalLong.of(random.nextInt(Integer.MAX_VALUE)));
    return new RouteRequest(
        "request",
        prompt,
        false,
        new Body(text),
        random.nextBoolean() ? 0 : random.nextLong(Long.MAX_VALUE),
        clock.instant().plus(LONGEST),
        false,
        new WholeAnswers((body, type) -> usage));
  }

  private record Body(String text) implements EngineBody {
    @Override
    public byte[] bytesFor(Target target) {
      return text.getBytes(StandardCharsets.UTF_8);
    }

    @Override
    public String contentType() {
      return "text/plain";
    }
  }
}
