package dev.warmpath.prompt;

/**
 * A prompt whose text nobody has: only the names of its blocks, as traces give them.
 *
 * <p>A token stands for {@value #BYTES_PER_TOKEN} bytes of canonical text. Only whole blocks have
 * names, so boundaries are taken back to the end of the last whole block before them.
 *
 * @param pool the name of the prompts' scope
 * @param names chained names of the leading whole blocks: equal names mean equal text from the
 *     start; not copied, never changed
 * @param blockTokens how many tokens a block has, positive
 * @param promptTokens the prompt's length, at least that of all blocks
 * @param messageEnds depths in tokens at which messages end, ascending, the instructions' end
 *     first; empty if the prompt is one text without instructions; not copied, never changed
 * @param conversation tells conversations apart whose first message is shorter than a block
 */
// Arrays are compared by nobody here, and a workload holds tens of thousands.
@SuppressWarnings("ArrayRecordComponent")
public record NamedPrompt(
    String pool,
    long[] names,
    int blockTokens,
    int promptTokens,
    int[] messageEnds,
    long conversation) {
  /** How many bytes of canonical text a token stands for. */
  public static final int BYTES_PER_TOKEN = 4;

  private static final int STEP = PrefixChain.BLOCK_BYTES;

  /** The chain that a prompt of this shape has: the same anchors, with made-up hashes. */
  public PrefixChain chain() {
    NamedBlocks hashes = new NamedBlocks(names, blockTokens * BYTES_PER_TOKEN);
    int[] ends = messageEnds.length == 0 ? new int[] {0, promptTokens} : messageEnds;
    AnchorGrid grid = new AnchorGrid();
    int instructions = boundary(ends[0]);
    grid.endOfPreamble(instructions);
    for (int i = 1; i < ends.length; i++) {
      grid.endOfMessage(boundary(ends[i]));
    }
    int firstMessage = boundary(ends.length < 2 ? promptTokens : ends[1]);
    return new PrefixChain(
        pool,
        promptTokens * BYTES_PER_TOKEN,
        hashes,
        grid.depths(hashes.count() * STEP).stream()
            .map(depth -> new Anchor(depth, hashes.at(depth / STEP - 1)))
            .toList(),
        family(hashes, instructions, firstMessage),
        instructions,
        Math.max(instructions + STEP, firstMessage));
  }

  private PrefixHash family(NamedBlocks hashes, int instructions, int firstMessage) {
    return firstMessage > instructions
        ? hashes.at(firstMessage / STEP - 1)
        : NamedBlocks.mixed(conversation, instructions);
  }

  private int boundary(int tokens) {
    int wholeBlocks = Math.min(tokens / blockTokens, names.length);
    return wholeBlocks * blockTokens * BYTES_PER_TOKEN / STEP * STEP;
  }
}
