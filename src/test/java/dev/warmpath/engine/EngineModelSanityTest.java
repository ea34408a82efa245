package dev.warmpath.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.warmpath.engine.EngineEvent.Finished;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.Random;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.LongStream;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;

/** Checks the engine against numbers that were computed in other ways. */
class EngineModelSanityTest {
  private static final int TRACE_BLOCK_TOKENS = 512;

  /** Coarser than usual, to keep the test short; a trace block stands for eight of these. */
  private static final int BLOCK_TOKENS = 64;

  private static final Pattern TRACE_LINE =
      Pattern.compile("\"input_length\": (\\d+).*\\[([\\d, ]*)]");

  @Test
  void meetsTheSojournTimeOfTheorysQueueWithConstantService() {
    // given: one sequence at a time, 100 ms each, Poisson arrivals at 7 a second
    EngineModel engine =
        new EngineModel(
            new EngineProfile(
                10_000,
                Double.POSITIVE_INFINITY,
                Duration.ofMillis(10),
                Duration.ZERO,
                0,
                10_000,
                1,
                1_000_000,
                EngineProfile.BLOCK_TOKENS));
    double service = 0.1;
    double rate = 7;
    int requests = 200_000;
    double[] arrivals = poisson(new Random(17), rate, requests);

    // when
    double sojourn = meanSojournSeconds(engine, arrivals, 900);

    // then: M/D/1, service + load * service / (2 * (1 - load))
    double load = rate * service;
    assertThat(sojourn).isCloseTo(service + load * service / (2 * (1 - load)), within(0.002));
  }

  @Test
  void findsTheHitRateOfAnInfiniteCacheInARealTrace() throws IOException {
    // given
    Path trace =
        Path.of(System.getProperty("warmpath.traces", "../shared/traces"))
            .resolve("mooncake-conversation.jsonl.gz");
    boolean present = Files.exists(trace);
    if (!present) {
      System.out.println("skipped: no trace " + trace + ", set -Dwarmpath.traces=DIRECTORY");
    }
    Assumptions.assumeTrue(present);
    EngineModel engine =
        new EngineModel(
            new EngineProfile(
                10_000,
                53_000,
                Duration.ofMillis(12),
                Duration.ZERO,
                0,
                2_048,
                256,
                1_000_000_000,
                BLOCK_TOKENS));

    // when
    long promptTokens = replay(trace, engine);

    // then: 0.3734 is a static count of the full blocks whose whole chain was seen before
    double hitRate = (double) engine.load().cachedPromptTokens() / promptTokens;
    assertThat(hitRate).isCloseTo(0.3734, within(0.00005));
    assertThat(engine.load().computedPrefillTokens())
        .isEqualTo(promptTokens - engine.load().cachedPromptTokens());
  }

  private static double[] poisson(Random random, double rate, int count) {
    double[] arrivals = new double[count];
    double now = 0;
    for (int i = 0; i < count; i++) {
      now -= Math.log(1 - random.nextDouble()) / rate;
      arrivals[i] = now;
    }
    return arrivals;
  }

  private static double meanSojournSeconds(
      EngineModel engine, double[] arrivals, int promptTokens) {
    double now = 0;
    double total = 0;
    int arrived = 0;
    int finished = 0;
    while (finished < arrivals.length) {
      while (arrived < arrivals.length && arrivals[arrived] <= now) {
        engine.submit(new EngineRequest(arrived++, new long[0], promptTokens, 1));
      }
      var next = engine.next();
      if (next.isEmpty()) {
        now = arrivals[arrived];
        continue;
      }
      now += next.get().duration().toNanos() / 1e9;
      for (EngineEvent event : engine.finish(next.get())) {
        if (event instanceof Finished(long id)) {
          total += now - arrivals[(int) id];
          finished++;
        }
      }
    }
    return total / arrivals.length;
  }

  private static long replay(Path trace, EngineModel engine) throws IOException {
    long promptTokens = 0;
    long id = 0;
    try (var lines = open(trace)) {
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        Matcher fields = TRACE_LINE.matcher(line);
        assertThat(fields.find()).isTrue();
        int input = Integer.parseInt(fields.group(1));
        engine.submit(new EngineRequest(id++, blockHashes(fields.group(2), input), input, 1));
        promptTokens += input;
        EngineModelTest.drain(engine);
      }
    }
    return promptTokens;
  }

  /** A full block of the trace stands for the engine's blocks that it covers. */
  private static long[] blockHashes(String ids, int promptTokens) {
    int ratio = TRACE_BLOCK_TOKENS / BLOCK_TOKENS;
    return Arrays.stream(ids.split(", "))
        .limit(promptTokens / TRACE_BLOCK_TOKENS)
        .mapToLong(Long::parseLong)
        .flatMap(id -> LongStream.range(id * ratio, (id + 1) * ratio))
        .toArray();
  }

  private static BufferedReader open(Path trace) throws IOException {
    return new BufferedReader(
        new InputStreamReader(
            new GZIPInputStream(Files.newInputStream(trace)), StandardCharsets.UTF_8));
  }
}
