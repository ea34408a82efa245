package dev.warmpath.llama;

import dev.warmpath.engine.EngineProfile;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;

/** A model that computes thousands of tokens in a moment. */
public final class TinyModel {
  static final ModelShape SHAPE = new ModelShape("tiny", 64, 2, 2, 64);
  static final Path FOLDER = Path.of("target", "llama");

  private TinyModel() {}

  /** Loads it. */
  static LlamaModel load() throws IOException {
    return LlamaModel.load(SHAPE, FOLDER, here());
  }

  /** Whether llama.cpp runs on this machine. */
  public static boolean runsHere() {
    try (LlamaModel model = load()) {
      return model.shape().equals(SHAPE);
    } catch (IOException e) {
      return false;
    }
  }

  static Platform here() {
    return new Platform(System.getProperty("os.name"), System.getProperty("os.arch"));
  }

  static EngineProfile profile(int capacityTokens) {
    return new EngineProfile(
        1_000, 53_000, Duration.ZERO, Duration.ZERO, 0, 128, 16, capacityTokens, 16);
  }
}
