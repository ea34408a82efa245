package dev.warmpath.sim.workload;

import dev.warmpath.sim.SimRequest;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/**
 * Tells from the names of blocks which request continues which conversation, and where messages
 * end: traces keep neither.
 *
 * <p>A prompt that holds all whole blocks of an earlier one continues it: the earlier prompt, its
 * answer and the rest are messages. Any other prompt begins a conversation: what it shares with
 * earlier ones are its instructions, the rest is its first message. Only earlier requests are
 * looked at, so nothing is known that a router could not have read in the text.
 */
final class Continuations {
  private final int blockTokens;
  private final Map<Long, SimRequest> byLastBlock = new HashMap<>();
  private final Set<Long> known = new HashSet<>();

  Continuations(int blockTokens) {
    this.blockTokens = blockTokens;
  }

  /** A request with what can be told of its conversation. */
  SimRequest request(int id, int promptTokens, int outputTokens, long[] names) {
    SimRequest request = described(id, promptTokens, outputTokens, names);
    // A prompt that ends in a block known before may be nothing but what many prompts share.
    if (names.length > 0 && !known.contains(names[names.length - 1])) {
      byLastBlock.put(names[names.length - 1], request);
    }
    for (long name : names) {
      known.add(name);
    }
    return request;
  }

  private SimRequest described(int id, int promptTokens, int outputTokens, long[] names) {
    for (int block = names.length - 1; block >= 0; block--) {
      SimRequest earlier = byLastBlock.get(names[block]);
      if (earlier != null && earlier.promptTokens() < promptTokens) {
        return new SimRequest(
            id,
            earlier.session(),
            promptTokens,
            outputTokens,
            names,
            blockTokens,
            continued(earlier, promptTokens));
      }
    }
    int[] ends = {sharedTokens(names), promptTokens};
    return new SimRequest(id, id, promptTokens, outputTokens, names, blockTokens, ends);
  }

  private static int[] continued(SimRequest earlier, int promptTokens) {
    int[] ends = earlier.messageEnds();
    int answerEnd = earlier.promptTokens() + earlier.outputTokens();
    int[] longer = Arrays.copyOf(ends, ends.length + (answerEnd < promptTokens ? 2 : 1));
    if (answerEnd < promptTokens) {
      longer[ends.length] = answerEnd;
    }
    longer[longer.length - 1] = promptTokens;
    return longer;
  }

  private int sharedTokens(long[] names) {
    int shared = 0;
    while (shared < names.length && known.contains(names[shared])) {
      shared++;
    }
    return shared * blockTokens;
  }
}
