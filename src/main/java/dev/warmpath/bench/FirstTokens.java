package dev.warmpath.bench;

import dev.warmpath.aws.AwsAccess;
import dev.warmpath.aws.SageMakerClients;
import dev.warmpath.aws.SageMakerEngine;
import dev.warmpath.router.port.EngineCall;
import dev.warmpath.router.port.EngineOpening;
import dev.warmpath.router.port.EnginePart;
import dev.warmpath.router.port.EngineStream;
import dev.warmpath.routing.Target;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.Callable;
import java.util.function.IntFunction;

/** Times to first token, of engines asked directly and through the runtime, in turns. */
final class FirstTokens implements AutoCloseable {
  private static final Duration UNTIL_FIRST = Duration.ofMillis(25);
  private static final Duration BETWEEN = Duration.ofMillis(20);
  private static final int TOKENS = 40;
  private static final int REQUESTS_OF_A_STREAM = 4;
  private static final Duration TIMEOUT = Duration.ofMinutes(5);

  private final PromptBodies bodies = new PromptBodies();
  private final int streams;
  private final BenchTier tier;
  private final SageMakerEngine engine;

  /**
   * Starts the engines and the runtime.
   *
   * @param command runs the runtime under test
   * @param streams how many streams are open at once
   */
  FirstTokens(ProcessBuilder command, int streams) throws IOException {
    this.streams = streams;
    this.tier =
        BenchTier.start(PacedContainer.paced(UNTIL_FIRST, BETWEEN, TOKENS), command, streams);
    this.engine = SageMakerClients.engine(AwsAccess.local(tier.engines()), TIMEOUT, trouble -> {});
  }

  /** One round of engines asked directly, in nanoseconds. */
  List<Long> direct(int seed) throws IOException, InterruptedException {
    return round(seed, number -> () -> ask(number));
  }

  /** One round of engines asked through the runtime, in nanoseconds. */
  List<Long> routed(int seed) throws IOException, InterruptedException {
    return round(seed, number -> this::route);
  }

  @Override
  public void close() {
    engine.close();
    tier.close();
  }

  /** Many streams at once, each of which asks again when its answer has ended. */
  private List<Long> round(int seed, IntFunction<Callable<Long>> request)
      throws IOException, InterruptedException {
    SplittableRandom random = new SplittableRandom(seed);
    long length = UNTIL_FIRST.plus(BETWEEN.multipliedBy(TOKENS)).toMillis();
    List<Callable<List<Long>>> users = new ArrayList<>();
    for (int i = 0; i < streams; i++) {
      int user = i;
      long begins = random.nextLong(length);
      users.add(
          () -> {
            Thread.sleep(begins);
            List<Long> times = new ArrayList<>();
            for (int j = 0; j < REQUESTS_OF_A_STREAM; j++) {
              times.add(request.apply(user + j).call());
            }
            return times;
          });
    }
    return Concurrently.all(users).stream().flatMap(List::stream).toList();
  }

  private long ask(int number) throws IOException {
    Target target = Target.ofVariant(BenchTier.ENDPOINT, BenchTier.variant(number), 1, false);
    EngineCall call =
        new EngineCall(target, bodies.next(), "application/json", TIMEOUT, "", "direct");
    long began = System.nanoTime();
    if (!(engine.open(call) instanceof EngineOpening.Opened(EngineStream opened))) {
      throw new IOException("an engine refuses");
    }
    try (EngineStream stream = opened) {
      EnginePart part = stream.next();
      final long first = System.nanoTime() - began;
      while (part instanceof EnginePart.Data) {
        part = stream.next();
      }
      if (part instanceof EnginePart.Broken) {
        throw new IOException("an engine's answer is broken");
      }
      return first;
    }
  }

  private long route() throws IOException, InterruptedException {
    BenchInvocation invocation = tier.lambda().invoke(bodies.next());
    long first =
        Concurrently.value(invocation.firstToken()) - Concurrently.value(invocation.handedOver());
    if (Concurrently.value(invocation.tokens()) != TOKENS) {
      throw new IOException("an answer lacks tokens");
    }
    return first;
  }
}
