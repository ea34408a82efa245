package dev.warmpath.bench;

import dev.warmpath.bootstrap.Setting;
import dev.warmpath.bootstrap.Settings;
import dev.warmpath.bootstrap.Tier;
import dev.warmpath.local.InMemoryAffinityTable;
import dev.warmpath.router.BackgroundWork;
import dev.warmpath.router.Ports;
import dev.warmpath.router.port.EngineCall;
import dev.warmpath.router.port.EngineOpening;
import dev.warmpath.router.port.EngineOutcome;
import dev.warmpath.router.port.EnginePart;
import dev.warmpath.router.port.EngineStream;
import dev.warmpath.router.port.FleetView;
import dev.warmpath.router.port.InferenceEngine;
import dev.warmpath.router.port.RouteMetrics;
import dev.warmpath.routing.Fleet;
import dev.warmpath.web.HttpRequest;
import dev.warmpath.web.ReplySink;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.InstantSource;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;

/**
 * Passing one token on, without a network: reading the event, understanding the chunk, handing it
 * to the door. Per token of answers of 2,000, whose own beginning and end are spread over them.
 */
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@State(Scope.Benchmark)
public class RelayBenchmark {
  private static final int TOKENS = 2_000;

  private final InstantSource clock = InstantSource.system();
  private final List<EnginePart> parts =
      Stream.concat(
              IntStream.range(0, TOKENS).mapToObj(PacedContainer::token),
              Stream.of("data: [DONE]\n\n".getBytes(StandardCharsets.UTF_8)))
          .<EnginePart>map(EnginePart.Data::new)
          .toList();
  private final Tier tier = tier();
  private final byte[] body = new PromptBodies().next();

  /** One token. */
  @Benchmark
  @OperationsPerInvocation(TOKENS)
  public long relay() throws IOException {
    CountingSink sink = new CountingSink();
    tier.front()
        .answer(
            new HttpRequest(
                "POST",
                "/v1/chat/completions",
                Map.of("content-type", "application/json"),
                body,
                "benchmark",
                clock.instant().plusSeconds(60)),
            sink);
    return sink.bytes;
  }

  private Tier tier() {
    Settings settings =
        Settings.of(
            Map.of(
                Setting.TARGETS.variable(), "endpoint/one,endpoint/two",
                Setting.TABLE.variable(), "in memory",
                Setting.HASH_SALT.variable(), "a secret of the benchmark"));
    Ports ports =
        new Ports(
            new InMemoryAffinityTable(clock),
            new ReadyEngine(parts),
            FleetView.fixed(new Fleet(settings.targets())),
            RouteMetrics.NONE);
    return Tier.of(settings, ports, new BackgroundWork(Runnable::run));
  }

  /** Has all parts of its answer at hand. */
  private record ReadyEngine(List<EnginePart> parts) implements InferenceEngine {
    @Override
    public EngineOutcome invoke(EngineCall call) {
      throw new UnsupportedOperationException("the benchmark asks for streams only");
    }

    @Override
    public EngineOpening open(EngineCall call) {
      return new EngineOpening.Opened(new ReadyStream(parts.iterator()));
    }
  }

  private record ReadyStream(Iterator<EnginePart> left) implements EngineStream {
    @Override
    public String contentType() {
      return "text/event-stream";
    }

    @Override
    public String invokedVariant() {
      return "";
    }

    @Override
    public EnginePart next() {
      return left.hasNext() ? left.next() : new EnginePart.End();
    }

    @Override
    public void close() {}
  }

  private static final class CountingSink implements ReplySink {
    private long bytes;

    @Override
    public void start(int status, Map<String, String> headers) {}

    @Override
    public void write(byte[] piece) {
      bytes += piece.length;
    }
  }
}
