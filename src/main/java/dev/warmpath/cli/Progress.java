package dev.warmpath.cli;

import java.io.Console;
import java.util.Optional;
import me.tongfei.progressbar.ConsoleProgressBarConsumer;
import me.tongfei.progressbar.DelegatingProgressBarConsumer;
import me.tongfei.progressbar.ProgressBar;
import me.tongfei.progressbar.ProgressBarBuilder;
import me.tongfei.progressbar.ProgressBarStyle;

/** Bars that show how far a long command is, where somebody watches. */
final class Progress {
  private static final int PROGRESS_MILLIS = 200;

  private Progress() {}

  /** A bar of so many steps; to be closed. */
  static ProgressBar bar(String name, long steps) {
    return new ProgressBarBuilder()
        .setTaskName(name)
        .setInitialMax(steps)
        .setUpdateIntervalMillis(PROGRESS_MILLIS)
        .setStyle(ProgressBarStyle.ASCII)
        .setConsumer(
            isWatched()
                ? new ConsoleProgressBarConsumer(System.err)
                : new DelegatingProgressBarConsumer(line -> {}))
        .build();
  }

  /** A bar that is redrawn in a log file helps nobody. */
  private static boolean isWatched() {
    return Optional.ofNullable(System.console()).map(Console::isTerminal).orElse(false);
  }
}
