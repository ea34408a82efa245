package dev.warmpath.cli;

import dev.warmpath.bench.startup.AotTraining;
import java.io.IOException;
import java.nio.file.Path;

/** Makes the AOT cache of a self-contained package. Run by the Makefile, and no command. */
final class AotTrainer {
  private AotTrainer() {}

  /**
   * Trains.
   *
   * @param arguments the package's folder
   */
  public static void main(String[] arguments) throws InterruptedException {
    try {
      AotTraining.train(Path.of(arguments[0]));
    } catch (IOException e) {
      System.err.println("WARMPATH_PACKAGE=self-contained: " + e.getMessage());
      System.exit(1);
    }
  }
}
