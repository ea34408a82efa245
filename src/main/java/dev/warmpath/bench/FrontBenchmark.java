package dev.warmpath.bench;

import dev.warmpath.bootstrap.Setting;
import dev.warmpath.bootstrap.Settings;
import dev.warmpath.bootstrap.Tier;
import dev.warmpath.local.InMemoryAffinityTable;
import dev.warmpath.router.BackgroundWork;
import dev.warmpath.router.Ports;
import dev.warmpath.router.port.EngineCall;
import dev.warmpath.router.port.EngineOutcome;
import dev.warmpath.router.port.FleetView;
import dev.warmpath.router.port.InferenceEngine;
import dev.warmpath.router.port.RouteMetrics;
import dev.warmpath.routing.Fleet;
import dev.warmpath.web.HttpReply;
import dev.warmpath.web.HttpRequest;
import java.nio.charset.StandardCharsets;
import java.time.InstantSource;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;

/**
 * Everything that the router does for one chat of 128 kB, from the body's bytes to the answer's:
 * reading, keying, looking up, deciding, rewriting, and all writes to a table in memory; over eight
 * targets and an engine that answers at once.
 */
@BenchmarkMode(Mode.SampleTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@State(Scope.Benchmark)
public class FrontBenchmark {
  private static final int BODY_BYTES = 128 * 1024;
  private static final int MESSAGE_BYTES = 2048;
  private static final int TARGETS = 8;
  private static final byte[] ANSWER =
      """
      {"usage":{"prompt_tokens":32768,"completion_tokens":1,"total_tokens":32769,\
      "prompt_tokens_details":{"cached_tokens":32752}}}\
      """
          .getBytes(StandardCharsets.UTF_8);

  private final InstantSource clock = InstantSource.system();
  private final Tier tier = tier();
  private final byte[] body = body();

  /** The table knows the prompt. */
  @Setup
  public void warm() {
    answer();
  }

  /** One request, warm. */
  @Benchmark
  public HttpReply answer() {
    return post("/v1/chat/completions");
  }

  /** The same down to the decision, which is explained in place of a call: nothing is written. */
  @Benchmark
  public HttpReply decide() {
    return post("/v1/route");
  }

  private HttpReply post(String path) {
    return tier.front()
        .answer(
            new HttpRequest(
                "POST",
                path,
                Map.of("content-type", "application/json"),
                body,
                "benchmark",
                clock.instant().plusSeconds(60)));
  }

  private Tier tier() {
    String targets =
        IntStream.range(0, TARGETS)
            .mapToObj(i -> "endpoint/variant-" + i)
            .collect(Collectors.joining(","));
    Settings settings =
        Settings.of(
            Map.of(
                Setting.TARGETS.variable(), targets,
                Setting.TABLE.variable(), "in memory",
                Setting.HASH_SALT.variable(), "a secret of the benchmark"));
    Ports ports =
        new Ports(
            new InMemoryAffinityTable(clock),
            new InstantEngine(),
            FleetView.fixed(new Fleet(settings.targets())),
            RouteMetrics.NONE);
    return Tier.of(settings, ports, new BackgroundWork(Runnable::run));
  }

  private static byte[] body() {
    StringBuilder json = new StringBuilder("{\"model\":\"default\",\"messages\":[");
    json.append("{\"role\":\"system\",\"content\":\"")
        .append("You are a helpful clerk. ".repeat(320))
        .append("\"}");
    for (int i = 0; json.length() < BODY_BYTES - MESSAGE_BYTES; i++) {
      String text = ("message " + i + " ").repeat(MESSAGE_BYTES / 8).substring(0, MESSAGE_BYTES);
      json.append(",{\"role\":\"")
          .append(i % 2 == 0 ? "user" : "assistant")
          .append("\",\"content\":\"")
          .append(text)
          .append("\"}");
    }
    return json.append("]}").toString().getBytes(StandardCharsets.UTF_8);
  }

  /** Answers at once that nearly all was cached. */
  private static final class InstantEngine implements InferenceEngine {
    @Override
    public EngineOutcome invoke(EngineCall call) {
      return new EngineOutcome.Answered(ANSWER, "application/json", "");
    }
  }
}
