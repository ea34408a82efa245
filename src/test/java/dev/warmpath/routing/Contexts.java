package dev.warmpath.routing;

import dev.warmpath.prompt.Anchor;
import dev.warmpath.prompt.PrefixChain;
import dev.warmpath.prompt.PrefixHash;
import dev.warmpath.prompt.PrefixHasher;
import dev.warmpath.prompt.Prompt;
import dev.warmpath.prompt.Scope;
import dev.warmpath.prompt.Segment;
import dev.warmpath.testing.FakeClock;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;

/** What a policy sees, put together piece by piece. */
final class Contexts {
  static final Instant NOW = FakeClock.START;
  static final Duration TTL = Duration.ofMinutes(10);

  /** 100,000 tokens of cache, 10,000 tokens of prefill a second, 4 bytes a token. */
  static final PoolFacts FACTS = new PoolFacts(100_000, 10_000, 4, TTL);

  private static final PrefixHasher HASHER =
      new PrefixHasher("a secret of the tests only".getBytes(StandardCharsets.UTF_8));

  private final PrefixChain chain;
  private Fleet fleet = fleet(4);
  private PoolFacts facts = FACTS;
  private Instant now = NOW;
  private long ticket;
  private final Map<PrefixHash, PrefixRow> rows = new HashMap<>();
  private final Map<TargetId, TargetRow> targets = new HashMap<>();

  Contexts(PrefixChain chain) {
    this.chain = chain;
  }

  static PrefixChain chain(String... texts) {
    List<Segment> segments = new ArrayList<>();
    for (int i = 0; i < texts.length; i++) {
      segments.add(Segment.ofText(i == 0 ? "system" : i % 2 == 1 ? "user" : "assistant", texts[i]));
    }
    return HASHER.chain(new Prompt(Scope.ofModel("default"), segments, ""));
  }

  /** The chain of a prompt of about that many tokens, no block of which another name shares. */
  static PrefixChain distinct(String name, int tokens) {
    return chain(name + " " + "x".repeat(tokens * 4), "question");
  }

  static Fleet fleet(int size) {
    return new Fleet(IntStream.range(0, size).mapToObj(Contexts::target).toList());
  }

  static Target target(int number) {
    return Target.ofVariant("endpoint", "v" + number, 1, false);
  }

  Contexts fleet(Fleet other) {
    fleet = other;
    return this;
  }

  Contexts facts(PoolFacts other) {
    facts = other;
    return this;
  }

  Contexts at(Instant time) {
    now = time;
    return this;
  }

  Contexts ticket(long number) {
    ticket = number;
    return this;
  }

  Contexts owned(Anchor anchor, Owner... owners) {
    return row(
        new PrefixRow(anchor.hash(), anchor.depthBytes(), 1, List.of(owners), NOW.plus(TTL)));
  }

  Contexts row(PrefixRow row) {
    rows.put(row.hash(), row);
    return this;
  }

  Contexts target(TargetRow row) {
    targets.put(row.target(), row);
    return this;
  }

  Contexts queued(Target target, long tokens) {
    return target(loaded(target, tokens, 0));
  }

  RoutingContext build() {
    return new RoutingContext(chain, new TableView(rows, targets), fleet, facts, now, ticket);
  }

  static Owner owner(Target target) {
    return new Owner(target.id(), 0, 0, NOW, Optional.empty(), false);
  }

  static TargetRow loaded(Target target, long prefillTokens, long contextTokens) {
    return new TargetRow(
        target.id(),
        0,
        0,
        Map.of(TargetRow.prefillBucket(NOW), prefillTokens),
        Map.of(TargetRow.sequenceBucket(NOW), 1L),
        Map.of(TargetRow.sequenceBucket(NOW), contextTokens),
        Map.of(),
        false);
  }

  static TargetRow state(Target target, long clock, long generation, boolean draining) {
    return new TargetRow(
        target.id(),
        clock,
        generation,
        Map.of(),
        Map.of(),
        Map.of(),
        Map.of(TargetRow.sequenceBucket(NOW), clock),
        draining);
  }
}
