package dev.warmpath.demo;

import dev.warmpath.engine.EngineProfile;
import dev.warmpath.local.LocalRequest;
import dev.warmpath.local.LocalTokenizer;
import dev.warmpath.local.RefusedBodyException;
import dev.warmpath.local.TokenizedPrompt;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** One engine with an infinite cache that sees all requests: no routing can hit more. */
final class IdealCache {
  private final LocalTokenizer tokenizer = new LocalTokenizer(EngineProfile.BLOCK_TOKENS);
  private final Set<Long> blocks = new HashSet<>();
  private long promptTokens;
  private long cachedTokens;

  private IdealCache() {}

  /** The token-weighted hit rate of conversations that are played one after the other. */
  static double hitRate(List<Conversation> conversations) {
    IdealCache cache = new IdealCache();
    conversations.forEach(c -> c.requests().forEach(cache::serve));
    return cache.promptTokens == 0 ? 0 : (double) cache.cachedTokens / cache.promptTokens;
  }

  private void serve(byte[] body) {
    TokenizedPrompt prompt = tokenized(body);
    int hits = 0;
    while (hits < prompt.blockHashes().length && blocks.contains(prompt.blockHashes()[hits])) {
      hits++;
    }
    for (long block : prompt.blockHashes()) {
      blocks.add(block);
    }
    // Engines compute at least the last token anew, so a block that ends the prompt never counts.
    int most = (prompt.tokens() - 1) / EngineProfile.BLOCK_TOKENS;
    promptTokens += prompt.tokens();
    cachedTokens += (long) Math.min(hits, most) * EngineProfile.BLOCK_TOKENS;
  }

  private TokenizedPrompt tokenized(byte[] body) {
    try {
      return LocalRequest.read(body, "application/json", tokenizer).prompt();
    } catch (RefusedBodyException e) {
      throw new IllegalStateException("the demo must send bodies that an engine accepts", e);
    }
  }
}
