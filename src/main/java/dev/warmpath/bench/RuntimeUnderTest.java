package dev.warmpath.bench;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.OptionalLong;

/**
 * The streaming runtime in a process of its own. For each line that it is sent it answers with a
 * line of what it has used so far.
 */
public final class RuntimeUnderTest implements AutoCloseable {
  private final Process process;
  private final BufferedReader answers;

  /**
   * What a process has used so far.
   *
   * @param cpu time of all its threads
   * @param allocatedBytes what its Java threads have allocated
   * @param platformThreads its Java threads that are not virtual
   */
  record Used(Duration cpu, long allocatedBytes, int platformThreads) {}

  /**
   * Starts it.
   *
   * @param command runs the process
   * @param variables its variables, beside those of this process
   */
  RuntimeUnderTest(ProcessBuilder command, Map<String, String> variables) throws IOException {
    command.environment().putAll(variables);
    process = command.redirectError(ProcessBuilder.Redirect.INHERIT).start();
    answers =
        new BufferedReader(
            new InputStreamReader(process.getInputStream(), StandardCharsets.US_ASCII));
  }

  /** Asks what it has used so far. */
  Used used() throws IOException {
    OutputStream out = process.getOutputStream();
    out.write('\n');
    out.flush();
    String line = answers.readLine();
    if (line == null) {
      throw new IOException("the runtime under test has ended");
    }
    String[] numbers = line.split(" ", -1);
    return new Used(
        Duration.ofNanos(Long.parseLong(numbers[0])),
        Long.parseLong(numbers[1]),
        Integer.parseInt(numbers[2]));
  }

  /** The most memory that it has held so far; empty where there is no Linux to tell. */
  OptionalLong residentBytes() throws IOException {
    return peakBytes(process.pid());
  }

  /** The most memory that a process has held so far; empty where there is no Linux to tell. */
  public static OptionalLong peakBytes(long pid) throws IOException {
    Path status = Path.of("/proc", Long.toString(pid), "status");
    if (!Files.exists(status)) {
      return OptionalLong.empty();
    }
    return Files.readAllLines(status).stream()
        .filter(line -> line.startsWith("VmHWM:"))
        .mapToLong(line -> 1024 * Long.parseLong(line.replaceAll("[^0-9]", "")))
        .findFirst();
  }

  /** Ends it as Lambda does, and returns when it is gone. */
  @Override
  public void close() {
    process.destroy();
    process.onExit().join();
  }
}
