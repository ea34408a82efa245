package dev.warmpath.lambda;

import dev.warmpath.bootstrap.Tier;
import java.io.IOException;
import java.time.InstantSource;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorCompletionService;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A Lambda runtime that streams: the managed Java runtime sends answers in one piece only.
 *
 * <p>Started by {@code bootstrap-stream} in place of AWS's own runtime client. Under SnapStart the
 * function is made and primed before the snapshot and made anew after it, so that environments
 * share neither connections nor random numbers.
 */
public final class StreamingRuntime {
  private static final Logger LOGGER = LoggerFactory.getLogger(StreamingRuntime.class);

  static final int EXIT_FAILED = 1;

  /** What AWS's own runtime client exits with when a restore fails. */
  static final int EXIT_RESTORE_FAILED = 64;

  /** Lambda's managed instances allow 1600 for one environment. */
  private static final int MAX_LOOPS = 10_000;

  private static final String TRACE_PROPERTY = "com.amazonaws.xray.traceHeader";

  private final ApiAddress address;
  private final Map<String, String> environment;
  private final Supplier<RunningFunction> source;

  private StreamingRuntime(
      ApiAddress address, Map<String, String> environment, Supplier<RunningFunction> source) {
    this.address = address;
    this.environment = environment;
    this.source = source;
  }

  /** Runs the router until the environment ends. */
  public static void main(String[] arguments) {
    Map<String, String> environment = System.getenv();
    System.exit(run(environment, () -> RouterFunction.start(environment)));
  }

  /**
   * Runs a tier over other parts than AWS's until the environment ends.
   *
   * @param environment the variables that Lambda sets
   * @param tier what answers
   * @return the status to exit with
   */
  public static int run(Map<String, String> environment, Tier tier) {
    return run(environment, () -> RouterFunction.of(tier));
  }

  /**
   * Runs a function until the environment ends.
   *
   * @param environment the process's variables
   * @param source makes the function; asked again after a restore
   * @return the status to exit with
   */
  static int run(Map<String, String> environment, Supplier<RunningFunction> source) {
    try {
      ApiAddress address = ApiAddress.of(environment.getOrDefault("AWS_LAMBDA_RUNTIME_API", ""));
      return new StreamingRuntime(address, environment, source).run();
    } catch (IOException | IllegalArgumentException e) {
      LOGGER.atError().addKeyValue("error", e.toString()).log("runtime ends");
      return EXIT_FAILED;
    }
  }

  private int run() throws IOException {
    try (RuntimeApi api = new RuntimeApi(address, InstantSource.system())) {
      RunningFunction function;
      int loops;
      try {
        loops = loops();
        function = source.get();
        if (isSnapStart()) {
          function.prime();
        }
      } catch (RuntimeException | LinkageError e) {
        api.failInit(told(e, "init failed"));
        return EXIT_FAILED;
      }
      if (isSnapStart()) {
        function.flush();
        function.close();
        return restored(api, loops);
      }
      TerminationNotice.request(address);
      return serve(function, loops);
    }
  }

  private int restored(RuntimeApi api, int loops) throws IOException {
    RunningFunction function;
    try {
      api.restore();
      function = source.get();
    } catch (IOException | RuntimeException | LinkageError e) {
      api.failRestore(told(e, "restore failed"));
      return EXIT_RESTORE_FAILED;
    }
    return serve(function, loops);
  }

  private int serve(RunningFunction function, int loops) {
    Runtime.getRuntime().addShutdownHook(new Thread(function::flush, "flush"));
    Consumer<String> tracing = loops == 1 ? StreamingRuntime::trace : trace -> {};
    try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      ExecutorCompletionService<Void> running = new ExecutorCompletionService<>(threads);
      for (int i = 0; i < loops; i++) {
        running.submit(
            () -> {
              try (RuntimeApi api = new RuntimeApi(address, InstantSource.system())) {
                new InvocationLoop(api, function, tracing).run();
              }
              return null;
            });
      }
      return firstEnd(running, threads);
    }
  }

  /** One loop that cannot go on ends them all: Lambda starts a new environment. */
  private static int firstEnd(ExecutorCompletionService<Void> running, ExecutorService threads) {
    try {
      running.take().get();
    } catch (ExecutionException e) {
      LOGGER.atError().addKeyValue("error", String.valueOf(e.getCause())).log("runtime ends");
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } finally {
      threads.shutdownNow();
    }
    return EXIT_FAILED;
  }

  private static FunctionError told(Throwable thrown, String what) {
    FunctionError error = FunctionError.of(thrown);
    LOGGER.atError().addKeyValue("error", error.message()).log(what);
    return error;
  }

  /** Where the SDK looks for it; one property for the process, so only a single loop sets it. */
  private static void trace(String header) {
    if (header.isEmpty()) {
      System.clearProperty(TRACE_PROPERTY);
    } else {
      System.setProperty(TRACE_PROPERTY, header);
    }
  }

  private boolean isSnapStart() {
    return "snap-start".equals(environment.get("AWS_LAMBDA_INITIALIZATION_TYPE"));
  }

  private int loops() {
    String loops = environment.getOrDefault("AWS_LAMBDA_MAX_CONCURRENCY", "1");
    if (!loops.matches("[0-9]{1,5}")
        || Integer.parseInt(loops) < 1
        || Integer.parseInt(loops) > MAX_LOOPS) {
      throw new IllegalArgumentException(
          "AWS_LAMBDA_MAX_CONCURRENCY must be 1 to " + MAX_LOOPS + " but was '" + loops + "'");
    }
    return Integer.parseInt(loops);
  }
}
