package dev.warmpath.routing;

import dev.warmpath.prompt.Anchor;
import dev.warmpath.routing.Feedback.ColdClaims;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * Compares what the rows promised about a target's cache with what its engine delivered.
 *
 * <p>Pure; the lesson is for the write that ends the call.
 */
public final class CacheTruth {
  /*
   * An entry is one row's memory of the target. Its stack distance is how many tokens entered the
   * cache since its last use; a cache of C tokens still holds it while the distance is below C.
   *
   *   confirmed, distance < C,  delivered cold, distance >= room / 4:  C moves down to the distance
   *   confirmed, distance < C,  delivered cold, distance <  room / 4:  eviction cannot explain it
   *   distance >= C,            delivered warm:                        C moves up to the distance
   *
   * where room is C without what running requests pin. What hides a lesson is left out: a target of
   * several instances, whose other cache may have been asked; a cache more than half full of running
   * requests; an entry that nobody saw delivered yet, for its prefill may be running.
   *
   * Cold is judged by the entry's own part, beyond the next shallower entry: that one may be warm
   * for reasons of its own, since all conversations share their beginning. An own part of less than
   * a quarter would drown in the error of counting tokens by bytes.
   */

  /** How many claims without an explanation prove that the cache began anew. */
  public static final long RESTART_CLAIMS = 4;

  /**
   * Lessons that a cache is smaller are rarer, since they need a confirmed entry: they weigh more.
   */
  private static final double STEP_DOWN = 0.2;

  private static final double STEP_UP = 0.1;
  private static final double UNEXPLAINED_SHARE = 0.25;
  private static final double FULL_SHARE = 0.5;
  private static final double OWN_PART_SHARE = 0.25;
  private static final long LEAST_TOKENS = 64;

  private final RoutingContext seen;
  private final Target target;
  private final List<Entry> entries;
  private final long capacity;

  /**
   * Looks up what the rows promised.
   *
   * @param seen what the decision saw
   * @param target where the request went
   */
  public CacheTruth(RoutingContext seen, Target target) {
    this.seen = seen;
    this.target = target;
    this.capacity = seen.capacityTokens(target);
    this.entries = seen.chain().anchors().stream().flatMap(a -> entry(a).stream()).toList();
  }

  /**
   * What an answer teaches.
   *
   * @param feedback for the write that ends the call
   * @param spent the claim that was taken as evidence: the lesson holds only for whoever writes it
   *     back first, so that a burst counts once; empty if nothing needs to be written back
   */
  public record Lesson(Feedback feedback, Optional<Spent> spent) {
    static final Lesson NONE = new Lesson(Feedback.NONE, Optional.empty());
  }

  /**
   * A claim that was taken as evidence.
   *
   * @param update its entry, unconfirmed
   * @param expectedVersion the version of its row that was read
   */
  public record Spent(PrefixUpdate update, long expectedVersion) {}

  private record Entry(
      Anchor anchor, PrefixRow row, Owner owner, long tokens, long distance, boolean live) {}

  /**
   * Derives the lesson of one answer.
   *
   * @param cachedTokens prompt tokens that the engine reported as cached; empty if it does not tell
   * @param latest the target's row as last seen
   */
  public Lesson lesson(OptionalLong cachedTokens, TargetRow latest) {
    if (cachedTokens.isEmpty() || target.instances() > 1) {
      return Lesson.NONE;
    }
    long cached = cachedTokens.getAsLong();
    // A shallower claim is none where a deeper entry is not confirmed: that one may be spent, or
    // its
    // prefill may be running.
    Optional<Entry> claim =
        deepest(entries.stream().filter(Entry::live).toList()).filter(e -> e.owner().confirmed());
    if (claim.filter(e -> isCold(e, cached)).isPresent()) {
      return cold(claim.get(), latest);
    }
    return new Lesson(
        new Feedback(
            deepest(entries)
                .filter(e -> !e.live() && e.tokens() >= LEAST_TOKENS && isWarm(e, cached))
                .map(e -> towards(e.distance(), latest))
                .orElse(0L),
            0,
            claim.filter(e -> isOlderThanColdClaims(e, latest)).isPresent()
                ? new ColdClaims.Cleared()
                : new ColdClaims.Same()),
        Optional.empty());
  }

  private Lesson cold(Entry entry, TargetRow latest) {
    long pinned =
        Math.max(
            seen.load(target).contextTokens(),
            seen.with(seen.view().with(latest)).load(target).contextTokens());
    if (pinned > FULL_SHARE * capacity || entry.tokens() < LEAST_TOKENS) {
      return Lesson.NONE;
    }
    boolean unexplained = entry.distance() < UNEXPLAINED_SHARE * (capacity - pinned);
    return new Lesson(
        unexplained
            ? new Feedback(0, 0, counted(latest))
            : new Feedback(towards(entry.distance(), latest), 0, new ColdClaims.Same()),
        Optional.of(spent(entry, latest)));
  }

  /** Claims that lie far apart do not add up: each may have had a cause of its own. */
  private ColdClaims counted(TargetRow latest) {
    boolean isOld = latest.clock() - latest.learned().coldSince() > UNEXPLAINED_SHARE * capacity;
    return latest.learned().coldClaims() == 0 || isOld
        ? new ColdClaims.First(latest.clock())
        : new ColdClaims.Another();
  }

  /**
   * Whether an entry was last used before the first cold claim; only then does it speak against a
   * new cache. Uses are written only once the clock has moved some way.
   */
  private boolean isOlderThanColdClaims(Entry entry, TargetRow latest) {
    double lastUse = entry.owner().clock() + OwnershipUpkeep.TOUCH_SHARE * capacity;
    return latest.learned().coldClaims() > 0 && lastUse <= latest.learned().coldSince();
  }

  private long towards(long distance, TargetRow latest) {
    double old = (double) latest.learned().capacity(seen.facts());
    double step = distance < old ? STEP_DOWN : STEP_UP;
    return Learned.boundedCapacity(
        old + step * (Math.min((double) distance, 2 * old) - old), seen.facts());
  }

  private boolean isCold(Entry entry, long cachedTokens) {
    long floor = floor(entry);
    return cachedTokens < floor + (entry.tokens() - floor) / 2.0;
  }

  /** Warm beyond what live entries promise anyway. */
  private boolean isWarm(Entry entry, long cachedTokens) {
    boolean hasOwnPart =
        entries.stream()
            .filter(Entry::live)
            .allMatch(e -> e.tokens() <= (1 - OWN_PART_SHARE) * entry.tokens());
    return hasOwnPart && !isCold(entry, cachedTokens);
  }

  /** What shallower live entries promise. */
  private long floor(Entry entry) {
    return entries.stream()
        .filter(Entry::live)
        .mapToLong(Entry::tokens)
        .filter(t -> t <= (1 - OWN_PART_SHARE) * entry.tokens())
        .max()
        .orElse(0);
  }

  private Spent spent(Entry entry, TargetRow latest) {
    Optional<Anchor> tip =
        entry.owner().tip().filter(seen.chain()::reaches).or(() -> seen.chain().tip());
    Owner owner =
        new Owner(target.id(), latest.clock(), entry.owner().generation(), seen.now(), tip, false);
    PrefixUpdate update =
        new PrefixUpdate(entry.anchor(), owner, seen.now().plus(seen.facts().prefixTtl()));
    return new Spent(update, entry.row().version());
  }

  private Optional<Entry> entry(Anchor anchor) {
    return Optional.ofNullable(seen.view().prefixes().get(anchor.hash()))
        .flatMap(row -> row.owner(target.id()).flatMap(owner -> entry(anchor, row, owner)));
  }

  private Optional<Entry> entry(Anchor anchor, PrefixRow row, Owner owner) {
    if (!Holdings.isValid(owner, row, seen)) {
      return Optional.empty();
    }
    long tokens =
        Math.min(
            seen.promptTokens(), seen.facts().tokens(Holdings.depth(owner, anchor, seen.chain())));
    long distance = Math.max(0, seen.view().target(target.id()).clock() - owner.clock());
    return Optional.of(new Entry(anchor, row, owner, tokens, distance, distance < capacity));
  }

  private static Optional<Entry> deepest(List<Entry> entries) {
    return entries.stream()
        .max(Comparator.comparingLong(Entry::tokens).thenComparing(e -> !e.owner().confirmed()));
  }
}
