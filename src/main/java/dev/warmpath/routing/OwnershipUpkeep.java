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
 * only once the target's cache clock has moved by a twentieth of the cache, or half the TTL has
 * passed. At most {@value #MAX_WRITES} rows are written before the answer, and as many after it.
 */
public final class OwnershipUpkeep {
  /** The most rows written at either end of a request. */
  public static final int MAX_WRITES = 2;

  /** By what share of its capacity a target's cache clock moves until an entry is due. */
  static final double TOUCH_SHARE = 0.05;

  /** Up to what share of the capacity a touch is sure that nothing was evicted. */
  private static final double FRESH_SHARE = 0.25;

  /** How much of what a row leads to must be cached: blocks are rounded, tokens are estimates. */
  private static final double PROVEN_SHARE = 0.875;

  /**
   * How long a tip stays that other prompts of its row do not continue: each of them would put its
   * own end there, and a prefix at a thousand requests a second would be written as often.
   */
  private static final Duration TIP_REST = Duration.ofSeconds(5);

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
   * siblings may follow a spill at once, and rows it owns are touched where that is due. A row that
   * is the target's alone, perhaps claimed a moment ago, is on the way of no sibling.
   */
  public List<PrefixUpdate> atStart() {
    List<PrefixUpdate> updates = new ArrayList<>();
    boolean joined = false;
    for (Anchor anchor : knownAnchors().reversed()) {
      Optional<Owner> owner = row(anchor).owner(target.id());
      boolean joins = !joined && owner.filter(o -> isCurrent(o, anchor)).isEmpty();
      joined |= joins || hasOthers(anchor);
      if (updates.size() < MAX_WRITES && (joins || owner.map(this::isDue).orElse(false))) {
        updates.add(
            update(anchor, tipOf(anchor, owner), owner.map(this::staysConfirmed).orElse(false)));
      }
    }
    return List.copyOf(updates);
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
    return owner.tip().map(context.chain()::reaches).orElse(true)
        || Duration.between(owner.lastUse(), context.now()).compareTo(TIP_REST) >= 0;
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
