package dev.warmpath.local;

/**
 * A prompt as an engine sees it.
 *
 * @param text its bytes, a multiple of {@link LocalTokenizer#TOKEN_BYTES}; not copied, must not be
 *     changed
 * @param blockHashes chained names of its full blocks; not copied, must not be changed
 * @param fingerprint names the whole prompt
 */
// Arrays are compared by nobody here.
@SuppressWarnings("ArrayRecordComponent")
public record TokenizedPrompt(byte[] text, long[] blockHashes, long fingerprint) {
  private static final int MULTIPLIER = 0x9E3779B1;

  /** Its length, positive. */
  public int tokens() {
    return text.length / LocalTokenizer.TOKEN_BYTES;
  }

  /**
   * A token as a number of a model's vocabulary, into which the bytes are folded.
   *
   * @param position from 0
   * @param vocabulary how many different tokens there are, positive
   */
  public int token(int position, int vocabulary) {
    int value = (int) LocalTokenizer.TOKENS.get(text, position * LocalTokenizer.TOKEN_BYTES);
    return Integer.remainderUnsigned((value * MULTIPLIER) >>> 8, vocabulary);
  }

  /** Leaves the text out. */
  @Override
  public String toString() {
    return "TokenizedPrompt[" + tokens() + " tokens]";
  }
}
