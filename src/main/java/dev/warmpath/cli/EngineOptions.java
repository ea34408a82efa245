package dev.warmpath.cli;

import picocli.CommandLine.Option;

/** The options that choose the engine of a local tier. */
final class EngineOptions {
  @Option(
      names = "--engine",
      paramLabel = "NAME",
      defaultValue = "timed",
      description =
          "timed: models of engines, whose caches and counts are real and whose times are computed."
              + " llama: llama.cpp with random weights, a processor for each variant; its files are"
              + " written to ~/.cache/warmpath at the first use.")
  private String engine = "";

  @Option(
      names = "--llama-model",
      paramLabel = "SIZE",
      defaultValue = "small",
      description = "small: 14.5 million parameters; large: 61 million.")
  private String llamaModel = "";

  /**
   * The kind of engine.
   *
   * @throws IllegalArgumentException if there is none of that name, with a sentence
   */
  EngineKind kind() {
    return EngineKind.of(engine, llamaModel);
  }
}
