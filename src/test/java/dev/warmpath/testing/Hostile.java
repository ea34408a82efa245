package dev.warmpath.testing;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.random.RandomGenerator;

/**
 * Makes hostile inputs out of valid ones: mostly a valid one with some damage, seldom nonsense. The
 * same random numbers make the same input. Immutable.
 */
public final class Hostile {
  private static final int MAX_DAMAGES = 3;

  private final List<byte[]> valid;
  private final List<byte[]> insertions;

  /**
   * Makes a source of inputs.
   *
   * @param valid what a friend would send, not empty
   * @param insertions what readers of this format may stumble over, not empty
   */
  public Hostile(List<byte[]> valid, List<String> insertions) {
    this.valid = List.copyOf(valid);
    this.insertions =
        insertions.stream().map(text -> text.getBytes(StandardCharsets.UTF_8)).toList();
  }

  /**
   * How many inputs a test makes.
   *
   * @param usually how many, unless {@code -Dwarmpath.fuzz=N} says otherwise
   */
  public static int inputs(int usually) {
    return Integer.getInteger("warmpath.fuzz", usually);
  }

  /** The next input; a fresh array. */
  public byte[] input(RandomGenerator random) {
    if (random.nextInt(10) == 0) {
      byte[] nonsense = new byte[random.nextInt(80)];
      random.nextBytes(nonsense);
      return nonsense;
    }
    byte[] input = valid.get(random.nextInt(valid.size())).clone();
    for (int i = random.nextInt(MAX_DAMAGES + 1); i > 0; i--) {
      input = damaged(input, random);
    }
    return input;
  }

  /** An input in pieces of up to so many bytes, some of them empty. */
  public static List<byte[]> cutAnywhere(byte[] input, int most, RandomGenerator random) {
    List<byte[]> pieces = new ArrayList<>();
    for (int from = 0; from < input.length; ) {
      int to = Math.min(input.length, from + random.nextInt(most + 1));
      pieces.add(Arrays.copyOfRange(input, from, to));
      from = to;
    }
    return pieces;
  }

  private byte[] damaged(byte[] input, RandomGenerator random) {
    int from = random.nextInt(input.length + 1);
    int to = Math.min(input.length, from + random.nextInt(12));
    return switch (random.nextInt(6)) {
      case 0 -> Arrays.copyOf(input, from);
      case 1 -> spliced(input, from, to, new byte[0]);
      case 2 -> spliced(input, from, from, insertions.get(random.nextInt(insertions.size())));
      case 3 -> spliced(input, from, to, insertions.get(random.nextInt(insertions.size())));
      case 4 -> spliced(input, from, from, new byte[] {(byte) random.nextInt(256)});
      default -> {
        byte[] other = valid.get(random.nextInt(valid.size()));
        int cut = random.nextInt(other.length);
        yield spliced(input, from, to, Arrays.copyOfRange(other, cut, other.length));
      }
    };
  }

  private static byte[] spliced(byte[] input, int from, int to, byte[] middle) {
    byte[] spliced = new byte[from + middle.length + input.length - to];
    System.arraycopy(input, 0, spliced, 0, from);
    System.arraycopy(middle, 0, spliced, from, middle.length);
    System.arraycopy(input, to, spliced, from + middle.length, input.length - to);
    return spliced;
  }
}
