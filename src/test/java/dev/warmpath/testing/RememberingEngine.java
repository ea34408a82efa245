package dev.warmpath.testing;

import dev.warmpath.router.Usage;
import dev.warmpath.router.port.AnswerReader;
import dev.warmpath.router.port.EngineCall;
import dev.warmpath.router.port.EngineOutcome;
import dev.warmpath.router.port.InferenceEngine;
import dev.warmpath.routing.TargetId;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.SequencedSet;

/**
 * Engines that remember each prompt's blocks of sixteen tokens, least recently used first out, and
 * report truly what they found. A token is four bytes of the body. Safe for any number of threads.
 */
public final class RememberingEngine implements InferenceEngine, AnswerReader {
  /** Bytes of the body per token. */
  public static final int BYTES_PER_TOKEN = 4;

  private static final int BLOCK_BYTES = 64;

  private final int capacityBlocks;
  private final long outputTokens;
  private final Map<TargetId, SequencedSet<List<Long>>> caches = new HashMap<>();
  private final Map<TargetId, Long> prefilled = new HashMap<>();
  private long promptTokens;
  private long cachedTokens;

  /**
   * Makes empty engines.
   *
   * @param capacityTokens what each can remember
   * @param outputTokens what each answer generates; not remembered
   */
  public RememberingEngine(long capacityTokens, long outputTokens) {
    this.capacityBlocks = (int) (capacityTokens * BYTES_PER_TOKEN / BLOCK_BYTES);
    this.outputTokens = outputTokens;
  }

  @Override
  public synchronized EngineOutcome invoke(EngineCall call) {
    byte[] body = call.body();
    long cached =
        remember(caches.computeIfAbsent(call.target().id(), t -> new LinkedHashSet<>()), body);
    long prompt = Math.max(1, body.length / BYTES_PER_TOKEN);
    promptTokens += prompt;
    cachedTokens += cached;
    prefilled.merge(call.target().id(), prompt - cached, Long::sum);
    String answer = prompt + " " + cached + " " + outputTokens;
    return new EngineOutcome.Answered(answer.getBytes(StandardCharsets.UTF_8), "text/plain", "");
  }

  @Override
  public Usage usage(byte[] body, String contentType) {
    List<OptionalLong> numbers =
        Arrays.stream(new String(body, StandardCharsets.UTF_8).split(" "))
            .map(n -> OptionalLong.of(Long.parseLong(n)))
            .toList();
    return new Usage(numbers.get(0), numbers.get(1), numbers.get(2));
  }

  /** Empties a target's cache, as a restart does. */
  public synchronized void forget(TargetId target) {
    caches.remove(target);
  }

  /** Cached over prompt tokens of all answers so far. */
  public synchronized double hitRate() {
    return (double) cachedTokens / promptTokens;
  }

  /** Uncached prompt tokens that each target has computed. */
  public synchronized Map<TargetId, Long> prefilledTokens() {
    return Map.copyOf(prefilled);
  }

  private long remember(SequencedSet<List<Long>> cache, byte[] body) {
    long hits = 0;
    boolean unbroken = true;
    List<Long> name = List.of(0L, 0L);
    for (int at = 0; at + BLOCK_BYTES <= body.length; at += BLOCK_BYTES) {
      name = next(name, body, at);
      // Out and in again: what was used last stands last.
      boolean known = cache.remove(name);
      unbroken &= known;
      hits += unbroken ? 1 : 0;
      cache.add(name);
    }
    while (cache.size() > capacityBlocks) {
      cache.removeFirst();
    }
    return hits * BLOCK_BYTES / BYTES_PER_TOKEN;
  }

  private static List<Long> next(List<Long> name, byte[] body, int at) {
    long one = name.getFirst();
    long other = name.getLast();
    for (int i = at; i < at + BLOCK_BYTES; i++) {
      one = one * 0x9E3779B97F4A7C15L + body[i] + 1;
      other = Long.rotateLeft(other, 5) * 0xBF58476D1CE4E5B9L + body[i] + 7;
    }
    return List.of(one, other);
  }
}
