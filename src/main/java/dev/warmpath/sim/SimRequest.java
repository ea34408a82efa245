package dev.warmpath.sim;

/**
 * One request of a workload, known by the names of its blocks rather than by its text.
 *
 * @param id its place in the workload, from 0; unique within a run
 * @param session the conversation or user that it belongs to; requests of one session share it
 * @param promptTokens the prompt's length, positive
 * @param outputTokens how many tokens the model answers with, positive
 * @param blocks chained names of the prompt's leading full blocks: equal names mean that the
 *     prompts are equal down to the end of that block; not copied, never changed
 * @param blockTokens how many tokens a block has, positive; the same for a whole workload
 * @param messageEnds depths in tokens at which messages end, ascending, the instructions' end
 *     first; empty where a trace does not tell or the chain is known; not copied, never changed
 */
@SuppressWarnings("ArrayRecordComponent") // A workload holds tens of thousands: no copies.
public record SimRequest(
    int id,
    long session,
    int promptTokens,
    int outputTokens,
    long[] blocks,
    int blockTokens,
    int[] messageEnds) {
  /** Rejects lengths that cannot be. */
  public SimRequest {
    if (promptTokens < 1 || outputTokens < 1 || blockTokens < 1) {
      throw new IllegalArgumentException(
          "prompt, output and block must be positive but were %d, %d, %d tokens"
              .formatted(promptTokens, outputTokens, blockTokens));
    }
    if ((long) blocks.length * blockTokens > promptTokens) {
      throw new IllegalArgumentException(
          "%d blocks of %d tokens do not fit a prompt of %d"
              .formatted(blocks.length, blockTokens, promptTokens));
    }
  }

  /**
   * The name of the text down to a depth: of the last whole block above it, at least of the first;
   * of the whole prompt if it is shorter.
   *
   * @param tokens the depth, positive
   */
  public long prefixName(int tokens) {
    if (tokens >= promptTokens || blocks.length == 0) {
      long last = blocks.length == 0 ? 0 : blocks[blocks.length - 1];
      return 31 * (31 * last + promptTokens) + id;
    }
    return blocks[Math.max(1, tokens / blockTokens) - 1];
  }
}
