package dev.warmpath.advise;

import dev.warmpath.prompt.SplitMix64;

/**
 * Counts what one infinite cache would find of all prompts, in bounded memory.
 *
 * <p>Exact up to {@value #MOST_BLOCKS} different blocks. Beyond that only every second block
 * counts, by its name, then every fourth and so on, so the figure becomes an estimate. Confined to
 * one thread.
 */
final class ReuseMeter {
  /*
   * Names are chained: a block that was seen was seen with all before it, so hits can be counted
   * block by block, and a sample of blocks by name tells the share of all (spatial sampling:
   * Waldspurger et al., SHARDS, FAST 2015).
   */
  private static final int MOST_BLOCKS = 1 << 20;

  private long[] table = new long[1 << 12];
  private int size;
  private int oneIn = 1;
  private double hitTokens;
  private long promptTokens;

  /**
   * Serves a prompt.
   *
   * @param names chained names of its whole blocks, none of them 0
   * @param tokens its length
   * @param blockTokens how many tokens a block has
   */
  void serve(long[] names, long tokens, int blockTokens) {
    // Engines compute at least the last token anew, so a block that ends the prompt never counts.
    long most = (tokens - 1) / blockTokens;
    promptTokens += tokens;
    for (int block = 0; block < names.length; block++) {
      long name = names[block];
      if (isSampled(name) && !add(name) && block < most) {
        hitTokens += (double) oneIn * blockTokens;
      }
    }
  }

  /** Prompt tokens so far. */
  long promptTokens() {
    return promptTokens;
  }

  /** Of these, those that were served before. */
  double hitTokens() {
    return hitTokens;
  }

  /** The share of these, 0 to 1. */
  double hitRate() {
    return promptTokens == 0 ? 0 : hitTokens / promptTokens;
  }

  /** Every how many blocks one is looked at: 1 where the figures are exact. */
  int oneIn() {
    return oneIn;
  }

  private boolean isSampled(long name) {
    return (SplitMix64.mix(name) & (oneIn - 1)) == 0;
  }

  private boolean add(long name) {
    int at = position(name);
    if (table[at] == name) {
      return false;
    }
    table[at] = name;
    size++;
    if (size > MOST_BLOCKS) {
      oneIn *= 2;
      rebuild(table.length);
    } else if (2 * size > table.length) {
      rebuild(2 * table.length);
    }
    return true;
  }

  private void rebuild(int length) {
    long[] old = table;
    table = new long[length];
    size = 0;
    for (long name : old) {
      if (name != 0 && isSampled(name)) {
        table[position(name)] = name;
        size++;
      }
    }
  }

  private int position(long name) {
    int at = (int) (name >>> 32) & (table.length - 1);
    while (table[at] != 0 && table[at] != name) {
      at = (at + 1) & (table.length - 1);
    }
    return at;
  }
}
