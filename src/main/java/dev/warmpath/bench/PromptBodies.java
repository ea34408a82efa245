package dev.warmpath.bench;

import com.fasterxml.jackson.jr.ob.JSON;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Bodies of streamed chats: eight families of 8 kB instructions, each prompt with an end of its
 * own. Safe for any number of threads.
 */
final class PromptBodies {
  private static final int FAMILIES = 8;
  private static final int INSTRUCTION_REPEATS = 330;

  private final AtomicLong made = new AtomicLong();

  /** The next body. */
  byte[] next() {
    long number = made.getAndIncrement();
    String instructions =
        "Family %d. ".formatted(number % FAMILIES)
            + "You are a helpful clerk. ".repeat(INSTRUCTION_REPEATS);
    try {
      return JSON.std.asBytes(
          Map.of(
              "stream",
              true,
              "messages",
              List.of(
                  Map.of("role", "system", "content", instructions),
                  Map.of("role", "user", "content", "What of number " + number + "?"))));
    } catch (IOException e) {
      throw new UncheckedIOException("maps of strings must be writable as JSON", e);
    }
  }
}
