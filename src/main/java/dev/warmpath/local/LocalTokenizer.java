package dev.warmpath.local;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * How a local engine turns text into tokens and cache blocks: four bytes are one token. Immutable
 * and safe for any number of threads.
 */
public final class LocalTokenizer {
  /** The bytes of text that make a token. */
  public static final int TOKEN_BYTES = 4;

  /*
   * hash[i] = hash[i-1] folded with each token of block i by a multiply and an xor-shift. Fast, not
   * secure: whoever can send prompts here owns the machine. A cache salt is the start of the chain,
   * so that prompts under different salts share nothing, as in vLLM.
   */
  private static final long START = 0x243F6A8885A308D3L;
  private static final long MULTIPLIER = 0xBF58476D1CE4E5B9L;
  static final VarHandle TOKENS =
      MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);

  private final int blockTokens;

  /**
   * Makes a tokenizer.
   *
   * @param blockTokens the tokens of a cache block, positive
   */
  public LocalTokenizer(int blockTokens) {
    this.blockTokens = blockTokens;
  }

  /** The prompt that some rendered text is. */
  public TokenizedPrompt tokenize(byte[] text, String cacheSalt) {
    int tokens = Math.max(1, (text.length + TOKEN_BYTES - 1) / TOKEN_BYTES);
    byte[] padded = Arrays.copyOf(text, tokens * TOKEN_BYTES);
    long[] blockHashes = new long[tokens / blockTokens];
    long hash = start(cacheSalt);
    for (int token = 0; token < tokens; token++) {
      hash = mix(hash, (int) TOKENS.get(padded, token * TOKEN_BYTES));
      if ((token + 1) % blockTokens == 0) {
        blockHashes[token / blockTokens] = hash;
      }
    }
    return new TokenizedPrompt(padded, blockHashes, hash);
  }

  private static long start(String cacheSalt) {
    long hash = START;
    for (byte one : cacheSalt.getBytes(StandardCharsets.UTF_8)) {
      hash = mix(hash, one);
    }
    return hash;
  }

  private static long mix(long hash, int value) {
    long mixed = (hash ^ (value & 0xFFFFFFFFL)) * MULTIPLIER;
    return mixed ^ (mixed >>> 29);
  }
}
