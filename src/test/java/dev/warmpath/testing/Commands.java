package dev.warmpath.testing;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.time.Duration;
import java.util.concurrent.TimeUnit;

/** Programs of other languages, run to their end. */
final class Commands {
  private Commands() {}

  /** Whether a program is there, and ends well and in time. */
  static boolean succeeds(Duration limit, String... command) {
    try {
      File log = File.createTempFile("warmpath", ".log");
      try {
        return succeeds(limit, new ProcessBuilder(command).redirectOutput(log));
      } finally {
        Files.delete(log.toPath());
      }
    } catch (IOException e) {
      // A program that cannot be started is not there.
      return false;
    }
  }

  /**
   * The same for a program whose folder and output are set.
   *
   * @throws IOException if it cannot be started
   */
  static boolean succeeds(Duration limit, ProcessBuilder program) throws IOException {
    Process process = program.redirectErrorStream(true).start();
    try {
      return process.waitFor(limit.toMillis(), TimeUnit.MILLISECONDS) && process.exitValue() == 0;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    } finally {
      process.destroyForcibly();
    }
  }
}
