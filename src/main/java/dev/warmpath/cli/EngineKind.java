package dev.warmpath.cli;

import dev.warmpath.engine.EngineProfile;
import dev.warmpath.llama.ModelShape;
import java.time.Duration;
import java.util.Map;

/** What kind of engine stands behind the variants of a local tier. */
sealed interface EngineKind {
  /** The name on the command line and in result files. */
  String label();

  /** The size and the expected speed of an engine. */
  EngineProfile profile(long cacheTokens);

  /**
   * The kind that was asked for.
   *
   * @throws IllegalArgumentException with a sentence for the command line
   */
  static EngineKind of(String engine, String llamaModel) {
    ModelShape shape = Map.of("small", ModelShape.SMALL, "large", ModelShape.LARGE).get(llamaModel);
    if (shape == null) {
      throw new IllegalArgumentException(
          "--llama-model must be small or large but was '" + llamaModel + "'");
    }
    return switch (engine) {
      case "timed" -> new Timed();
      case "llama" -> new Llama(shape);
      default ->
          throw new IllegalArgumentException(
              "--engine must be timed or llama but was '" + engine + "'");
    };
  }

  /** A model of an engine: it takes the time that one would. */
  record Timed() implements EngineKind {
    @Override
    public String label() {
      return "timed";
    }

    @Override
    public EngineProfile profile(long cacheTokens) {
      return EngineProfile.laptopDemo(cacheTokens);
    }
  }

  /**
   * llama.cpp with a model of random weights, on one processor.
   *
   * @param shape the model's size
   */
  record Llama(ModelShape shape) implements EngineKind {
    /** A batch takes some tenths of a second; meanwhile those who decode wait. */
    private static final int CHUNK_TOKENS = 256;

    private static final int MOST_SEQUENCES = 16;

    @Override
    public String label() {
      return "llama-" + shape.name();
    }

    @Override
    public EngineProfile profile(long cacheTokens) {
      // A first guess of the speed for the router, which learns the real one; time is not modelled.
      return new EngineProfile(
          shape.equals(ModelShape.SMALL) ? 1_000 : 300,
          Double.POSITIVE_INFINITY,
          Duration.ZERO,
          Duration.ZERO,
          0,
          CHUNK_TOKENS,
          MOST_SEQUENCES,
          cacheTokens,
          EngineProfile.BLOCK_TOKENS);
    }
  }
}
