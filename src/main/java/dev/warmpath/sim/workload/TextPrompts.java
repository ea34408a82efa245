package dev.warmpath.sim.workload;

import dev.warmpath.prompt.NamedPrompt;
import dev.warmpath.prompt.PrefixChain;
import dev.warmpath.prompt.PrefixHasher;
import dev.warmpath.prompt.Prompt;
import dev.warmpath.prompt.Segment;
import dev.warmpath.sim.SimRequest;
import dev.warmpath.web.RecordedPrompt;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/**
 * Turns prompts of which the text is known into requests, with the chains that the router would
 * compute; a token is taken for four bytes, and the text is not kept.
 */
final class TextPrompts {
  /** The block of the engines' caches, in tokens. */
  static final int BLOCK_TOKENS = 64;

  private static final int BLOCK_BYTES = BLOCK_TOKENS * NamedPrompt.BYTES_PER_TOKEN;

  /** What stands around a segment in canonical text. */
  private static final int MARKS = 3;

  private final PrefixHasher hasher =
      new PrefixHasher("a simulation has no secrets".getBytes(StandardCharsets.US_ASCII));
  private final List<SimRequest> requests = new ArrayList<>();
  private final List<PrefixChain> chains = new ArrayList<>();

  /**
   * Adds the next request.
   *
   * @param line where it stands
   * @param body an OpenAI request's fields
   */
  void add(TraceLine line, Map<String, Object> body, long session, int outputTokens)
      throws LineException {
    Prompt prompt = prompt(line, body);
    PrefixChain chain = hasher.chain(prompt);
    if (chain.lengthBytes() < NamedPrompt.BYTES_PER_TOKEN) {
      throw line.wrong("has an empty prompt");
    }
    requests.add(
        new SimRequest(
            requests.size(),
            session,
            chain.lengthBytes() / NamedPrompt.BYTES_PER_TOKEN,
            outputTokens,
            names(chain),
            BLOCK_TOKENS,
            messageEnds(prompt.segments())));
    chains.add(chain);
  }

  int size() {
    return requests.size();
  }

  List<SimRequest> requests() {
    return requests;
  }

  List<PrefixChain> chains() {
    return chains;
  }

  private static Prompt prompt(TraceLine line, Map<String, Object> body) throws LineException {
    try {
      return RecordedPrompt.of(body);
    } catch (IOException e) {
      throw line.wrong("is not a request: " + e.getMessage());
    }
  }

  private static long[] names(PrefixChain chain) {
    return IntStream.rangeClosed(1, chain.lengthBytes() / BLOCK_BYTES)
        .mapToLong(block -> chain.hashAt(block * BLOCK_BYTES).high())
        .toArray();
  }

  private static int[] messageEnds(List<Segment> segments) {
    List<Integer> ends = new ArrayList<>();
    int bytes = 0;
    for (Segment segment : segments) {
      if (!segment.isPreamble() && ends.isEmpty()) {
        ends.add(bytes / NamedPrompt.BYTES_PER_TOKEN);
      }
      bytes += MARKS + segment.role().getBytes(StandardCharsets.UTF_8).length + segment.length();
      if (!segment.isPreamble()) {
        ends.add(bytes / NamedPrompt.BYTES_PER_TOKEN);
      }
    }
    return ends.stream().mapToInt(Integer::intValue).toArray();
  }
}
