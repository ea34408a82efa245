package dev.warmpath.llama;

import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.AtomicMoveNotSupportedException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/**
 * A llama model whose weights are drawn at random: it talks nonsense at the cost of a trained one.
 */
final class RandomModel {
  /** Changes whenever the content of the files does. */
  private static final int EDITION = 1;

  private static final long SEED = 20_261_130;
  private static final int CONTEXT_TOKENS = 131_072;
  private static final float NORM_EPSILON = 1e-5f;

  private RandomModel() {}

  /**
   * The model's file, written if it is not there; the same shape gives the same bytes.
   *
   * @param folder where it is kept
   * @throws IOException if it cannot be written
   */
  static Path file(ModelShape shape, Path folder) throws IOException {
    Path file = folder.resolve("random-%s-%d.gguf".formatted(shape.name(), EDITION));
    if (!Files.exists(file)) {
      writeWhole(file, out -> write(shape, out));
    }
    return file;
  }

  /** Writes to a stream. */
  interface Content {
    void writeTo(OutputStream out) throws IOException;
  }

  /**
   * Puts a file in its place whole or not at all, whoever else writes the same one.
   *
   * @throws IOException if it cannot be written, with a sentence that says what to do
   */
  static void writeWhole(Path file, Content content) throws IOException {
    try {
      write(file, content);
    } catch (IOException e) {
      throw new IOException(
          file + " cannot be written; set XDG_CACHE_HOME to a folder with space for it", e);
    }
  }

  private static void write(Path file, Content content) throws IOException {
    Path folder = Files.createDirectories(file.toAbsolutePath().getParent());
    Path unfinished = Files.createTempFile(folder, "unfinished", ".tmp");
    try {
      try (OutputStream out = new BufferedOutputStream(Files.newOutputStream(unfinished))) {
        content.writeTo(out);
      }
      move(unfinished, file);
    } finally {
      Files.deleteIfExists(unfinished);
    }
  }

  private static void move(Path from, Path to) throws IOException {
    try {
      Files.move(from, to, StandardCopyOption.ATOMIC_MOVE);
    } catch (AtomicMoveNotSupportedException e) {
      Files.move(from, to, StandardCopyOption.REPLACE_EXISTING);
    }
  }

  private static void write(ModelShape shape, OutputStream out) throws IOException {
    GgufWriter writer = new GgufWriter(new SplittableRandom(SEED));
    writer.text("general.architecture", "llama");
    writer.number("llama.context_length", CONTEXT_TOKENS);
    writer.number("llama.embedding_length", shape.width());
    writer.number("llama.block_count", shape.layers());
    writer.number("llama.feed_forward_length", shape.feedForward());
    writer.number("llama.attention.head_count", shape.heads());
    writer.real("llama.attention.layer_norm_rms_epsilon", NORM_EPSILON);
    writer.number("llama.vocab_size", ModelShape.VOCABULARY);
    // Text becomes tokens before it comes here.
    writer.text("tokenizer.ggml.model", "no_vocab");
    tensors(shape).forEach(writer::tensor);
    writer.writeTo(out);
  }

  private static List<GgufWriter.Tensor> tensors(ModelShape shape) {
    int width = shape.width();
    List<GgufWriter.Tensor> tensors = new ArrayList<>();
    tensors.add(GgufWriter.Tensor.matrix("token_embd", width, ModelShape.VOCABULARY));
    for (int layer = 0; layer < shape.layers(); layer++) {
      String block = "blk." + layer + ".";
      tensors.add(GgufWriter.Tensor.ones(block + "attn_norm", width));
      for (String part : List.of("attn_q", "attn_k", "attn_v", "attn_output")) {
        tensors.add(GgufWriter.Tensor.matrix(block + part, width, width));
      }
      tensors.add(GgufWriter.Tensor.ones(block + "ffn_norm", width));
      tensors.add(GgufWriter.Tensor.matrix(block + "ffn_gate", width, shape.feedForward()));
      tensors.add(GgufWriter.Tensor.matrix(block + "ffn_up", width, shape.feedForward()));
      tensors.add(GgufWriter.Tensor.matrix(block + "ffn_down", shape.feedForward(), width));
    }
    tensors.add(GgufWriter.Tensor.ones("output_norm", width));
    tensors.add(GgufWriter.Tensor.matrix("output", width, ModelShape.VOCABULARY));
    return tensors;
  }
}
