package dev.warmpath.chaos;

import dev.warmpath.engine.EngineProfile;
import dev.warmpath.local.LocalEndpoint;
import dev.warmpath.local.LocalEndpoint.Hosted;
import dev.warmpath.local.LocalSageMaker;
import dev.warmpath.routing.Target;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.util.List;
import java.util.stream.IntStream;

/** An endpoint of engines that fail on demand, behind SageMaker's wire protocol. */
final class ChaosEndpoint implements AutoCloseable {
  /** Its name. */
  static final String NAME = "chaos";

  /** How many tokens each engine's cache holds. */
  static final long CACHE_TOKENS = 150_000;

  private static final EngineProfile PROFILE = EngineProfile.laptopDemo(CACHE_TOKENS);

  private final List<ChaosEngine> engines;
  private final LocalSageMaker sageMaker;

  /**
   * Starts engines.
   *
   * @param pace how fast they are, as a share of their profile's speed
   * @param mostRequests how many each works on at once; it refuses more
   */
  ChaosEndpoint(int engines, double pace, int mostRequests) {
    this.engines =
        IntStream.rangeClosed(1, engines)
            .mapToObj(i -> new ChaosEngine("variant-" + i, PROFILE, pace, mostRequests))
            .toList();
    List<Hosted> hosted = this.engines.stream().map(e -> Hosted.variant(e.name(), e)).toList();
    try {
      this.sageMaker = LocalSageMaker.listen(0, List.of(new LocalEndpoint(NAME, hosted)));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** How many uncached prompt tokens an engine of that pace computes in a second. */
  static long prefillRate(double pace) {
    return Math.round(pace * PROFILE.prefillTokensPerSecond());
  }

  /** An engine as routers see it. */
  static Target target(ChaosEngine engine) {
    return Target.ofVariant(NAME, engine.name(), 1, false);
  }

  /** The engines. */
  List<ChaosEngine> engines() {
    return engines;
  }

  /** The engines as routers see them. */
  List<Target> targets() {
    return engines.stream().map(ChaosEndpoint::target).toList();
  }

  /** Where SageMaker Runtime answers. */
  URI uri() {
    return sageMaker.uri();
  }

  @Override
  public void close() {
    sageMaker.close();
    engines.forEach(ChaosEngine::close);
  }
}
