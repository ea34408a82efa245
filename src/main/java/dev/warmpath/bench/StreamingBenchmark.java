package dev.warmpath.bench;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.function.Supplier;
import java.util.stream.IntStream;

/**
 * Measures what router and runtime add to streams: the same engines, behind the same protocol, are
 * asked directly and through the runtime in a process of its own, in turns.
 */
public final class StreamingBenchmark {
  /** The variable that tells the runtime under test where the engines are. */
  public static final String ENGINES = "WARMPATH_BENCH_ENGINES";

  /** The most streams that may be asked for: ten times as many are opened to count threads. */
  public static final int MAX_STREAMS = 100;

  private static final int WARM_UP_ROUNDS = 3;
  private static final int RELAY_STREAMS = 8;
  private static final int RELAY_TOKENS = 2_000;
  private static final int RELAY_REQUESTS = 6;
  private static final int MANY = 10;

  private final Supplier<ProcessBuilder> runtime;
  private final int streams;
  private final int rounds;
  private final PromptBodies bodies = new PromptBodies();

  /**
   * Makes a benchmark.
   *
   * @param runtime the command that runs the runtime under test
   * @param streams how many streams are open at once, 1 to {@link #MAX_STREAMS}
   * @param rounds how many rounds of either kind are counted, at least two
   */
  public StreamingBenchmark(Supplier<ProcessBuilder> runtime, int streams, int rounds) {
    this.runtime = runtime;
    this.streams = streams;
    this.rounds = rounds;
  }

  /**
   * Runs all of it.
   *
   * @throws IOException if a part cannot be started, or fails
   */
  public StreamingResult run() throws IOException, InterruptedException {
    List<List<Long>> direct = new ArrayList<>();
    List<List<Long>> routed = new ArrayList<>();
    try (FirstTokens first = new FirstTokens(runtime.get(), streams)) {
      for (int i = 0; i < Math.min(WARM_UP_ROUNDS, rounds / 2); i++) {
        first.direct(i);
        first.routed(i);
      }
      for (int i = 0; i < rounds; i++) {
        direct.add(first.direct(i));
        routed.add(first.routed(i));
      }
    }
    return new StreamingResult(direct, routed, relay(), platformThreads());
  }

  /** Tokens that come as fast as they are taken. */
  private StreamingResult.Relay relay() throws IOException, InterruptedException {
    PacedContainer fast = PacedContainer.paced(Duration.ZERO, Duration.ZERO, RELAY_TOKENS);
    try (BenchTier tier = BenchTier.start(fast, runtime.get(), RELAY_STREAMS)) {
      passOn(tier.lambda());
      RuntimeUnderTest.Used before = tier.used();
      long began = System.nanoTime();
      long tokens = passOn(tier.lambda());
      Duration time = Duration.ofNanos(System.nanoTime() - began);
      RuntimeUnderTest.Used after = tier.used();
      return new StreamingResult.Relay(
          tokens,
          time,
          after.cpu().minus(before.cpu()),
          after.allocatedBytes() - before.allocatedBytes());
    }
  }

  private long passOn(BenchLambda lambda) throws IOException, InterruptedException {
    Callable<Long> user =
        () -> {
          long tokens = 0;
          for (int i = 0; i < RELAY_REQUESTS; i++) {
            tokens += lambda.invoke(bodies.next()).tokens().get();
          }
          return tokens;
        };
    return Concurrently.all(IntStream.range(0, RELAY_STREAMS).mapToObj(i -> user).toList()).stream()
        .mapToLong(Long::longValue)
        .sum();
  }

  /** By how many streams are open: they stop behind their first token. */
  private Map<Integer, Integer> platformThreads() throws IOException, InterruptedException {
    Map<Integer, Integer> threads = new TreeMap<>();
    CountDownLatch gate = new CountDownLatch(1);
    PacedContainer gated = new PacedContainer(Duration.ZERO, Duration.ZERO, 2, gate);
    try (BenchTier tier = BenchTier.start(gated, runtime.get(), MANY * streams)) {
      List<BenchInvocation> open = new ArrayList<>();
      for (int wanted : List.of(1, streams, MANY * streams)) {
        while (open.size() < wanted) {
          open.add(tier.lambda().invoke(bodies.next()));
        }
        for (BenchInvocation invocation : open) {
          Concurrently.value(invocation.firstToken());
        }
        threads.put(wanted, tier.used().platformThreads());
      }
      gate.countDown();
      for (BenchInvocation invocation : open) {
        Concurrently.value(invocation.tokens());
      }
    }
    return threads;
  }
}
