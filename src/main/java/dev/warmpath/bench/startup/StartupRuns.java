package dev.warmpath.bench.startup;

import dev.warmpath.bench.RuntimeUnderTest;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** Starts processes as Lambda does, one at a time, and takes their times. */
final class StartupRuns implements AutoCloseable {
  private static final long PATIENCE_SECONDS = 60;

  /** The JVM writes an archive of its classes when it ends. */
  private static final long ARCHIVING_SECONDS = 300;

  private static final String MEMORY_MEGABYTES = "1024";

  private final StartupServices services;
  private final Path logs;

  /**
   * Starts the services that the processes will ask.
   *
   * @param logs a folder for what the processes write
   */
  StartupRuns(Path logs) throws IOException {
    this(logs, Optional.empty());
  }

  /**
   * The same with services that speak TLS.
   *
   * @param logs a folder for what the processes write
   * @param tls their certificate, if they shall
   */
  StartupRuns(Path logs, Optional<LoopbackTls> tls) throws IOException {
    this.logs = Files.createDirectories(logs);
    this.services = StartupServices.start(tls);
  }

  /** Starts a subject, waits for its first answer and ends the process. */
  StartupTimes time(StartupSubject subject, Cpu cpu, boolean streamed)
      throws IOException, InterruptedException {
    try (Started started = start(subject, cpu, List.of(subject.event(streamed)))) {
      LambdaEnvironment.Answer answer = started.answer();
      long from = subject.snapshot() ? get(started.environment.restored()) : started.nanos;
      Duration used = started.process.info().totalCpuDuration().orElse(Duration.ZERO);
      return new StartupTimes(
          millis(get(started.environment.asked()) - from),
          millis(answer.firstToken() - from),
          millis(answer.end() - from),
          millis(used.toNanos()),
          megabytes(started.process.pid()),
          answer.degraded());
    }
  }

  /** Starts a subject, has it answer both kinds of chats, and lets it end as Lambda lets it. */
  void train(StartupSubject subject) throws IOException, InterruptedException {
    List<byte[]> events = List.of(LambdaEnvironment.chat(true), LambdaEnvironment.chat(false));
    try (Started started = start(subject, Cpu.ANY, events)) {
      started.answer();
      started.process.destroy();
      if (!started.process.waitFor(ARCHIVING_SECONDS, TimeUnit.SECONDS)) {
        throw new IOException(subject.name() + " does not end: " + said());
      }
    }
  }

  /** What the last process has written. */
  String said() throws IOException {
    return Files.readString(log());
  }

  @Override
  public void close() {
    services.close();
  }

  private Started start(StartupSubject subject, Cpu cpu, List<byte[]> events) throws IOException {
    LambdaEnvironment environment = new LambdaEnvironment(events);
    Optional<CpuQuota> quota = Optional.empty();
    if (cpu.share().isPresent()) {
      quota = Optional.of(CpuQuota.of(cpu.share().getAsDouble()));
    }
    List<String> command = new ArrayList<>();
    if (!cpu.cores().isEmpty()) {
      command.addAll(List.of("taskset", "-c", cpu.cores()));
    }
    command.addAll(subject.command());
    List<String> limited = quota.map(q -> q.around(command)).orElse(command);
    Path log = log();
    ProcessBuilder builder =
        new ProcessBuilder(limited)
            .directory(subject.folder().toFile())
            .redirectErrorStream(true)
            .redirectOutput(log.toFile());
    Map<String, String> variables = builder.environment();
    String path = variables.getOrDefault("PATH", "/usr/bin:/bin");
    variables.clear();
    variables.putAll(variables(path, environment, subject));
    long nanos = System.nanoTime();
    Process process = builder.start();
    var _ =
        process
            .onExit()
            .thenAccept(
                p ->
                    environment
                        .answer()
                        .completeExceptionally(new IOException("ended with " + p.exitValue())));
    return new Started(subject, process, environment, quota, nanos, log);
  }

  private Map<String, String> variables(
      String path, LambdaEnvironment environment, StartupSubject subject) {
    Map<String, String> all = new HashMap<>(services.variables());
    all.put("PATH", path);
    all.put("AWS_LAMBDA_RUNTIME_API", environment.address());
    all.put("AWS_LAMBDA_FUNCTION_NAME", "bench");
    all.put("AWS_LAMBDA_FUNCTION_VERSION", "1");
    all.put("AWS_LAMBDA_FUNCTION_MEMORY_SIZE", MEMORY_MEGABYTES);
    all.put("AWS_LAMBDA_INITIALIZATION_TYPE", subject.snapshot() ? "snap-start" : "on-demand");
    all.put("AWS_LAMBDA_LOG_FORMAT", "JSON");
    all.put("AWS_REGION", "us-east-1");
    all.put("AWS_ACCESS_KEY_ID", "key");
    all.put("AWS_SECRET_ACCESS_KEY", "secret");
    all.put("AWS_SESSION_TOKEN", "token");
    all.put("LAMBDA_TASK_ROOT", subject.folder().toString());
    all.putAll(subject.variables());
    return all;
  }

  private Path log() {
    return logs.resolve("last.log");
  }

  private static double megabytes(long pid) throws IOException {
    long bytes =
        RuntimeUnderTest.peakBytes(pid)
            .orElseThrow(() -> new IOException("the process ended right behind its answer"));
    return bytes / (1024.0 * 1024);
  }

  private static double millis(long nanos) {
    return nanos / 1e6;
  }

  private static <T> T get(CompletableFuture<T> future) throws IOException, InterruptedException {
    try {
      return future.get(PATIENCE_SECONDS, TimeUnit.SECONDS);
    } catch (ExecutionException | TimeoutException e) {
      throw new IOException("nothing came: " + e, e);
    }
  }

  /** A process with what it runs in. */
  private record Started(
      StartupSubject subject,
      Process process,
      LambdaEnvironment environment,
      Optional<CpuQuota> quota,
      long nanos,
      Path log)
      implements AutoCloseable {
    LambdaEnvironment.Answer answer() throws IOException, InterruptedException {
      try {
        return get(environment.answer());
      } catch (IOException e) {
        throw new IOException(
            subject.name() + " does not start: " + e.getMessage() + "\n" + Files.readString(log),
            e);
      }
    }

    @Override
    public void close() throws IOException {
      process.destroyForcibly();
      process.onExit().join();
      environment.close();
      if (quota.isPresent()) {
        quota.get().close();
      }
    }
  }
}
