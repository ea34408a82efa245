package dev.warmpath.sim.workload;

import dev.warmpath.prompt.SplitMix64;
import dev.warmpath.sim.SimRequest;
import java.util.Arrays;

/**
 * Builds prompts out of pieces of made-up text, each known by a number; keeps chained names of
 * whole blocks only. Confined to one thread.
 */
final class PromptBuilder {

  private final int blockTokens;
  private long[] names = new long[64];
  private int[] ends = new int[8];
  private int blocks;
  private int messages;
  private int fill;
  private long chained;

  PromptBuilder(int blockTokens) {
    this.blockTokens = blockTokens;
  }

  /** A builder that goes on where another one stands. */
  PromptBuilder copy() {
    PromptBuilder copy = new PromptBuilder(blockTokens);
    copy.names = names.clone();
    copy.ends = ends.clone();
    copy.blocks = blocks;
    copy.messages = messages;
    copy.fill = fill;
    copy.chained = chained;
    return copy;
  }

  /** Appends a piece. Equal pieces after equal text make equal text. */
  PromptBuilder append(long piece, int tokens) {
    int done = 0;
    while (done < tokens) {
      int taken = Math.min(tokens - done, blockTokens - fill);
      chained = SplitMix64.mix(SplitMix64.mix(chained ^ piece) + done * SplitMix64.GOLDEN + taken);
      done += taken;
      fill += taken;
      if (fill == blockTokens) {
        close();
      }
    }
    return this;
  }

  /** Notes that a message ends here; the first one is the instructions. */
  PromptBuilder endMessage() {
    if (messages == ends.length) {
      ends = Arrays.copyOf(ends, 2 * messages);
    }
    ends[messages++] = tokens();
    return this;
  }

  int tokens() {
    return blocks * blockTokens + fill;
  }

  /** A request with the prompt as it stands. */
  SimRequest request(int id, long session, int outputTokens) {
    return new SimRequest(
        id,
        session,
        tokens(),
        outputTokens,
        Arrays.copyOf(names, blocks),
        blockTokens,
        Arrays.copyOf(ends, messages));
  }

  private void close() {
    if (blocks == names.length) {
      names = Arrays.copyOf(names, 2 * blocks);
    }
    names[blocks++] = chained;
    fill = 0;
  }
}
