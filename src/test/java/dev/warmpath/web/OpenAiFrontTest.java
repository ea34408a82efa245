package dev.warmpath.web;

import static dev.warmpath.web.Streams.chunk;
import static dev.warmpath.web.Streams.event;
import static dev.warmpath.web.Streams.last;
import static dev.warmpath.web.Streams.text;
import static dev.warmpath.web.Streams.usage;
import static dev.warmpath.web.Streams.utf8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.warmpath.local.InMemoryAffinityTable;
import dev.warmpath.prompt.PrefixHasher;
import dev.warmpath.router.BackgroundWork;
import dev.warmpath.router.Ports;
import dev.warmpath.router.Router;
import dev.warmpath.router.RouterConfig;
import dev.warmpath.router.RoutingMode;
import dev.warmpath.router.port.EngineCall;
import dev.warmpath.router.port.EngineOutcome;
import dev.warmpath.router.port.FleetView;
import dev.warmpath.router.port.RouteMetrics;
import dev.warmpath.routing.Fleet;
import dev.warmpath.routing.PoolFacts;
import dev.warmpath.routing.RoundRobinPolicy;
import dev.warmpath.routing.Serving;
import dev.warmpath.routing.Target;
import dev.warmpath.testing.FakeClock;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class OpenAiFrontTest {
  private final FakeClock clock = new FakeClock();
  private final List<EngineCall> calls = new ArrayList<>();

  @Test
  void aStreamThatHasComeInOnePieceIsRelayed() {
    String stream = event(chunk(0, "a")) + event(last(0));

    HttpReply reply = answer("\"stream\":true", stream + event(usage(9, 4, 2)));

    assertThat(reply.status()).isEqualTo(200);
    assertThat(reply.headers()).containsEntry("content-type", "text/event-stream");
    assertThat(text(reply.body())).isEqualTo(stream + event("[DONE]"));
    assertThat(text(calls.getFirst().body())).contains("\"include_usage\":true");
  }

  @Test
  void aStreamThatLacksItsEndEndsWithAnError() {
    HttpReply reply = answer("\"stream\":true", event(chunk(0, "begun")));

    assertThat(reply.status()).isEqualTo(200);
    assertThat(text(reply.body()))
        .startsWith(event(chunk(0, "begun")))
        .contains("data: {\"error\":{\"message\":")
        .contains("broke off")
        .doesNotContain("[DONE]");
  }

  @Test
  void whatIsNoStreamStaysAsItIs() {
    HttpReply reply = answer("\"stream\":false", "{\"choices\":[]}");

    assertThat(reply.headers()).containsEntry("content-type", "application/json");
    assertThat(text(reply.body())).isEqualTo("{\"choices\":[]}");
    assertThat(text(calls.getFirst().body())).doesNotContain("stream_options");
  }

  private HttpReply answer(String field, String engineAnswer) {
    Ports ports =
        new Ports(
            new InMemoryAffinityTable(clock),
            call -> {
              calls.add(call);
              return new EngineOutcome.Answered(utf8(engineAnswer), "application/json", "");
            },
            FleetView.fixed(new Fleet(List.of(Target.ofVariant("endpoint", "a", 1, false)))),
            RouteMetrics.NONE);
    RouterConfig config =
        new RouterConfig(
            new RoundRobinPolicy(),
            new PoolFacts(1_000_000, 10_000, 4, Duration.ofMinutes(10)),
            Duration.ofSeconds(1),
            Duration.ofSeconds(60),
            Duration.ofSeconds(60),
            200,
            Serving.EVERYWHERE,
            RoutingMode.ROUTE);
    Router router =
        new Router(
            config,
            new PrefixHasher(new byte[PrefixHasher.MIN_SECRET_BYTES]),
            ports,
            new BackgroundWork(Runnable::run),
            clock.asRouterClock(),
            0);
    return new OpenAiFront(
            router,
            new Models(List.of("public"), ""),
            new OpenAiAnswers(false),
            Tenants.withoutBudgets(new byte[32], true),
            InstantSource.system(),
            new PrefixWatch(RouteMetrics.NONE))
        .answer(
            new HttpRequest(
                "POST",
                "/v1/completions",
                Map.of(),
                utf8("{\"prompt\":\"hi\"," + field + "}"),
                "id",
                clock.instant().plusSeconds(60)));
  }
}
