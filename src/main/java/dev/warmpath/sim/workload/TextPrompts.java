package dev.warmpath.sim.workload;

import dev.warmpath.prompt.NamedPrompt;
import dev.warmpath.prompt.PrefixChain;
import dev.warmpath.prompt.PrefixHasher;
import dev.warmpath.sim.SimRequest;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Turns prompts of which the text is known into requests, with the chains that the router would
 * compute; a token is taken for four bytes, and the text is not kept. Confined to one thread.
 */
public final class TextPrompts {
  /** The block of the engines' caches, in tokens. */
  static final int BLOCK_TOKENS = 64;

  private static final int BLOCK_BYTES = BLOCK_TOKENS * NamedPrompt.BYTES_PER_TOKEN;

  /** The chains, which stand beside the requests, know where messages end. */
  private static final int[] NO_ENDS = {};

  private final PrefixHasher hasher =
      new PrefixHasher("a simulation has no secrets".getBytes(StandardCharsets.US_ASCII));
  private final List<SimRequest> requests = new ArrayList<>();
  private final List<PrefixChain> chains = new ArrayList<>();
  private final List<Long> stamps = new ArrayList<>();

  /** Begins without requests. */
  public TextPrompts() {}

  /** Adds the next request. */
  public void add(RecordedRequest request) {
    PrefixChain chain = hasher.chain(request.prompt());
    requests.add(
        new SimRequest(
            requests.size(),
            request.session(),
            chain.lengthBytes() / NamedPrompt.BYTES_PER_TOKEN,
            request.outputTokens(),
            names(chain),
            BLOCK_TOKENS,
            NO_ENDS));
    chains.add(chain);
    request.stampMillis().ifPresent(stamps::add);
  }

  /** How many were added. */
  public int size() {
    return requests.size();
  }

  /**
   * All requests in the order of time, or of their adding if not each of them has a stamp.
   *
   * @param name what people call them
   */
  public Trace trace(String name) {
    boolean stamped = stamps.size() == requests.size();
    List<Integer> order = IntStream.range(0, requests.size()).boxed().toList();
    if (stamped) {
      order = order.stream().sorted(Comparator.comparing(stamps::get)).toList();
    }
    List<SimRequest> ordered = new ArrayList<>();
    for (int i : order) {
      ordered.add(numbered(requests.get(i), ordered.size()));
    }
    return new Trace(
        name,
        BLOCK_TOKENS,
        ordered,
        stamped ? stamps.stream().mapToLong(Long::longValue).sorted().toArray() : new long[0],
        order.stream().map(chains::get).toList());
  }

  private static SimRequest numbered(SimRequest request, int id) {
    return new SimRequest(
        id,
        request.session(),
        request.promptTokens(),
        request.outputTokens(),
        request.blocks(),
        request.blockTokens(),
        request.messageEnds());
  }

  private static long[] names(PrefixChain chain) {
    return IntStream.rangeClosed(1, chain.lengthBytes() / BLOCK_BYTES)
        .mapToLong(block -> chain.hashAt(block * BLOCK_BYTES).high())
        .toArray();
  }
}
