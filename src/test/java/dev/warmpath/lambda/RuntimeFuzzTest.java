package dev.warmpath.lambda;

import static org.assertj.core.api.Assertions.assertThat;

import dev.warmpath.bootstrap.Setting;
import dev.warmpath.bootstrap.Settings;
import dev.warmpath.bootstrap.Tier;
import dev.warmpath.local.InMemoryAffinityTable;
import dev.warmpath.router.BackgroundWork;
import dev.warmpath.router.Ports;
import dev.warmpath.router.port.FleetView;
import dev.warmpath.router.port.RouteMetrics;
import dev.warmpath.router.port.TableQuery;
import dev.warmpath.router.port.TableRead;
import dev.warmpath.routing.Fleet;
import dev.warmpath.routing.Target;
import dev.warmpath.routing.TargetLoad;
import dev.warmpath.testing.FakeClock;
import dev.warmpath.testing.Hostile;
import dev.warmpath.testing.Seeds;
import dev.warmpath.web.ReplySink;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** Feeds hostile bytes to what reads Lambda's Runtime API, and hostile events to the function. */
class RuntimeFuzzTest {
  private static final int INPUTS = Hostile.inputs(10_000);
  private static final int BODY_LIMIT = 4096;
  private static final Instant DEADLINE = Instant.parse("2100-01-01T00:00:00Z");

  private static final List<byte[]> EVENTS =
      Events.names().stream()
          .sorted()
          .map(name -> Events.json(name).getBytes(StandardCharsets.UTF_8))
          .toList();

  private static final List<String> DEADLINES =
      List.of(
          "0",
          "-1",
          "4102444800000",
          "999999999999999",
          "9223372036854775807",
          "9223372036854775808",
          "1e308",
          "NaN",
          "",
          "12 34");

  private static final Hostile HOSTILE_EVENTS =
      new Hostile(
          EVENTS,
          List.of(
              "null",
              "{}",
              "[]",
              "\"",
              "\\",
              "\\ud800",
              "1e308",
              "-9223372036854775809",
              "true",
              "{\"a\":".repeat(300),
              "[".repeat(1100),
              "\"isBase64Encoded\":true,",
              "\"headers\":null,",
              "\"headers\":{\"content-type\":7,\"authorization\":null},",
              "\"body\":\"\",",
              "\"body\":\"{}\",",
              "\"httpMethod\":\"TRACE\",",
              "\"path\":\"/v1/../ping\",",
              "\u0000",
              "\ufeff"));

  private static final Hostile HOSTILE_ANSWERS = new Hostile(answers(), insertions());

  @Test
  void anAnswerOfTheRuntimeApiIsReadToItsEndOrRefused() {
    Seeds.forAll(
        INPUTS,
        (seed, random) -> {
          byte[] bytes = HOSTILE_ANSWERS.input(random);
          HttpAnswerReader reader = new HttpAnswerReader(new EndingStream(bytes), BODY_LIMIT);
          try {
            HttpAnswer answer = reader.read();

            assertThat(answer.status()).isBetween(200, 999);
            assertThat(answer.body().length).isLessThanOrEqualTo(BODY_LIMIT);
            assertThat(answer.whole() || !answer.reusable()).isTrue();
          } catch (IOException e) {
            assertThat(String.valueOf(e.getMessage())).startsWith("the ");
          }
        });
  }

  @Test
  void whatIsReadOffTheRuntimeApiIsAnInvocationOrEndsTheRuntime() {
    FakeClock clock = new FakeClock();
    // Never connected to: only what an answer means is asked.
    try (RuntimeApi api = new RuntimeApi(new ApiAddress("127.0.0.1", 1), clock)) {
      Seeds.forAll(
          INPUTS,
          (seed, random) -> {
            byte[] bytes = HOSTILE_ANSWERS.input(random);
            try {
              HttpAnswer answer = new HttpAnswerReader(new EndingStream(bytes), BODY_LIMIT).read();
              switch (api.next(answer)) {
                case RuntimeApi.Next.Invocation(InvocationEvent event) -> {
                  assertThat(event.requestId()).matches("[0-9A-Za-z._-]{1,128}");
                  assertThat(event.deadline()).isAfterOrEqualTo(Instant.EPOCH);
                  api.answer(event).close();
                }
                case RuntimeApi.Next.TooLarge(String requestId) ->
                    assertThat(requestId).isNotBlank();
              }
            } catch (IOException e) {
              assertThat(String.valueOf(e.getMessage())).startsWith("the ");
            }
          });
    }
  }

  @Test
  void anEventIsAnsweredOrRefusedAndLeavesNoLoadBehind() {
    // given
    HostileEngine engine = new HostileEngine(new SplittableRandom(0));
    InMemoryAffinityTable table = new InMemoryAffinityTable(InstantSource.system());
    Settings settings = settings();
    Tier tier =
        Tier.of(
            settings,
            new Ports(
                table, engine, FleetView.fixed(new Fleet(settings.targets())), RouteMetrics.NONE),
            new BackgroundWork(Runnable::run));
    RouterFunction function = RouterFunction.of(tier);

    // when
    Seeds.forAll(
        INPUTS,
        (seed, random) -> {
          engine.seed(random);
          Caller caller =
              new Caller(random.nextInt(8) == 0 ? random.nextInt(5) : Integer.MAX_VALUE);
          InvocationEvent event =
              new InvocationEvent(
                  "request-" + seed,
                  random.nextInt(10) == 0 ? Instant.EPOCH : DEADLINE,
                  "",
                  HOSTILE_EVENTS.input(random));
          try {
            function.answer(event, caller);
            function.afterAnswer(event.requestId());
            assertThat(caller.hasLeft() || isDocumented(caller.status()))
                .as("status %d", caller.status())
                .isTrue();
          } catch (IOException e) {
            // The event is no JSON, or nobody listens.
            assertThat(caller.hasLeft() || caller.status() == 0).isTrue();
          }
        });

    // then
    List<Target> targets = settings.targets();
    Instant now = Instant.now();
    TableQuery query =
        new TableQuery("", List.of(), targets.stream().map(Target::id).toList(), List.of(), now);
    TableRead.Rows rows = (TableRead.Rows) table.read(query);
    assertThat(targets)
        .allSatisfy(
            t ->
                assertThat(TargetLoad.of(rows.view().target(t.id()), now, 1).sequences()).isZero());
  }

  /** The caller's faults, and the engine's; 500 would be the router's own. */
  private static boolean isDocumented(int status) {
    return status == 200 || (status >= 400 && status < 500) || (status > 501 && status < 505);
  }

  private static Settings settings() {
    return Settings.of(
        Map.of(
            Setting.TARGETS.variable(), "llm/blue,llm/green,llm/red",
            Setting.TABLE.variable(), "in memory",
            Setting.HASH_SALT.variable(), "a salt for tests only",
            Setting.METRICS.variable(), "off"));
  }

  private static List<byte[]> answers() {
    List<byte[]> answers = new ArrayList<>();
    for (String deadline : DEADLINES) {
      answers.add(
          lines(
              "HTTP/1.1 200 OK",
              "Lambda-Runtime-Aws-Request-Id: 8476a536-e9f4",
              "Lambda-Runtime-Deadline-Ms: " + deadline,
              "Lambda-Runtime-Trace-Id: Root=1-5bef;Sampled=1",
              "Content-Length: 17",
              "",
              "{\"path\":\"/pings\"}"));
    }
    answers.add(
        lines(
            "HTTP/1.1 100 Continue",
            "",
            "HTTP/1.1 200 OK",
            "Transfer-Encoding: chunked",
            "lambda-runtime-aws-request-id: a",
            "",
            "4;a=b",
            "{\"a\"",
            "3",
            ":1}",
            "0",
            "T: u",
            "",
            ""));
    answers.add(lines("HTTP/1.1 202 Accepted", "Connection: close", "", "{\"status\":\"OK\"}"));
    answers.add(lines("HTTP/1.1 500 Container error", "Content-Length: 0", "", ""));
    return answers;
  }

  private static List<String> insertions() {
    return List.of(
        "\r\n",
        "\r",
        "\n",
        ":",
        " ",
        "\u0000",
        "Content-Length: -1\r\n",
        "Content-Length: 999999999999999999\r\n",
        "Transfer-Encoding: chunked\r\n",
        "Lambda-Runtime-Aws-Request-Id: ../../error\r\n",
        "Lambda-Runtime-Trace-Id: \u00ff\r\n",
        "7fffffff\r\n",
        "FFFFFFF\r\n",
        "0\r\n\r\n",
        "HTTP/1.1 103 Early Hints\r\n\r\n",
        "X: " + "y".repeat(9000) + "\r\n",
        "z".repeat(70_000));
  }

  private static byte[] lines(String... lines) {
    return String.join("\r\n", lines).getBytes(StandardCharsets.ISO_8859_1);
  }

  /** Who hears an answer, and may leave in the middle of it. */
  private static final class Caller implements ReplySink {
    private final ByteArrayOutputStream body = new ByteArrayOutputStream();
    private final int patience;
    private int heard;
    private int status;

    Caller(int patience) {
      this.patience = patience;
    }

    @Override
    public void start(int begun, Map<String, String> headers) throws IOException {
      listen();
      if (status != 0) {
        throw new AssertionError("an answer must begin once");
      }
      status = begun;
    }

    @Override
    public void write(byte[] bytes) throws IOException {
      listen();
      body.writeBytes(bytes);
    }

    int status() {
      return status;
    }

    boolean hasLeft() {
      return heard > patience;
    }

    private void listen() throws IOException {
      heard++;
      if (hasLeft()) {
        throw new IOException("nobody listens");
      }
    }
  }
}
