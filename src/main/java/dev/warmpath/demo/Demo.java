package dev.warmpath.demo;

import dev.warmpath.report.PolicyResult;
import dev.warmpath.routing.RoutingPolicy;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;

/** One workload, played against one policy after another on a fresh tier each. */
public final class Demo {
  /** Output tokens are cut here: they cost time and change nothing about prefixes. */
  static final int MAX_OUTPUT_TOKENS = 24;

  private final List<Conversation> conversations;
  private final int users;
  private final double idealHitRate;

  private Demo(List<Conversation> conversations, int users, double idealHitRate) {
    this.conversations = conversations;
    this.users = users;
    this.idealHitRate = idealHitRate;
  }

  /** Starts a tier under a policy. */
  public interface TierStarter {
    /** A fresh tier with cold caches. */
    RunningTier start(RoutingPolicy policy) throws IOException;
  }

  /** The demo over the built-in traffic. */
  public static Demo ofBuiltIn(Traffic traffic, long seed, int users, int limit)
      throws IOException {
    return of(BuiltInWorkload.generate(traffic, seed, MAX_OUTPUT_TOKENS), seed, users, limit);
  }

  /**
   * The demo over a file of conversations.
   *
   * @throws IOException if the file cannot be read as such, with a sentence that names the line
   */
  public static Demo ofFile(Path file, long seed, int users, int limit) throws IOException {
    return of(ConversationFile.read(file, MAX_OUTPUT_TOKENS), seed, users, limit);
  }

  private static Demo of(List<Conversation> all, long seed, int users, int limit) {
    List<Conversation> shuffled = new ArrayList<>(all);
    Collections.shuffle(shuffled, new Random(seed));
    List<Conversation> chosen = shuffled.subList(0, Math.min(limit, shuffled.size()));
    return new Demo(List.copyOf(chosen), users, IdealCache.hitRate(chosen));
  }

  /** How many requests one policy is sent. */
  public int requests() {
    return conversations.stream().mapToInt(c -> c.requests().size()).sum();
  }

  /**
   * Plays the workload under one policy.
   *
   * @param progress run after each answer
   */
  public PolicyResult play(RoutingPolicy policy, TierStarter starter, Runnable progress)
      throws IOException {
    try (RunningTier tier = starter.start(policy)) {
      long started = System.nanoTime();
      Measurements measured =
          new Player(tier.address(), users, Duration.ZERO, progress).play(conversations);
      Duration took = Duration.ofNanos(System.nanoTime() - started);
      return new PolicyResult(
          policy.name(),
          measured.requests(),
          measured.errors(),
          measured.hitRate(),
          idealHitRate,
          measured.ttft(),
          maxOverMean(tier.computedTokens()),
          measured.requests() / (took.toNanos() / 1e9),
          measured.routerMillis());
    }
  }

  private static double maxOverMean(List<Long> work) {
    double mean = work.stream().mapToLong(Long::longValue).average().orElse(0);
    return mean == 0 ? 1 : Collections.max(work) / mean;
  }
}
