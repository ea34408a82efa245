package dev.warmpath.llama;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_BOOLEAN;
import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_INT;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.SymbolLookup;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.nio.file.Path;
import java.util.List;
import java.util.NoSuchElementException;

/**
 * The functions of llama.cpp's native library, as of the build in the Maven jar. Stays loaded until
 * the process ends. The functions themselves are safe for as many threads as there are contexts.
 */
// The foreign function API is what this class is for; the launcher grants native access.
@SuppressWarnings("restricted")
final class LlamaLibrary {
  /*
   * The parameters of a model and of a context are structs passed by value whose length and fields
   * change between builds. Both are passed longer than they are, which the calling conventions of
   * x86-64 (a copy on the stack) and AArch64 (a pointer to a copy) allow. The fields that are set lie
   * in front, except for flash attention, whose offset is checked by what the defaults are around it.
   */
  private static final MemoryLayout PARAMETERS =
      MemoryLayout.sequenceLayout(32, ValueLayout.JAVA_LONG);

  private static final MemoryLayout PARAMETERS_STRUCT = MemoryLayout.structLayout(PARAMETERS);
  private static final long TYPE_OF_KEYS = 88;
  private static final long TYPE_OF_VALUES = 92;
  private static final long SWITCHES = 96;
  private static final long FLASH_ATTENTION = 99;
  private static final int F16 = 1;

  /** Logits of all: no; embeddings: no; offload: yes; flash attention: no; no timings: yes. */
  private static final List<Byte> DEFAULT_SWITCHES =
      List.of((byte) 0, (byte) 0, (byte) 1, (byte) 0, (byte) 1);

  /** A batch: a count, and arrays of tokens, embeddings, positions, sequences (2) and wishes. */
  static final MemoryLayout BATCH =
      MemoryLayout.structLayout(
          JAVA_INT, MemoryLayout.paddingLayout(4), MemoryLayout.sequenceLayout(6, ADDRESS));

  static final long BATCH_COUNT = 0;
  static final long BATCH_ARRAYS = 8;

  private final Linker linker = Linker.nativeLinker();
  private final SymbolLookup symbols;
  private final MethodHandle modelDefaults;
  private final MethodHandle loadModel;
  private final MethodHandle freeModel;
  private final MethodHandle contextDefaults;
  private final MethodHandle newContext;
  private final MethodHandle freeContext;
  private final MethodHandle setThreads;
  private final MethodHandle decode;
  private final MethodHandle logits;
  private final MethodHandle removeCells;
  private final MethodHandle copyCells;
  private final MethodHandle usedCells;

  private LlamaLibrary(SymbolLookup symbols) {
    this.symbols = symbols;
    modelDefaults =
        function("llama_model_default_params", FunctionDescriptor.of(PARAMETERS_STRUCT));
    loadModel =
        function(
            "llama_model_load_from_file",
            FunctionDescriptor.of(ADDRESS, ADDRESS, PARAMETERS_STRUCT));
    freeModel = function("llama_model_free", FunctionDescriptor.ofVoid(ADDRESS));
    contextDefaults =
        function("llama_context_default_params", FunctionDescriptor.of(PARAMETERS_STRUCT));
    newContext =
        function(
            "llama_init_from_model", FunctionDescriptor.of(ADDRESS, ADDRESS, PARAMETERS_STRUCT));
    freeContext = function("llama_free", FunctionDescriptor.ofVoid(ADDRESS));
    setThreads =
        function("llama_set_n_threads", FunctionDescriptor.ofVoid(ADDRESS, JAVA_INT, JAVA_INT));
    decode = function("llama_decode", FunctionDescriptor.of(JAVA_INT, ADDRESS, BATCH));
    logits = function("llama_get_logits_ith", FunctionDescriptor.of(ADDRESS, ADDRESS, JAVA_INT));
    removeCells =
        function(
            "llama_kv_self_seq_rm",
            FunctionDescriptor.of(JAVA_BOOLEAN, ADDRESS, JAVA_INT, JAVA_INT, JAVA_INT));
    copyCells =
        function(
            "llama_kv_self_seq_cp",
            FunctionDescriptor.ofVoid(ADDRESS, JAVA_INT, JAVA_INT, JAVA_INT, JAVA_INT));
    usedCells = function("llama_kv_self_used_cells", FunctionDescriptor.of(JAVA_INT, ADDRESS));
  }

  /**
   * Loads the library.
   *
   * @throws IOException if it cannot be loaded here, with a sentence that says what it needs
   */
  static LlamaLibrary load(Path file) throws IOException {
    try {
      LlamaLibrary library = new LlamaLibrary(SymbolLookup.libraryLookup(file, Arena.global()));
      library.silence();
      call(library.function("llama_backend_init", FunctionDescriptor.ofVoid()));
      return library;
    } catch (IllegalArgumentException e) {
      throw new IOException(
          "llama.cpp's native library cannot be loaded here: it needs glibc 2.17 or newer (not musl),"
              + " libstdc++ and libgomp (on Debian and Ubuntu: apt install libgomp1)",
          e);
    } catch (NoSuchElementException e) {
      throw new IOException(
          "llama.cpp's native library for this platform does not offer its functions; use Linux on"
              + " x86-64",
          e);
    }
  }

  /** Loads a model; null if the file is none. */
  MemorySegment loadModel(Path file) {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment parameters = (MemorySegment) call(modelDefaults, arena);
      return (MemorySegment) call(loadModel, arena.allocateFrom(file.toString()), parameters);
    }
  }

  void freeModel(MemorySegment model) {
    call(freeModel, model);
  }

  /**
   * Makes a context that computes on the calling thread alone.
   *
   * @param cells the size of its KV cache in tokens
   * @param batchTokens the most tokens of a batch
   * @param sequences names of sequences are smaller than this
   * @return null if there is not enough memory
   */
  MemorySegment newContext(MemorySegment model, int cells, int batchTokens, int sequences) {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment parameters = (MemorySegment) call(contextDefaults, arena);
      checkLayout(parameters);
      int offset = 0;
      for (int value : new int[] {cells, batchTokens, batchTokens, sequences}) {
        parameters.set(JAVA_INT, offset, value);
        offset += Integer.BYTES;
      }
      // Else a token's attention would cost as much as if the whole cache were its own context.
      parameters.set(JAVA_BYTE, FLASH_ATTENTION, (byte) 1);
      MemorySegment context = (MemorySegment) call(newContext, model, parameters);
      if (context.address() != 0) {
        call(setThreads, context, 1, 1);
      }
      return context;
    }
  }

  private static void checkLayout(MemorySegment parameters) {
    boolean known =
        parameters.get(JAVA_INT, TYPE_OF_KEYS) == F16
            && parameters.get(JAVA_INT, TYPE_OF_VALUES) == F16;
    for (int i = 0; i < DEFAULT_SWITCHES.size(); i++) {
      known &= parameters.get(JAVA_BYTE, SWITCHES + i) == DEFAULT_SWITCHES.get(i);
    }
    if (!known) {
      throw new IllegalStateException("llama.cpp's native library is of an unknown build");
    }
  }

  void freeContext(MemorySegment context) {
    call(freeContext, context);
  }

  /** Computes a batch; 0 if done, else llama.cpp's number of what is wrong. */
  int decode(MemorySegment context, MemorySegment batch) {
    return (int) call(decode, context, batch);
  }

  /** What the model thinks of each token as the next after the batch's i-th. */
  float[] logits(MemorySegment context, int i) {
    return ((MemorySegment) call(logits, context, i))
        .reinterpret((long) ModelShape.VOCABULARY * Float.BYTES)
        .toArray(ValueLayout.JAVA_FLOAT);
  }

  void removeCells(MemorySegment context, int sequence, int from, int to) {
    call(removeCells, context, sequence, from, to);
  }

  void copyCells(MemorySegment context, int source, int sequence, int from, int to) {
    call(copyCells, context, source, sequence, from, to);
  }

  int usedCells(MemorySegment context) {
    return (int) call(usedCells, context);
  }

  /** It logs every step of loading to the terminal otherwise. */
  private void silence() {
    MethodHandle nothing =
        MethodHandles.empty(
            MethodType.methodType(void.class, int.class, MemorySegment.class, MemorySegment.class));
    MemorySegment callback =
        linker.upcallStub(
            nothing, FunctionDescriptor.ofVoid(JAVA_INT, ADDRESS, ADDRESS), Arena.global());
    call(
        function("llama_log_set", FunctionDescriptor.ofVoid(ADDRESS, ADDRESS)),
        callback,
        MemorySegment.NULL);
  }

  private MethodHandle function(String name, FunctionDescriptor descriptor) {
    return linker.downcallHandle(symbols.findOrThrow(name), descriptor);
  }

  /** Calls with boxed arguments: microseconds, where a batch takes milliseconds. */
  private static Object call(MethodHandle function, Object... arguments) {
    try {
      return function.invokeWithArguments(arguments);
    } catch (RuntimeException | Error e) {
      throw e;
    } catch (Throwable e) {
      throw new IllegalStateException("a native function cannot throw", e);
    }
  }
}
