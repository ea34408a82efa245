package dev.warmpath.llama;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_INT;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.function.Consumer;

/**
 * One KV cache of llama.cpp and the computation over it. A cell holds one token of one position for
 * any number of sequences; it is free when none has it. Used by one thread at a time.
 */
final class LlamaContext implements AutoCloseable {
  /** The most tokens of a batch. */
  static final int BATCH_TOKENS = 512;

  /** What llama.cpp answers when it finds no free cells side by side. */
  private static final int NO_FREE_RUN = -3;

  private final Arena arena = Arena.ofShared();
  private final MemorySegment tokens = arena.allocate(JAVA_INT, BATCH_TOKENS);
  private final MemorySegment positions = arena.allocate(JAVA_INT, BATCH_TOKENS);
  private final MemorySegment sequences = arena.allocate(JAVA_INT, BATCH_TOKENS);
  private final MemorySegment counts = arena.allocate(JAVA_INT, BATCH_TOKENS);
  private final MemorySegment pointers = arena.allocate(ADDRESS, BATCH_TOKENS);
  private final MemorySegment wishes = arena.allocate(JAVA_BYTE, BATCH_TOKENS);
  private final MemorySegment batch = arena.allocate(LlamaLibrary.BATCH);
  private final LlamaLibrary library;
  private final MemorySegment context;
  private int size;
  private long computedTokens;

  /**
   * Wraps a context.
   *
   * @param context made by the library, not null; freed by {@link #close}
   */
  LlamaContext(LlamaLibrary library, MemorySegment context) {
    this.library = library;
    this.context = context;
    for (int i = 0; i < BATCH_TOKENS; i++) {
      counts.setAtIndex(JAVA_INT, i, 1);
      pointers.setAtIndex(ADDRESS, i, sequences.asSlice((long) i * Integer.BYTES));
    }
  }

  /** Whether {@link #compute} must come before the next {@link #add}. */
  boolean isFull() {
    return size == BATCH_TOKENS;
  }

  /** Puts a token at the end of the batch. */
  void add(int token, int position, int sequence, boolean wantsLogits) {
    tokens.setAtIndex(JAVA_INT, size, token);
    positions.setAtIndex(JAVA_INT, size, position);
    sequences.setAtIndex(JAVA_INT, size, sequence);
    wishes.set(JAVA_BYTE, size, (byte) (wantsLogits ? 1 : 0));
    size++;
  }

  /**
   * Computes the batch, which is empty then.
   *
   * @param wanted takes what the model thinks of each token as the next one, for each token of the
   *     batch that wants it, in order
   * @throws IllegalStateException if the cache has too few free cells, or llama.cpp gives up
   */
  void compute(Consumer<float[]> wanted) {
    int from = 0;
    int step = size;
    while (from < size) {
      step = Math.min(step, size - from);
      int result = library.decode(context, batch(from, step));
      if (result == 0) {
        report(from, step, wanted);
        computedTokens += step;
        from += step;
        step = size - from;
      } else if (result == NO_FREE_RUN && step > 1) {
        // Cells of a batch lie side by side; shorter runs may be left where others were freed.
        step = (step + 1) / 2;
      } else {
        throw new IllegalStateException(
            "llama.cpp failed with %d on %d tokens, %d cells in use"
                .formatted(result, step, usedCells()));
      }
    }
    size = 0;
  }

  private void report(int from, int step, Consumer<float[]> wanted) {
    for (int i = 0; i < step; i++) {
      if (wishes.get(JAVA_BYTE, from + i) != 0) {
        wanted.accept(library.logits(context, i));
      }
    }
  }

  /** A part of the arrays, as the struct that the library takes. */
  private MemorySegment batch(int from, int count) {
    batch.set(JAVA_INT, LlamaLibrary.BATCH_COUNT, count);
    MemorySegment[] arrays = {tokens, MemorySegment.NULL, positions, counts, pointers, wishes};
    long[] widths = {Integer.BYTES, 0, Integer.BYTES, Integer.BYTES, ADDRESS.byteSize(), 1};
    for (int i = 0; i < arrays.length; i++) {
      MemorySegment start = arrays[i].asSlice(from * widths[i]);
      batch.set(ADDRESS, LlamaLibrary.BATCH_ARRAYS + i * ADDRESS.byteSize(), start);
    }
    return batch;
  }

  /** Tokens computed since the start. */
  long computedTokens() {
    return computedTokens;
  }

  /** Cells that some sequence has. */
  int usedCells() {
    return library.usedCells(context);
  }

  /** Takes positions from a sequence: from the first to before the last, negative for all. */
  void remove(int sequence, int from, int to) {
    library.removeCells(context, sequence, from, to);
  }

  /** Gives positions of one sequence to another one too. */
  void share(int source, int sequence, int from, int to) {
    library.copyCells(context, source, sequence, from, to);
  }

  @Override
  public void close() {
    library.freeContext(context);
    arena.close();
  }
}
