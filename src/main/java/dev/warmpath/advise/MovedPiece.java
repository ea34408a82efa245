package dev.warmpath.advise;

/**
 * Moves what stands between two fixed texts to the prompt's end.
 *
 * @param left what stands before the piece, not empty
 * @param right what stands behind it, not empty
 * @param longest how long the piece may be, in bytes
 */
@SuppressWarnings("ArrayRecordComponent") // Nobody compares them.
record MovedPiece(byte[] left, byte[] right, int longest) implements Edit {
  /** Beyond the part of prompts in which pieces are looked for there is nothing to find. */
  private static final int DEEPEST = Templates.HEAD_BYTES + 4096;

  @Override
  public byte[] apply(byte[] text) {
    int most = Math.min(text.length, DEEPEST);
    for (int at = indexOf(text, left, 0, most); at >= 0; at = indexOf(text, left, at + 1, most)) {
      int from = at + left.length;
      int to = indexOf(text, right, from, Math.min(text.length, from + longest + right.length));
      if (to >= 0) {
        return moved(text, from, to);
      }
    }
    return text;
  }

  /** The last byte is the mark that ends the last segment, and stays the last. */
  private static byte[] moved(byte[] text, int from, int to) {
    byte[] result = new byte[text.length];
    int end = text.length - 1;
    System.arraycopy(text, 0, result, 0, from);
    System.arraycopy(text, to, result, from, end - to);
    System.arraycopy(text, from, result, from + end - to, to - from);
    result[end] = text[end];
    return result;
  }

  private static int indexOf(byte[] text, byte[] wanted, int from, int to) {
    for (int at = from; at + wanted.length <= to; at++) {
      int i = 0;
      while (i < wanted.length && text[at + i] == wanted[i]) {
        i++;
      }
      if (i == wanted.length) {
        return at;
      }
    }
    return -1;
  }
}
