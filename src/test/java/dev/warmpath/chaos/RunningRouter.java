package dev.warmpath.chaos;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/** A {@link RouterProcess} that runs. Safe for any number of threads. */
final class RunningRouter {
  private static final long PATIENCE_SECONDS = 60;

  private final Process process;
  private final CompletableFuture<String> address;

  private RunningRouter(Process process) {
    this.process = process;
    this.address = CompletableFuture.supplyAsync(() -> firstLine(process));
  }

  /**
   * Starts a router; returns at once.
   *
   * @param environment all of its variables
   */
  static RunningRouter start(Map<String, String> environment) {
    ProcessBuilder builder =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-XX:+UseSerialGC",
                "-Xmx256m",
                "--enable-native-access=ALL-UNNAMED",
                "-Dorg.slf4j.simpleLogger.defaultLogLevel=off",
                "-cp",
                System.getProperty("java.class.path"),
                RouterProcess.class.getName())
            .redirectError(ProcessBuilder.Redirect.DISCARD);
    builder.environment().clear();
    builder.environment().putAll(environment);
    try {
      return new RunningRouter(builder.start());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Where it answers; waits until it does. */
  URI uri() {
    return URI.create(address.orTimeout(PATIENCE_SECONDS, TimeUnit.SECONDS).join());
  }

  /** Ends it by SIGKILL, and returns when it is gone. */
  void kill() {
    process.destroyForcibly();
    try {
      process.waitFor();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted", e);
    }
  }

  private static String firstLine(Process process) {
    try {
      BufferedReader output = process.inputReader();
      return Optional.ofNullable(output.readLine())
          .orElseThrow(() -> new IllegalStateException("the router ended"));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
