package dev.warmpath.prompt;

/**
 * A 128-bit name for everything from the start of a prompt down to one depth.
 *
 * <p>Equal hashes mean equal text, equal scope and the same deployment secret. Immutable.
 *
 * @param high the first 64 bits, big-endian
 * @param low the last 64 bits, big-endian
 */
public record PrefixHash(long high, long low) {
  /** The number of bytes of a hash. */
  public static final int BYTES = 16;

  /**
   * Reads a hash from its first {@value #BYTES} bytes.
   *
   * @throws IllegalArgumentException if there are fewer bytes than that
   */
  public static PrefixHash fromBytes(byte[] bytes) {
    if (bytes.length < BYTES) {
      throw new IllegalArgumentException(
          "a prefix hash needs " + BYTES + " bytes but got " + bytes.length);
    }
    return new PrefixHash(longAt(bytes, 0), longAt(bytes, Long.BYTES));
  }

  /** The hash as {@value #BYTES} big-endian bytes; a fresh array. */
  public byte[] toBytes() {
    byte[] bytes = new byte[BYTES];
    for (int i = 0; i < Long.BYTES; i++) {
      bytes[i] = (byte) (high >>> (56 - 8 * i));
      bytes[Long.BYTES + i] = (byte) (low >>> (56 - 8 * i));
    }
    return bytes;
  }

  /** The hash as 32 lower-case hexadecimal digits. */
  public String hex() {
    return hex(high) + hex(low);
  }

  @Override
  public String toString() {
    return hex();
  }

  static long longAt(byte[] bytes, int offset) {
    long value = 0;
    for (int i = 0; i < Long.BYTES; i++) {
      value = (value << 8) | (bytes[offset + i] & 0xFF);
    }
    return value;
  }

  private static String hex(long half) {
    String digits = Long.toHexString(half);
    return "0".repeat(BYTES - digits.length()) + digits;
  }
}
