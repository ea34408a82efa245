package dev.warmpath.chaos;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Adds a window's requests up. Safe for any number of threads; guarded by this. */
final class Tally {
  private final long began = System.nanoTime();
  private final Map<Integer, Long> failed = new TreeMap<>();
  private final List<String> wrong = new ArrayList<>();
  private final List<Long> millis = new ArrayList<>();
  private long sent;
  private long broken;
  private long cut;
  private long aborted;
  private long promptTokens;
  private long cachedTokens;
  private long neededTokens;
  private long followed;
  private long kept;
  private long known;

  /** Counts a request as it goes out; returns its number, from 1. */
  synchronized long sent() {
    return ++sent;
  }

  /** How many requests went out. */
  synchronized long sentSoFar() {
    return sent;
  }

  /**
   * Counts what came of it.
   *
   * @param took milliseconds
   * @param left whether the client meant to leave before the end
   */
  synchronized void add(Verdict verdict, long took, boolean left) {
    switch (verdict) {
      case Verdict.Answered(long prompt, long cached) -> {
        promptTokens += prompt;
        cachedTokens += cached;
        millis.add(took);
      }
      case Verdict.Failed(int status) -> failed.merge(status, 1L, Long::sum);
      case Verdict.Broken() -> broken++;
      case Verdict.Cut() -> {
        if (left) {
          aborted++;
        } else {
          cut++;
        }
      }
      case Verdict.Wrong(String why) -> wrong.add(why);
    }
  }

  /** Counts prompt tokens that no cache can hold, since nobody has sent them before. */
  synchronized void needed(long tokens) {
    neededTokens += tokens;
  }

  /**
   * Counts a request that continues an answered one.
   *
   * @param sameVariant whether the same variant answered it
   * @param knownHolder whether the router knew who holds the conversation
   */
  synchronized void follow(boolean sameVariant, boolean knownHolder) {
    followed++;
    known += knownHolder ? 1 : 0;
    kept += sameVariant ? 1 : 0;
  }

  /** The figures so far. */
  synchronized Window window(String name) {
    Collections.sort(millis);
    return new Window(
        name,
        sent,
        millis.size(),
        Map.copyOf(failed),
        broken,
        cut,
        aborted,
        List.copyOf(wrong),
        promptTokens,
        cachedTokens,
        neededTokens,
        followed,
        kept,
        known,
        millis.isEmpty() ? 0 : millis.get(millis.size() / 2),
        (System.nanoTime() - began) / 1_000_000);
  }
}
