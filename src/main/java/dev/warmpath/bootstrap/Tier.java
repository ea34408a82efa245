package dev.warmpath.bootstrap;

import dev.warmpath.keys.TokenBudgets;
import dev.warmpath.prompt.PrefixHasher;
import dev.warmpath.router.BackgroundWork;
import dev.warmpath.router.Ports;
import dev.warmpath.router.Router;
import dev.warmpath.router.RouterClock;
import dev.warmpath.router.RouterConfig;
import dev.warmpath.router.port.RouteMetrics;
import dev.warmpath.router.port.Trouble;
import dev.warmpath.table.ItemStore;
import dev.warmpath.web.OpenAiAnswers;
import dev.warmpath.web.OpenAiFront;
import dev.warmpath.web.PrefixWatch;
import dev.warmpath.web.Tenants;
import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.Executor;
import java.util.concurrent.Executors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A running tier: what answers, and what is left to do when an answer is out.
 *
 * @param front what answers
 * @param background writes that no answer waits for
 * @param metrics where measurements go
 * @param priming makes what is made when it is first needed
 * @param closing closes the connections
 */
public record Tier(
    OpenAiFront front,
    BackgroundWork background,
    RouteMetrics metrics,
    Runnable priming,
    Runnable closing) {
  private static final Logger LOGGER = LoggerFactory.getLogger(Tier.class);

  /** How long before the caller's deadline an engine call ends. */
  private static final Duration CALL_MARGIN = Duration.ofMillis(500);

  /** SageMaker ends a stream after 8 minutes. */
  public static final Duration LONGEST_CALL = Duration.ofMinutes(8);

  /** SageMaker ends a plain call after 60 seconds. */
  private static final Duration LONGEST_PLAIN_CALL = Duration.ofSeconds(60);

  /** Output tokens of a request that names no limit: a chat answer's usual length. */
  private static final long ASSUMED_OUTPUT_TOKENS = 256;

  /** How long background writes may take once the answer is out. */
  private static final Duration SETTLE_LIMIT = Duration.ofSeconds(2);

  /** An executor with a virtual thread for each task: what {@link BackgroundWork} wants. */
  public static Executor backgroundThreads() {
    return Executors.newVirtualThreadPerTaskExecutor();
  }

  /** Wires a tier over its ports, without counters: no tenant's token limit is heeded. */
  public static Tier of(Settings settings, Ports ports, BackgroundWork background) {
    return of(settings, ports, background, InstantSource.system());
  }

  /**
   * The same by another clock.
   *
   * @param clock what rows and deadlines are compared with
   */
  public static Tier of(
      Settings settings, Ports ports, BackgroundWork background, InstantSource clock) {
    return of(
        settings,
        ports,
        background,
        Tenants.withoutBudgets(secret(settings), settings.saltsEngines()),
        clock);
  }

  /**
   * Wires a tier over its ports.
   *
   * @param counters where tenants' tokens are counted
   */
  public static Tier of(
      Settings settings, Ports ports, BackgroundWork background, ItemStore counters) {
    TokenBudgets budgets =
        new TokenBudgets(
            counters,
            InstantSource.system(),
            new SecureRandom(),
            () -> ports.metrics().count(Trouble.LOST_WRITE));
    return of(
        settings,
        ports,
        background,
        new Tenants(
            secret(settings), settings.saltsEngines(), Optional.of(budgets), background::of),
        InstantSource.system());
  }

  private static byte[] secret(Settings settings) {
    return settings.hashSalt().getBytes(StandardCharsets.UTF_8);
  }

  private static Tier of(
      Settings settings,
      Ports ports,
      BackgroundWork background,
      Tenants tenants,
      InstantSource clock) {
    RouterConfig config =
        new RouterConfig(
            settings.policy(),
            settings.facts(),
            CALL_MARGIN,
            LONGEST_CALL,
            LONGEST_PLAIN_CALL,
            ASSUMED_OUTPUT_TOKENS,
            settings.serving(),
            settings.mode());
    Router router =
        new Router(
            config,
            new PrefixHasher(secret(settings)),
            ports,
            background,
            new RouterClock(clock, System::nanoTime),
            new SecureRandom().nextLong());
    return new Tier(
        new OpenAiFront(
            router,
            settings.models(),
            new OpenAiAnswers(settings.missingMeansZero()),
            tenants,
            clock,
            new PrefixWatch(ports.metrics())),
        background,
        ports.metrics(),
        () -> {},
        () -> {});
  }

  /** The same tier, which makes and closes what it is over. */
  Tier over(Runnable clients, Runnable connections) {
    return new Tier(front, background, metrics, clients, connections);
  }

  /** Makes what is made when it is first needed, as for a snapshot. */
  public void prime() {
    priming.run();
  }

  /** Closes the connections of a tier that answers no more. */
  public void close() {
    closing.run();
  }

  /**
   * Ends what an answer left open: to be called once the answer is out, before any freeze. Never
   * throws: a defect in background work must neither hold metrics back nor stop what comes after.
   *
   * @param requestId the request that was answered; nothing is waited for that others left open
   */
  public void afterAnswer(String requestId) {
    guarded("background work broke", () -> settle(requestId));
    guarded("metrics broke", () -> metrics.flush(false));
  }

  private void settle(String requestId) {
    int unsettled = background.settle(requestId, SETTLE_LIMIT);
    for (int i = 0; i < unsettled; i++) {
      metrics.count(Trouble.UNSETTLED_WORK);
    }
  }

  private static void guarded(String defectMessage, Runnable work) {
    try {
      work.run();
    } catch (RuntimeException e) {
      // Only the class and the place: a message might quote the prompt.
      Throwable defect = Objects.requireNonNullElse(e.getCause(), e);
      LOGGER
          .atError()
          .addKeyValue("error", defect.getClass().getName())
          .addKeyValue("at", defect.getStackTrace().length == 0 ? "" : defect.getStackTrace()[0])
          .log(defectMessage);
    }
  }
}
