package dev.warmpath.bench.startup;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Makes the AOT cache of the self-contained package: starts the package as Lambda does, has it
 * answer, and keeps what the JVM has learned.
 */
public final class AotTraining {
  /** What Lambda allows, unpacked. */
  private static final long MAX_BYTES = 250L * 1024 * 1024;

  private AotTraining() {}

  /**
   * Trains and checks.
   *
   * @param root the package's folder, with its JDK and scripts and without its cache
   * @throws IOException if there is no cache then that the JVM takes, or the package is too large
   */
  public static void train(Path root) throws IOException, InterruptedException {
    Path folder = root.toRealPath();
    Path logs = Files.createTempDirectory("warmpath-training");
    try {
      train(folder, logs);
    } finally {
      PackageFolder.delete(logs);
    }
  }

  private static void train(Path folder, Path logs) throws IOException, InterruptedException {
    Path cache = folder.resolve("function.aot");
    // With the classes of TLS, which every start needs for DynamoDB.
    LoopbackTls tls = LoopbackTls.in(logs);
    try (StartupRuns runs = new StartupRuns(logs, Optional.of(tls))) {
      runs.train(
          subject(
              "AOT training",
              folder,
              List.of(
                  folder.resolve("bootstrap-stream").toString(),
                  folder.resolve("jdk/bin/java").toString(),
                  "-XX:AOTCacheOutput=" + cache),
              Map.of("JAVA_TOOL_OPTIONS", tls.trust())));
      if (!Files.exists(cache)) {
        throw new IOException("the JVM has written no AOT cache: " + runs.said());
      }
      // Without a valid cache this mode ends the JVM.
      runs.time(
          subject(
              "the self-contained package",
              folder,
              List.of(folder.resolve("bootstrap").toString()),
              Map.of("JAVA_TOOL_OPTIONS", "-XX:AOTMode=on " + tls.trust())),
          Cpu.ANY,
          true);
    }
    long bytes = new PackageFolder(folder).bytes();
    if (bytes > MAX_BYTES) {
      throw new IOException(
          "the package has %d bytes unpacked, and Lambda allows %d".formatted(bytes, MAX_BYTES));
    }
  }

  private static StartupSubject subject(
      String name, Path folder, List<String> command, Map<String, String> variables) {
    return new StartupSubject(name, command, variables, folder, false);
  }
}
