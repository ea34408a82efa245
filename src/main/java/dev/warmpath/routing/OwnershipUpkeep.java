package dev.warmpath.routing;

import dev.warmpath.prompt.Anchor;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * Decides which rows a request writes so that later requests find its prefix, and finds few enough.
 *
 * <p>No row is written for every request that uses it: rows already owned by the target are touched
 * only once the target's cache clock has moved by a tenth of the cache, or half the TTL has passed.
 * At most one row is written before the answer, and two after it.
 */
public final class OwnershipUpkeep {
  /** By what share of its capacity a target's cache clock moves until an entry is due. */
  static final double TOUCH_SHARE = 0.1;

  /** Up to what share of the capacity a touch is sure that nothing was evicted. */
  private static final double FRESH_SHARE = 0.25;

  /** How much of what a row leads to must be cached: blocks are rounded, tokens are estimates. */
  private static final double PROVEN_SHARE = 0.875;

  /**
   * How long a tip stays that other prompts of its row do not continue, and each owner of a full
   * row whose place another target wants: a prefix at a thousand requests a second, or one that
   * many targets serve, would be written as often.
   */
  private static final Duration REST = Duration.ofSeconds(5);

  private final RoutingContext context;
  private final Target target;

  /**
   * Makes the upkeep of one request.
   *
   * @param context what the decision saw, with a won or lost claim's row in its view
   * @param target where the request goes
   */
  public OwnershipUpkeep(RoutingContext context, Target target) {
    this.context = context;
    this.target = target;
  }

  /**
   * The owner that a claim of this request enters.
   *
   * @param claimed what is claimed
   */
  public Owner claimant(Anchor claimed) {
    return owner(startTip(claimed), false);
  }

  /**
   * What to write as the request starts: the target joins the deepest row that others own, so that
   * siblings may follow a spill at once; else, of the rows it owns for which a touch is due, the
   * one that has gone longest without. A row that is the target's alone, perhaps claimed a moment
   * ago, is on the way of no sibling.
   */
  public Optional<PrefixUpdate> atStart() {
    return joined().or(this::due).map(this::announcement);
  }

  /** The deepest row that leads to the target or to others, if it may be joined. */
  private Optional<Anchor> joined() {
    for (Anchor anchor : knownAnchors().reversed()) {
      boolean stranger = row(anchor).owner(target.id()).filter(o -> isCurrent(o, anchor)).isEmpty();
      if (stranger && mayJoin(anchor)) {
        return Optional.of(anchor);
      }
      if (hasOthers(anchor)) {
        return Optional.empty();
      }
    }
    return Optional.empty();
  }

  private Optional<Anchor> due() {
    return knownAnchors().reversed().stream()
        .filter(anchor -> row(anchor).owner(target.id()).filter(this::isDue).isPresent())
        .min(
            Comparator.comparingLong(
                anchor -> row(anchor).owner(target.id()).orElseThrow().clock()));
  }

  private PrefixUpdate announcement(Anchor anchor) {
    Optional<Owner> owner = row(anchor).owner(target.id());
    return update(anchor, tipOf(anchor, owner), owner.map(this::staysConfirmed).orElse(false));
  }

  /**
   * What to write once the answer is there: a way to the end of this prompt, and a row at the depth
   * that the engine proved to be shared.
   *
   * <p>Where a row of the target already leads to the prompt's deepest anchor, its tip moves on if
   * this prompt continues it, or if nobody has for a while; else the deepest anchor gets a row of
   * its own.
   *
   * @param cachedTokens prompt tokens that the engine reported as cached; empty if it does not tell
   */
  public List<PrefixUpdate> atEnd(OptionalLong cachedTokens) {
    List<PrefixUpdate> updates = new ArrayList<>();
    List<Anchor> anchors = context.chain().anchors();
    deepest(anchors)
        .flatMap(this::wayToTheEnd)
        .filter(this::mayJoin)
        .ifPresent(a -> updates.add(update(a, context.chain().tip(), isProven(a, cachedTokens))));
    deepest(anchors.stream().filter(a -> isCached(a, cachedTokens)).toList())
        .filter(a -> !context.view().prefixes().containsKey(a.hash()))
        .filter(a -> updates.stream().noneMatch(u -> u.anchor().equals(a)))
        .ifPresent(a -> updates.add(update(a, context.chain().tip(), true)));
    return List.copyOf(updates);
  }

  /** The row that shall name this prompt's end; empty if one does already. */
  private Optional<Anchor> wayToTheEnd(Anchor deepest) {
    Optional<Anchor> covering =
        knownAnchors().stream()
            .filter(a -> coveredBytes(a) >= deepest.depthBytes())
            .max(Comparator.comparingInt(this::coveredBytes));
    int end = context.chain().tip().map(Anchor::depthBytes).orElse(0);
    return covering.isEmpty()
        ? Optional.of(deepest)
        : covering.filter(a -> coveredBytes(a) < end && mayMoveTip(a));
  }

  private boolean mayMoveTip(Anchor anchor) {
    Owner owner = row(anchor).owner(target.id()).orElseThrow();
    return owner.tip().map(context.chain()::reaches).orElse(true) || hasRested(owner);
  }

  /** Whether the target is in a row, or has a place there that nobody used a moment ago. */
  private boolean mayJoin(Anchor anchor) {
    return Optional.ofNullable(context.view().prefixes().get(anchor.hash()))
        .filter(row -> row.owner(target.id()).isEmpty())
        .map(row -> row.owners().size() < PrefixRow.MAX_OWNERS || hasRested(row, anchor))
        .orElse(true);
  }

  private boolean hasRested(PrefixRow row, Anchor anchor) {
    return row.owners().stream().anyMatch(o -> !isCurrent(o, anchor) || hasRested(o));
  }

  private boolean hasRested(Owner owner) {
    return Duration.between(owner.lastUse(), context.now()).compareTo(REST) >= 0;
  }

  private List<Anchor> knownAnchors() {
    return context.chain().anchors().stream()
        .filter(a -> context.view().prefixes().containsKey(a.hash()))
        .toList();
  }

  private PrefixRow row(Anchor anchor) {
    PrefixRow row = context.view().prefixes().get(anchor.hash());
    if (row == null) {
      throw new IllegalStateException("anchor " + anchor + " must be a known one");
    }
    return row;
  }

  private boolean hasOthers(Anchor anchor) {
    return row(anchor).owners().stream().anyMatch(o -> !o.target().equals(target.id()));
  }

  private boolean isCurrent(Owner owner, Anchor anchor) {
    return Holdings.isLive(owner, row(anchor), context);
  }

  private boolean isDue(Owner owner) {
    long moved = context.view().target(target.id()).clock() - owner.clock();
    Duration age = Duration.between(owner.lastUse(), context.now());
    return moved >= TOUCH_SHARE * context.capacityTokens(target)
        || age.compareTo(context.facts().prefixTtl().dividedBy(2)) >= 0;
  }

  /** How deep the target's entry in a known row leads; 0 without a live one. */
  private int coveredBytes(Anchor anchor) {
    return row(anchor)
        .owner(target.id())
        .filter(owner -> isCurrent(owner, anchor))
        .map(owner -> Holdings.depth(owner, anchor, context.chain()))
        .orElse(0);
  }

  /** A tip that this prompt continues is left for the end to move; any other is out of date. */
  private Optional<Anchor> tipOf(Anchor anchor, Optional<Owner> owner) {
    Optional<Anchor> known = owner.flatMap(Owner::tip).filter(context.chain()::reaches);
    return known.isPresent() ? known : startTip(anchor);
  }

  /**
   * Where an entry leads while its prompt is still computed: to the end of the instructions, since
   * those who come meanwhile share them and no more; where it lies beyond them, to the prompt's.
   */
  private Optional<Anchor> startTip(Anchor anchor) {
    return context
        .chain()
        .instructions()
        .filter(end -> end.depthBytes() > anchor.depthBytes())
        .or(context.chain()::tip);
  }

  private boolean isCached(Anchor anchor, OptionalLong cachedTokens) {
    return cachedTokens.isPresent()
        && context.facts().tokens(anchor.depthBytes()) <= cachedTokens.getAsLong();
  }

  /**
   * Whether an entry that is touched before the answer still says that the engine was seen to hold
   * all it leads to: not where it leads to this prompt's end, whose prefill is yet to run, nor
   * where eviction may have taken what the touch makes look fresh.
   */
  private boolean staysConfirmed(Owner owner) {
    long moved = context.view().target(target.id()).clock() - owner.clock();
    return owner.confirmed()
        && owner.tip().map(context.chain()::reaches).orElse(false)
        && moved < FRESH_SHARE * context.capacityTokens(target);
  }

  /**
   * Whether the engine proved an anchor, and all to which its row led this prompt before; for a new
   * row, whether it proved all that was known of this conversation. The rest it has just computed.
   */
  private boolean isProven(Anchor anchor, OptionalLong cachedTokens) {
    return Optional.ofNullable(context.view().prefixes().get(anchor.hash()))
        .flatMap(row -> row.owner(target.id()))
        .map(owner -> Holdings.depth(owner, anchor, context.chain()))
        .map(led -> isCached(anchor, cachedTokens) && isDelivered(led, cachedTokens))
        .orElseGet(() -> isCached(anchor, cachedTokens) || isConversationDelivered(cachedTokens));
  }

  private boolean isConversationDelivered(OptionalLong cachedTokens) {
    Holdings holdings = new Holdings(context);
    return holdings.knowsConversation(target.id())
        && isDelivered(holdings.depthBytes(target.id()), cachedTokens);
  }

  private boolean isDelivered(int depthBytes, OptionalLong cachedTokens) {
    return cachedTokens.isPresent()
        && PROVEN_SHARE * context.facts().tokens(depthBytes) <= cachedTokens.getAsLong();
  }

  private static Optional<Anchor> deepest(List<Anchor> anchors) {
    return anchors.isEmpty() ? Optional.empty() : Optional.of(anchors.getLast());
  }

  private PrefixUpdate update(Anchor anchor, Optional<Anchor> tip, boolean confirmed) {
    return new PrefixUpdate(
        anchor, owner(tip, confirmed), context.now().plus(context.facts().prefixTtl()));
  }

  private Owner owner(Optional<Anchor> tip, boolean confirmed) {
    TargetRow row = context.view().target(target.id());
    return new Owner(target.id(), row.clock(), row.generation(), context.now(), tip, confirmed);
  }
}
