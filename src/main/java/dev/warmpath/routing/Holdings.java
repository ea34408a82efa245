package dev.warmpath.routing;

import dev.warmpath.prompt.Anchor;
import dev.warmpath.prompt.PrefixChain;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;

/**
 * How deep each target's cache is believed to hold one prompt.
 *
 * <p>An owner counts while its row has not expired, its generation is the target's own, and fewer
 * tokens than the cache holds were inserted since its last use: the stack distance of a least
 * recently used cache. Where running requests pin so much of that cache that what is left of it may
 * be less, the owner is doubtful. It holds the prompt down to the row's anchor, or down to its tip
 * where the prompt starts with the tip's text.
 */
final class Holdings {
  /** What one target is believed to hold. */
  private record Held(int depthBytes, boolean isSure) {
    static final Held NOTHING = new Held(0, true);

    Held or(Held other) {
      return other.depthBytes > depthBytes || (other.depthBytes == depthBytes && other.isSure)
          ? other
          : this;
    }
  }

  private final Map<TargetId, Held> held = new HashMap<>();
  private final Map<TargetId, Double> unpinned = new HashMap<>();
  private final Map<TargetId, Integer> remembered = new HashMap<>();
  private final double typicalRate;
  private final int conversationBytes;
  private int deepest;

  Holdings(RoutingContext context) {
    this.typicalRate = context.typicalPrefillRate();
    this.conversationBytes = context.chain().conversationBytes();
    for (Anchor anchor : context.chain().anchors()) {
      PrefixRow row = context.view().prefixes().get(anchor.hash());
      if (row != null) {
        for (Owner owner : row.owners()) {
          int depth = depth(owner, anchor, context.chain());
          if (isLive(owner, row, context)) {
            note(owner, depth, context);
          } else if (isValid(owner, row, context)) {
            remembered.merge(owner.target(), depth, Math::max);
          }
        }
      }
    }
  }

  /** Bytes of the prompt held by a target; 0 if none. */
  int depthBytes(TargetId target) {
    return held.getOrDefault(target, Held.NOTHING).depthBytes();
  }

  /**
   * Whether what a target holds is safe from running requests: they pin memory, and all else is
   * evicted from what is left. Which requests run and which still wait is an estimate, so this is a
   * doubt, and no more.
   */
  boolean isSure(TargetId target) {
    return held.getOrDefault(target, Held.NOTHING).isSure();
  }

  /** Bytes of the prompt that a target once held and that count as evicted; 0 if none. */
  int evictedBytes(TargetId target) {
    return Math.max(0, remembered.getOrDefault(target, 0) - depthBytes(target));
  }

  /** Whether a target has served this very conversation, not just one that begins alike. */
  boolean knowsConversation(TargetId target) {
    return depthBytes(target) >= conversationBytes;
  }

  /** Bytes of the prompt held by the best holder; 0 if there is none. */
  int deepestBytes() {
    return deepest;
  }

  /** Whether an owner may still hold what its row says, and may be chosen. */
  static boolean isLive(Owner owner, PrefixRow row, RoutingContext context) {
    return context
        .fleet()
        .find(owner.target())
        .map(target -> isWarm(owner, row, target, context))
        .orElse(false);
  }

  private static boolean isWarm(Owner owner, PrefixRow row, Target target, RoutingContext context) {
    TargetRow state = context.view().target(target.id());
    return isValid(owner, row, context)
        && state.clock() - owner.clock() < context.capacityTokens(target);
  }

  /** Whether only eviction can have taken from an owner what its row says it holds. */
  static boolean isValid(Owner owner, PrefixRow row, RoutingContext context) {
    Instant now = context.now();
    return row.expiresAt().isAfter(now)
        && owner.generation() == context.view().target(owner.target()).generation()
        && Duration.between(owner.lastUse(), now).compareTo(context.facts().prefixTtl()) < 0;
  }

  private void note(Owner owner, int depthBytes, RoutingContext context) {
    held.merge(owner.target(), new Held(depthBytes, isSafe(owner, context)), Held::or);
    deepest = Math.max(deepest, depthBytes);
  }

  private boolean isSafe(Owner owner, RoutingContext context) {
    long distance = context.view().target(owner.target()).clock() - owner.clock();
    return distance < unpinned.computeIfAbsent(owner.target(), id -> unpinned(id, context));
  }

  private double unpinned(TargetId id, RoutingContext context) {
    return context
        .fleet()
        .find(id)
        .map(t -> context.capacityTokens(t) - pinned(context.load(t, typicalRate)))
        .orElse(0.0);
  }

  /** Prompts that are still to be computed pin nothing yet. */
  private static double pinned(TargetLoad load) {
    return Math.max(0, load.contextTokens() - load.queuedPrefillTokens());
  }

  /** How deep an owner's entry leads down a chain. */
  static int depth(Owner owner, Anchor anchor, PrefixChain chain) {
    return owner
        .tip()
        .filter(tip -> tip.depthBytes() > anchor.depthBytes() && chain.reaches(tip))
        .map(Anchor::depthBytes)
        .orElse(anchor.depthBytes());
  }
}
