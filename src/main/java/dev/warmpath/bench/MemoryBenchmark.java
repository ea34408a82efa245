package dev.warmpath.bench;

import java.io.IOException;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.concurrent.Callable;
import java.util.function.Supplier;
import java.util.stream.IntStream;

/** Measures the router's resident memory under streams, in a process of its own for each number. */
public final class MemoryBenchmark {
  private static final Duration UNTIL_FIRST = Duration.ofMillis(25);
  private static final Duration BETWEEN = Duration.ofMillis(10);
  private static final int TOKENS = 50;

  private final Supplier<ProcessBuilder> runtime;
  private final PromptBodies bodies = new PromptBodies();

  /**
   * Makes a benchmark.
   *
   * @param runtime the command that runs the runtime under test
   */
  public MemoryBenchmark(Supplier<ProcessBuilder> runtime) {
    this.runtime = runtime;
  }

  /**
   * The most resident memory in bytes, by streams; without those that the system does not tell.
   *
   * @param streams how many are open at once
   * @param answers how many answers each of them gives, one after the other
   * @param progress run after each process
   * @throws IOException if a process cannot be started, or fails
   */
  public Map<Integer, Long> residentBytes(List<Integer> streams, int answers, Runnable progress)
      throws IOException, InterruptedException {
    Map<Integer, Long> resident = new LinkedHashMap<>();
    for (int open : streams) {
      residentBytes(open, answers).ifPresent(bytes -> resident.put(open, bytes));
      progress.run();
    }
    return resident;
  }

  private OptionalLong residentBytes(int streams, int answers)
      throws IOException, InterruptedException {
    PacedContainer engine = PacedContainer.paced(UNTIL_FIRST, BETWEEN, TOKENS);
    try (BenchTier tier = BenchTier.start(engine, runtime.get(), streams)) {
      Callable<Long> user =
          () -> {
            long tokens = 0;
            for (int i = 0; i < answers; i++) {
              tokens += Concurrently.value(tier.lambda().invoke(bodies.next()).tokens());
            }
            return tokens;
          };
      long tokens =
          Concurrently.all(IntStream.range(0, streams).mapToObj(i -> user).toList()).stream()
              .mapToLong(Long::longValue)
              .sum();
      if (tokens != (long) streams * answers * TOKENS) {
        throw new IOException("an answer lacks tokens");
      }
      return tier.residentBytes();
    }
  }
}
