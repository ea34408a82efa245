package dev.warmpath.lambda;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/**
 * The managed Java runtime in a process of its own, as Lambda starts it; what it writes goes to
 * files.
 */
final class ManagedRuntime implements AutoCloseable {
  private static final String MAIN = "com.amazonaws.services.lambda.runtime.api.client.AWSLambda";

  private final Process process;
  private final Path errors;

  private ManagedRuntime(Process process, Path errors) {
    this.process = process;
    this.errors = errors;
  }

  /**
   * Starts the runtime.
   *
   * @param taskRoot the folder that it takes for the function's
   * @param output where its standard output goes
   * @param variables what is set beside Lambda's own variables
   */
  static ManagedRuntime start(
      Path taskRoot, Path output, FakeLambda lambda, Map<String, String> variables) {
    Path errors = taskRoot.resolve("stderr");
    ProcessBuilder builder =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-XX:+UseSerialGC",
                "--enable-native-access=ALL-UNNAMED",
                "--sun-misc-unsafe-memory-access=allow",
                // All that the function could ever log, so that a test can look for what must not.
                "-Dorg.slf4j.simpleLogger.log.dev.warmpath=trace",
                "-cp",
                System.getProperty("java.class.path"),
                MAIN,
                RouterHandler.class.getName())
            .directory(taskRoot.toFile())
            .redirectOutput(output.toFile())
            .redirectError(errors.toFile());
    builder.environment().clear();
    builder.environment().putAll(environment(lambda));
    builder.environment().putAll(variables);
    try {
      return new ManagedRuntime(builder.start(), errors);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static Map<String, String> environment(FakeLambda lambda) {
    Map<String, String> environment = new HashMap<>();
    environment.put("AWS_LAMBDA_RUNTIME_API", lambda.address());
    environment.put("AWS_LAMBDA_FUNCTION_NAME", "router");
    environment.put("AWS_LAMBDA_FUNCTION_VERSION", "1");
    environment.put("AWS_LAMBDA_FUNCTION_MEMORY_SIZE", "1024");
    environment.put("AWS_LAMBDA_INITIALIZATION_TYPE", "on-demand");
    environment.put("AWS_LAMBDA_LOG_FORMAT", "JSON");
    environment.put("_HANDLER", RouterHandler.class.getName());
    environment.put("AWS_REGION", "us-east-1");
    environment.put("AWS_ACCESS_KEY_ID", "key");
    environment.put("AWS_SECRET_ACCESS_KEY", "secret");
    return environment;
  }

  /** Ends the process as Lambda does, and returns when it is gone. */
  void terminate() {
    process.destroy();
    awaitExit();
  }

  void awaitExit() {
    try {
      if (!process.waitFor(Journal.patienceSeconds(), TimeUnit.SECONDS)) {
        throw new AssertionError("the runtime did not end: " + errors());
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new AssertionError("interrupted", e);
    }
  }

  /** What it has written to its standard error. */
  List<String> errors() {
    try {
      return Files.readAllLines(errors);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public void close() {
    process.destroyForcibly();
  }
}
