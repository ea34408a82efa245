package dev.warmpath.keys;

import dev.warmpath.table.Attribute;
import dev.warmpath.table.Condition;
import dev.warmpath.table.Item;
import dev.warmpath.table.ItemStore;
import dev.warmpath.table.ItemWrite;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Executor;
import java.util.random.RandomGenerator;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * Counts the tokens of tenants, and says who has used up his budget.
 *
 * <p>No request waits for a counter: it is judged by the sums that this process read last, at most
 * {@link #REFRESH} before the tenant's previous request, and what it has counted itself since. So a
 * tenant can overshoot by what the other processes let in within that time, by the requests under
 * way, and by one request of each process that has not heard of him. A counter that cannot be read
 * stays as it was.
 *
 * <p>Safe for any number of threads.
 */
public final class TokenBudgets {
  /*
   * A window's tokens are the sum of SHARDS items, of which each request adds to one at random: an
   * item takes 1000 writes a second. Old windows leave by the table's TTL.
   */

  /** How old the sums may be when a request is judged by them; then they are read again. */
  public static final Duration REFRESH = Duration.ofSeconds(5);

  static final int SHARDS = 8;

  private static final int MOST_TENANTS = 10_000;
  private static final Duration KEPT = Duration.ofHours(1);
  private static final String TOKENS = "n";

  private final ItemStore counters;
  private final InstantSource clock;
  private final RandomGenerator random;
  private final Runnable lost;
  private final Recent<String, Sums> tenants = new Recent<>(MOST_TENANTS);

  /**
   * Makes budgets.
   *
   * @param counters where the counters are; shared by all processes
   * @param random picks the item that is added to; safe for any number of threads
   * @param lost told of every addition that did not get through
   */
  public TokenBudgets(
      ItemStore counters, InstantSource clock, RandomGenerator random, Runnable lost) {
    this.counters = counters;
    this.clock = clock;
    this.random = random;
    this.lost = lost;
  }

  /**
   * A budget that is used up.
   *
   * @param window which
   * @param limit how many tokens it has
   * @param untilNext how long until the next begins
   */
  public record Overrun(TokenWindow window, long limit, Duration untilNext) {}

  /** What is known of a tenant: when it was read, and the tokens of each window's number. */
  private record Sums(Instant readAt, Map<TokenWindow, Sum> windows) {
    static final Sums UNREAD = new Sums(Instant.MIN, Map.of());

    long in(TokenWindow window, Instant now) {
      Sum sum = windows.get(window);
      return sum == null || sum.number() != window.number(now) ? 0 : sum.tokens();
    }

    Sums plus(TokenWindow window, Instant now, long tokens) {
      Map<TokenWindow, Sum> more = new EnumMap<>(TokenWindow.class);
      more.putAll(windows);
      more.put(window, new Sum(window.number(now), in(window, now) + tokens));
      return new Sums(readAt, more);
    }
  }

  private record Sum(long number, long tokens) {}

  /**
   * The budget that a tenant has used up; of several the one that lasts longest.
   *
   * @param background runs what no answer waits for
   */
  public Optional<Overrun> overrun(String tenant, TokenLimits limits, Executor background) {
    Instant now = clock.instant();
    List<TokenWindow> limited = limited(limits);
    if (limited.isEmpty()) {
      return Optional.empty();
    }
    Sums known = tenants.get(tenant).orElse(Sums.UNREAD);
    if (!known.readAt().isAfter(now.minus(REFRESH))) {
      // Marked at once, so that the requests of a burst ask once.
      tenants.update(tenant, Sums.UNREAD, s -> new Sums(now, s.windows()));
      background.execute(() -> refresh(tenant, limited));
    }
    return limited.reversed().stream()
        .filter(window -> known.in(window, now) >= limits.of(window))
        .map(w -> new Overrun(w, limits.of(w), Duration.between(now, w.end(now))))
        .findFirst();
  }

  /**
   * Counts the tokens of a request.
   *
   * @param tokens of its prompt and answer; not negative
   * @param background runs what no answer waits for
   */
  public void spend(String tenant, TokenLimits limits, long tokens, Executor background) {
    Instant now = clock.instant();
    for (TokenWindow window : limited(limits)) {
      tenants.update(tenant, Sums.UNREAD, s -> s.plus(window, now, tokens));
      background.execute(() -> add(tenant, window, now, tokens));
    }
  }

  private static List<TokenWindow> limited(TokenLimits limits) {
    return Arrays.stream(TokenWindow.values()).filter(w -> limits.of(w) > 0).toList();
  }

  private void add(String tenant, TokenWindow window, Instant now, long tokens) {
    long end = window.end(now).plus(KEPT).getEpochSecond();
    ItemWrite.Change addition =
        new ItemWrite.Change(
            Map.of(Item.TTL, Attribute.of(end)), Map.of(), Map.of(TOKENS, tokens), Set.of());
    String key = key(tenant, window, now, random.nextInt(SHARDS));
    if (!(counters.write(new ItemWrite(key, Condition.none(), addition))
        instanceof ItemStore.Written.Done)) {
      lost.run();
    }
  }

  /** What is read replaces what was added here since, except where less was read than is known. */
  private void refresh(String tenant, List<TokenWindow> windows) {
    Instant now = clock.instant();
    Map<String, TokenWindow> keys =
        windows.stream()
            .flatMap(
                w -> IntStream.range(0, SHARDS).mapToObj(i -> Map.entry(key(tenant, w, now, i), w)))
            .collect(Collectors.toMap(Map.Entry::getKey, Map.Entry::getValue));
    if (counters.read(keys.keySet()) instanceof ItemStore.Read.Found(Map<String, Item> items)) {
      Map<TokenWindow, Long> read = new EnumMap<>(TokenWindow.class);
      items.forEach((key, item) -> read.merge(keys.get(key), tokens(item), Long::sum));
      for (TokenWindow window : windows) {
        long tokens = read.getOrDefault(window, 0L);
        tenants.update(
            tenant, Sums.UNREAD, s -> s.plus(window, now, Math.max(0, tokens - s.in(window, now))));
      }
    }
  }

  private static long tokens(Item item) {
    return item.attributes().get(TOKENS) instanceof Attribute.Numeric(BigDecimal tokens)
        ? tokens.longValue()
        : 0;
  }

  private static String key(String tenant, TokenWindow window, Instant now, int shard) {
    return "B#" + tenant + "#" + window + "#" + window.number(now) + "#" + shard;
  }
}
