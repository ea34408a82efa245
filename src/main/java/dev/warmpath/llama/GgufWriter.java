package dev.warmpath.llama;

import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/**
 * Writes a model file of version 3 of the GGUF format: properties, the list of tensors, and their
 * content. Used by one thread, once.
 */
// Every buffer here is allocated for its array.
@SuppressWarnings("ByteBufferBackingArray")
final class GgufWriter {
  private static final int VERSION = 3;
  private static final int ALIGNMENT = 32;
  private static final int TYPE_UINT32 = 4;
  private static final int TYPE_FLOAT32 = 6;
  private static final int TYPE_STRING = 8;
  private static final int F32 = 0;
  private static final int Q8_0 = 8;
  private static final int Q8_0_BYTES = 2 + ModelShape.QUANTUM;

  /** The standard deviation of a uniform byte. */
  private static final double BYTE_DEVIATION = 256 / Math.sqrt(12);

  private final SplittableRandom random;
  private final List<Tensor> tensors = new ArrayList<>();
  private final ByteArrayOutputStream properties = new ByteArrayOutputStream();
  private int propertyCount;

  /**
   * Makes a writer of an empty file.
   *
   * @param random draws the matrices
   */
  GgufWriter(SplittableRandom random) {
    this.random = random;
  }

  /**
   * A tensor to be filled.
   *
   * @param name its name in the file
   * @param columns the length of a row
   * @param rows 1 for a vector, which is all ones; else a matrix, which is drawn
   */
  record Tensor(String name, int columns, int rows) {
    static Tensor ones(String name, int columns) {
      return new Tensor(name + ".weight", columns, 1);
    }

    static Tensor matrix(String name, int columns, int rows) {
      return new Tensor(name + ".weight", columns, rows);
    }

    private boolean isVector() {
      return rows == 1;
    }

    private long bytes() {
      return isVector()
          ? (long) columns * Float.BYTES
          : (long) rows * columns / ModelShape.QUANTUM * Q8_0_BYTES;
    }
  }

  void text(String key, String value) {
    property(key, TYPE_STRING, sized(value));
  }

  void number(String key, int value) {
    property(key, TYPE_UINT32, little(Integer.BYTES).putInt(value));
  }

  void real(String key, float value) {
    property(key, TYPE_FLOAT32, little(Float.BYTES).putFloat(value));
  }

  void tensor(Tensor tensor) {
    tensors.add(tensor);
  }

  /**
   * Writes the file.
   *
   * @throws IOException if the stream cannot take it
   */
  void writeTo(OutputStream out) throws IOException {
    DataOutputStream counted = new DataOutputStream(out);
    counted.write("GGUF".getBytes(StandardCharsets.US_ASCII));
    counted.write(
        little(20).putInt(VERSION).putLong(tensors.size()).putLong(propertyCount).array());
    properties.writeTo(counted);
    long offset = 0;
    for (Tensor tensor : tensors) {
      counted.write(entry(tensor, offset));
      offset = aligned(offset + tensor.bytes());
    }
    align(counted);
    for (Tensor tensor : tensors) {
      content(tensor, counted);
      align(counted);
    }
    counted.flush();
  }

  private void property(String key, int type, ByteBuffer value) {
    properties.writeBytes(sized(key).array());
    properties.writeBytes(little(Integer.BYTES).putInt(type).array());
    properties.writeBytes(value.array());
    propertyCount++;
  }

  private static byte[] entry(Tensor tensor, long offset) {
    byte[] name = sized(tensor.name()).array();
    int dimensions = tensor.isVector() ? 1 : 2;
    ByteBuffer entry =
        little(name.length + 16 + dimensions * Long.BYTES)
            .put(name)
            .putInt(dimensions)
            .putLong(tensor.columns());
    if (!tensor.isVector()) {
      entry.putLong(tensor.rows());
    }
    return entry.putInt(tensor.isVector() ? F32 : Q8_0).putLong(offset).array();
  }

  private void content(Tensor tensor, OutputStream out) throws IOException {
    if (tensor.isVector()) {
      ByteBuffer ones = little((int) tensor.bytes());
      while (ones.hasRemaining()) {
        ones.putFloat(1);
      }
      out.write(ones.array());
      return;
    }
    // Rows of unit length on average, so that activations neither vanish nor explode.
    short scale =
        Float.floatToFloat16((float) (1 / (BYTE_DEVIATION * Math.sqrt(tensor.columns()))));
    byte[] bytes = new byte[ModelShape.QUANTUM];
    for (long block = 0; block < tensor.bytes() / Q8_0_BYTES; block++) {
      random.nextBytes(bytes);
      out.write(little(Q8_0_BYTES).putShort(scale).put(bytes).array());
    }
  }

  private static void align(DataOutputStream out) throws IOException {
    out.write(new byte[(int) (aligned(out.size()) - out.size())]);
  }

  private static long aligned(long offset) {
    return (offset + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT;
  }

  private static ByteBuffer sized(String text) {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    return little(Long.BYTES + bytes.length).putLong(bytes.length).put(bytes);
  }

  private static ByteBuffer little(int bytes) {
    return ByteBuffer.allocate(bytes).order(ByteOrder.LITTLE_ENDIAN);
  }
}
