package dev.warmpath.testing;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * The npm packages of {@code src/test/js}, installed as its lock file says below {@code target}.
 *
 * <p>Installed by {@code npm ci}, which takes what it has in its cache and asks the registry for
 * the rest; kept until the lock file changes.
 */
public final class NodePackages {
  /** What the packages are known to run on. */
  private static final int LEAST_NODE = 20;

  private static final Path SOURCE = Path.of("src", "test", "js");
  private static final Path INSTALLED = Path.of("target", "js");
  private static final String LOCK = "package-lock.json";

  /** Written by npm when it has installed everything. */
  private static final Path COMPLETE = INSTALLED.resolve(Path.of("node_modules", "." + LOCK));

  private static final Duration LONGEST_INSTALL = Duration.ofMinutes(3);
  private static final Duration LONGEST_CHECK = Duration.ofSeconds(20);

  private NodePackages() {}

  /** Whether Node.js is there and the packages are installed, now if not before. */
  static synchronized boolean isAvailable() {
    try {
      return hasNode() && (isInstalled() || install());
    } catch (IOException e) {
      // Neither a Node.js that cannot be started nor a folder that cannot be written will do.
      return false;
    }
  }

  /** Starts a script of {@code src/test/js}, with its standard error on the test's own. */
  public static Process start(String script, String... arguments) throws IOException {
    Files.copy(
        SOURCE.resolve(script), INSTALLED.resolve(script), StandardCopyOption.REPLACE_EXISTING);
    List<String> command = new ArrayList<>(List.of("node", script));
    command.addAll(List.of(arguments));
    return new ProcessBuilder(command)
        .directory(INSTALLED.toFile())
        .redirectError(ProcessBuilder.Redirect.INHERIT)
        .start();
  }

  private static boolean hasNode() {
    return Commands.succeeds(
        LONGEST_CHECK,
        "node",
        "-e",
        "process.exit(parseInt(process.versions.node) >= " + LEAST_NODE + " ? 0 : 1)");
  }

  private static boolean isInstalled() throws IOException {
    Path installed = INSTALLED.resolve(LOCK);
    return Files.exists(COMPLETE)
        && Files.exists(installed)
        && Arrays.equals(Files.readAllBytes(installed), Files.readAllBytes(SOURCE.resolve(LOCK)));
  }

  private static boolean install() throws IOException {
    Files.createDirectories(INSTALLED);
    for (String file : List.of("package.json", LOCK)) {
      Files.copy(
          SOURCE.resolve(file), INSTALLED.resolve(file), StandardCopyOption.REPLACE_EXISTING);
    }
    return Commands.succeeds(
        LONGEST_INSTALL,
        new ProcessBuilder(
                "npm",
                "ci",
                "--ignore-scripts",
                "--no-audit",
                "--no-fund",
                "--prefer-offline",
                "--fetch-retries=1")
            .directory(INSTALLED.toFile())
            .redirectOutput(INSTALLED.resolve("npm.log").toFile()));
  }
}
