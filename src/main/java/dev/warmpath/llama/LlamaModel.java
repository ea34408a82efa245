package dev.warmpath.llama;

import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.file.Path;

/**
 * A model of random weights, loaded once for any number of engines. Safe for any number of threads;
 * to be closed after all engines over it.
 */
public final class LlamaModel implements AutoCloseable {
  private final LlamaLibrary library;
  private final ModelShape shape;
  private final MemorySegment model;

  private LlamaModel(LlamaLibrary library, ModelShape shape, MemorySegment model) {
    this.library = library;
    this.shape = shape;
    this.model = model;
  }

  /**
   * Loads a model; its file and the native library's are written at the first use.
   *
   * @param folder where they are kept
   * @param platform the name of the operating system and of the processor, as in the properties
   *     {@code os.name} and {@code os.arch}
   * @throws IOException if there is no native library for the platform or it cannot be loaded, or
   *     if the folder cannot be written to, with a sentence that says so
   */
  public static LlamaModel load(ModelShape shape, Path folder, Platform platform)
      throws IOException {
    Path libraryFile = NativeLibrary.file(folder, platform);
    Path modelFile = RandomModel.file(shape, folder);
    LlamaLibrary library = LlamaLibrary.load(libraryFile);
    MemorySegment model = library.loadModel(modelFile);
    if (model.address() == 0) {
      throw new IOException(
          "llama.cpp cannot read the model in " + modelFile + "; delete it, it is written anew");
    }
    return new LlamaModel(library, shape, model);
  }

  /** Its size. */
  public ModelShape shape() {
    return shape;
  }

  /**
   * A KV cache of its own over the model's weights.
   *
   * @param cells its size in tokens
   * @param sequences names of sequences are smaller than this
   * @throws IOException if there is not enough memory
   */
  LlamaContext context(int cells, int sequences) throws IOException {
    MemorySegment context = library.newContext(model, cells, LlamaContext.BATCH_TOKENS, sequences);
    if (context.address() == 0) {
      throw new IOException(
          "there is not enough memory for a KV cache of %d tokens, %d MB"
              .formatted(cells, cells * shape.kvBytesPerToken() / 1_000_000));
    }
    return new LlamaContext(library, context);
  }

  @Override
  public void close() {
    library.freeModel(model);
  }
}
