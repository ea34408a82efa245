package dev.warmpath.lambda;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** A runtime in a process of its own; what it writes goes to files. */
final class RuntimeProcess implements AutoCloseable {
  private static final String MANAGED_RUNTIME =
      "com.amazonaws.services.lambda.runtime.api.client.AWSLambda";

  private final Process process;
  private final Path output;
  private final Path errors;

  private RuntimeProcess(Process process, Path output, Path errors) {
    this.process = process;
    this.output = output;
    this.errors = errors;
  }

  /**
   * Starts a class of the tests.
   *
   * @param folder where its output goes
   * @param environment all of its variables
   */
  static RuntimeProcess ofClass(Path folder, Class<?> main, Map<String, String> environment) {
    return start(
        folder,
        environment,
        java(),
        "-XX:TieredStopAtLevel=1",
        "-XX:+UseSerialGC",
        "-Xmx256m",
        "-cp",
        System.getProperty("java.class.path"),
        main.getName());
  }

  /**
   * Starts AWS's managed Java runtime with a handler.
   *
   * @param folder where its output goes, and which it takes for the function's
   * @param environment all of its variables but those that name the function
   */
  static RuntimeProcess ofHandler(Path folder, Class<?> handler, Map<String, String> environment) {
    Map<String, String> all = new HashMap<>(environment);
    all.put("AWS_LAMBDA_FUNCTION_NAME", "router");
    all.put("AWS_LAMBDA_FUNCTION_VERSION", "1");
    all.put("AWS_LAMBDA_FUNCTION_MEMORY_SIZE", "1024");
    all.put("AWS_LAMBDA_LOG_FORMAT", "JSON");
    all.put("_HANDLER", handler.getName());
    return start(
        folder,
        all,
        java(),
        "-XX:TieredStopAtLevel=1",
        "-XX:+UseSerialGC",
        "--enable-native-access=ALL-UNNAMED",
        "--sun-misc-unsafe-memory-access=allow",
        "-cp",
        System.getProperty("java.class.path"),
        MANAGED_RUNTIME,
        handler.getName());
  }

  /**
   * Starts what the Lambda package holds, by its script and with the arguments that Lambda gives to
   * it.
   *
   * @param folder where its output goes, and where the package is laid out
   * @param environment all of its variables but those of the package's place
   */
  static RuntimeProcess ofPackage(Path folder, Map<String, String> environment) {
    try {
      Path task = Files.createDirectory(folder.resolve("task"));
      link(task.resolve("dev"), Path.of("target/classes/dev"));
      link(task.resolve("lib"), Path.of("target/lambda-lib"));
      Map<String, String> all = new HashMap<>(environment);
      all.put("LAMBDA_TASK_ROOT", task.toString());
      return start(
          folder,
          all,
          Path.of("src/main/lambda/bootstrap-stream").toAbsolutePath().toString(),
          java(),
          "-XX:MaxHeapSize=262144k",
          "-classpath",
          "/var/runtime/lib/none.jar",
          MANAGED_RUNTIME);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static void link(Path link, Path folder) throws IOException {
    Files.createSymbolicLink(link, folder.toAbsolutePath());
  }

  private static String java() {
    return Path.of(System.getProperty("java.home"), "bin", "java").toString();
  }

  private static RuntimeProcess start(
      Path folder, Map<String, String> environment, String... command) {
    Path output = folder.resolve("stdout");
    Path errors = folder.resolve("stderr");
    ProcessBuilder builder =
        new ProcessBuilder(command)
            .directory(folder.toFile())
            .redirectOutput(output.toFile())
            .redirectError(errors.toFile());
    builder.environment().clear();
    builder.environment().putAll(environment);
    // All that could ever be logged, so that a test can look for what must not.
    builder
        .environment()
        .put("JAVA_TOOL_OPTIONS", "-Dorg.slf4j.simpleLogger.log.dev.warmpath=trace");
    try {
      return new RuntimeProcess(builder.start(), output, errors);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Ends the process as Lambda does, by SIGTERM, and returns when it is gone. */
  void terminate() {
    process.destroy();
    awaitExit();
  }

  /** Waits for its end and returns its status. */
  int awaitExit() {
    try {
      if (!process.waitFor(RawHttpServer.PATIENCE_SECONDS, TimeUnit.SECONDS)) {
        throw new AssertionError("the runtime did not end: " + errors());
      }
      return process.exitValue();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new AssertionError("interrupted", e);
    }
  }

  /** What it has written to its standard output so far. */
  String output() {
    return read(output);
  }

  /** What it has logged so far. */
  String errors() {
    return read(errors);
  }

  @Override
  public void close() {
    process.destroyForcibly();
  }

  private static String read(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
