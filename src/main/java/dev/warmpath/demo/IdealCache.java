package dev.warmpath.demo;

import dev.warmpath.engine.EngineProfile;
import dev.warmpath.local.LocalRequest;
import dev.warmpath.local.LocalTokenizer;
import dev.warmpath.local.RefusedBodyException;
import dev.warmpath.local.TokenizedPrompt;
import dev.warmpath.sim.InfiniteCache;
import java.util.List;

/** One engine with an infinite cache that sees all requests: no routing can hit more. */
final class IdealCache {
  private final LocalTokenizer tokenizer = new LocalTokenizer(EngineProfile.BLOCK_TOKENS);
  private final InfiniteCache blocks = new InfiniteCache();
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
    promptTokens += prompt.tokens();
    cachedTokens += blocks.serve(prompt.blockHashes(), prompt.tokens(), EngineProfile.BLOCK_TOKENS);
  }

  private TokenizedPrompt tokenized(byte[] body) {
    try {
      return LocalRequest.read(body, "application/json", tokenizer).prompt();
    } catch (RefusedBodyException e) {
      throw new IllegalStateException("the demo must send bodies that an engine accepts", e);
    }
  }
}
