package dev.warmpath.sim.workload;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;

/** A kind of traffic that can be made up, with what it is usually run with. */
public enum MadeUpWorkload {
  /** 150 tenants with 6,000 tokens of instructions each; single questions of 1,200 tokens. */
  B2B(8, 0, 307_000, 1),
  /** Conversations of six turns on average over the instructions of 20 assistants. */
  CHAT(8, 0, 307_000, Chats.MEAN_TURNS),
  /** Questions over five of 5,000 documents in another order each time. */
  RAG(20, 0, 1_000_000, 1),
  /** 80 agents whose contexts grow to 128,000 tokens; a tenth shares 14,000 tokens of tools. */
  AGENTS(0, 80, 1_000_000, AgentSessions.MEAN_CALLS),
  /** B2B in which one tenant sends a quarter of all. */
  HOT_PREFIX(8, 0, 307_000, 1),
  /** 16 new prefixes of 6,000 tokens with 4 requests each, all at once, again and again. */
  BURST(8, 0, 307_000, Bursts.REQUESTS),
  /** B2B with a line on top of each prompt that never repeats. */
  VOLATILE(3, 0, 307_000, 1);

  private static final int BLOCK_TOKENS = 64;

  private final double rate;
  private final int users;
  private final long kvTokens;
  private final double requestsPerSession;

  MadeUpWorkload(double rate, int users, long kvTokens, double requestsPerSession) {
    this.rate = rate;
    this.users = users;
    this.kvTokens = kvTokens;
    this.requestsPerSession = requestsPerSession;
  }

  /** The workload of that name: lower case, words joined by dashes. */
  public static Optional<MadeUpWorkload> named(String name) {
    return Arrays.stream(values()).filter(w -> w.label().equals(name)).findFirst();
  }

  /** What people call it. */
  public String label() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  /** The pace at which it is usually run. */
  public Pace usualPace() {
    return users > 0 ? new Pace.Users(users) : new Pace.Rate(rate);
  }

  /** The size of each engine's KV cache with which it is usually run, in tokens. */
  public long usualKvTokens() {
    return kvTokens;
  }

  /** The workload at a pace, until a limit. */
  public Workload workload(Pace chosen, Pace.Limit limit) {
    return new SessionWorkload(
        label(), BLOCK_TOKENS, this::source, NamedChains::of, requestsPerSession, chosen, limit);
  }

  private SessionSource source(Draws draws) {
    return switch (this) {
      case B2B -> new SharedPrefixes(SharedPrefixes.B2B, BLOCK_TOKENS, draws);
      case CHAT -> new Chats(BLOCK_TOKENS, draws);
      case RAG -> new Retrievals(BLOCK_TOKENS, draws);
      case AGENTS -> new AgentSessions(BLOCK_TOKENS, draws);
      case HOT_PREFIX -> new SharedPrefixes(SharedPrefixes.HOT_PREFIX, BLOCK_TOKENS, draws);
      case BURST -> new Bursts(BLOCK_TOKENS, draws);
      case VOLATILE -> new SharedPrefixes(SharedPrefixes.VOLATILE, BLOCK_TOKENS, draws);
    };
  }
}
