package dev.warmpath.sim;

/** A set of numbers over a primitive array that only grows. Confined to one thread. */
final class LongSet {
  private static final int INITIAL_SIZE = 1024;
  private static final long GOLDEN = 0x9E3779B97F4A7C15L;

  private long[] values = new long[INITIAL_SIZE];
  private int size;
  private boolean hasZero;

  boolean contains(long value) {
    return value == 0 ? hasZero : values[position(value)] == value;
  }

  void add(long value) {
    if (value == 0) {
      hasZero = true;
      return;
    }
    int position = position(value);
    if (values[position] == 0) {
      values[position] = value;
      if (2 * ++size > values.length) {
        grow();
      }
    }
  }

  private int position(long value) {
    int mask = values.length - 1;
    int position = (int) ((value * GOLDEN) >>> 32) & mask;
    while (values[position] != 0 && values[position] != value) {
      position = (position + 1) & mask;
    }
    return position;
  }

  private void grow() {
    long[] old = values;
    values = new long[2 * old.length];
    for (long value : old) {
      if (value != 0) {
        values[position(value)] = value;
      }
    }
  }
}
