package dev.warmpath.chaos;

import java.nio.file.Path;

/**
 * How large a run is.
 *
 * @param folder where its figures go
 * @param routers how many routers in this process
 * @param pace how fast engines are, as a share of the laptop profile's speed
 * @param users how many conversations go on at once
 * @param turns how many requests a conversation has: a window is one conversation of each user, so
 *     that all windows are alike
 */
record Scale(Path folder, int routers, double pace, int users, int turns) {
  private static final Path RESULTS = Path.of("target", "chaos");

  /** A few seconds for each scenario. */
  static Scale brief() {
    return new Scale(RESULTS.resolve("short"), 8, 2, 6, 10);
  }

  /** Windows of some ten seconds. */
  static Scale full(int routers) {
    return new Scale(RESULTS.resolve("long"), routers, 1, 32, 10);
  }
}
