package dev.warmpath.bench;

import dev.warmpath.bootstrap.Setting;
import dev.warmpath.local.LocalEndpoint;
import dev.warmpath.local.LocalEndpoint.Hosted;
import dev.warmpath.local.LocalSageMaker;
import java.io.IOException;
import java.net.URI;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Engines, Lambda's Runtime API and, in a process of its own, the runtime between them. */
final class BenchTier implements AutoCloseable {
  /** The endpoint's name. */
  static final String ENDPOINT = "bench";

  private static final int VARIANTS = 4;

  private final LocalSageMaker engines;
  private final BenchLambda lambda;
  private final RuntimeUnderTest runtime;

  private BenchTier(LocalSageMaker engines, BenchLambda lambda, RuntimeUnderTest runtime) {
    this.engines = engines;
    this.lambda = lambda;
    this.runtime = runtime;
  }

  /**
   * Starts all of it.
   *
   * @param container the model server behind every variant
   * @param command runs the runtime under test
   * @param loops how many invocations the runtime answers at once
   */
  static BenchTier start(PacedContainer container, ProcessBuilder command, int loops)
      throws IOException {
    List<Hosted> hosted =
        IntStream.range(0, VARIANTS).mapToObj(i -> Hosted.variant(variant(i), container)).toList();
    LocalSageMaker engines = LocalSageMaker.listen(0, List.of(new LocalEndpoint(ENDPOINT, hosted)));
    BenchLambda lambda = new BenchLambda();
    Map<String, String> variables =
        Map.of(
            "AWS_LAMBDA_RUNTIME_API",
            lambda.address(),
            "AWS_LAMBDA_MAX_CONCURRENCY",
            Integer.toString(loops),
            StreamingBenchmark.ENGINES,
            engines.uri().toString(),
            Setting.TARGETS.variable(),
            targets(),
            Setting.TABLE.variable(),
            "in memory",
            Setting.HASH_SALT.variable(),
            "a secret of the benchmark");
    return new BenchTier(engines, lambda, new RuntimeUnderTest(command, variables));
  }

  private static String targets() {
    return IntStream.range(0, VARIANTS)
        .mapToObj(i -> ENDPOINT + "/" + variant(i))
        .collect(Collectors.joining(","));
  }

  /** The name of one of the variants, in turn. */
  static String variant(int number) {
    return "variant-" + number % VARIANTS;
  }

  /** Where the engines answer. */
  URI engines() {
    return engines.uri();
  }

  /** Who hands out invocations. */
  BenchLambda lambda() {
    return lambda;
  }

  /** What the runtime's process has used so far. */
  RuntimeUnderTest.Used used() throws IOException {
    return runtime.used();
  }

  /** The most memory that the runtime's process has held; empty if the system does not tell. */
  OptionalLong residentBytes() throws IOException {
    return runtime.residentBytes();
  }

  @Override
  public void close() {
    runtime.close();
    lambda.close();
    engines.close();
  }
}
