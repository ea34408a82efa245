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
 * recently used cache. It holds the prompt down to the row's anchor, or down to its tip where the
 * prompt starts with the tip's text.
 */
final class Holdings {
  /**
   * What one target is believed to hold.
   *
   * @param depthBytes how much of the prompt
   * @param distance how many tokens its cache has taken in since that was last used
   */
  private record Held(int depthBytes, long distance) {
    static final Held NOTHING = new Held(0, 0);

    Held or(Held other) {
      return other.depthBytes > depthBytes
              || (other.depthBytes == depthBytes && other.distance < distance)
          ? other
          : this;
    }
  }

  private final Map<TargetId, Held> held = new HashMap<>();
  private final Map<TargetId, Integer> remembered = new HashMap<>();
  private final int conversationBytes;
  private int deepest;

  Holdings(RoutingContext context) {
    this.conversationBytes = context.chain().conversationBytes();
    for (Anchor anchor : context.chain().anchors()) {
      PrefixRow row = context.view().prefixes().get(anchor.hash());
      if (row != null) {
        for (Owner owner : row.owners()) {
          int depth = depth(owner, anchor, context.chain());
          if (isLive(owner, row, context)) {
            note(owner.target(), new Held(depth, distance(owner, context)));
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

  /** How many tokens a target has taken in since it last used what it holds; 0 for nothing. */
  long distance(TargetId target) {
    return held.getOrDefault(target, Held.NOTHING).distance();
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
    return isValid(owner, row, context)
        && distance(owner, context) < context.capacityTokens(target);
  }

  private static long distance(Owner owner, RoutingContext context) {
    return context.view().target(owner.target()).clock() - owner.clock();
  }

  /** Whether only eviction can have taken from an owner what its row says it holds. */
  static boolean isValid(Owner owner, PrefixRow row, RoutingContext context) {
    Instant now = context.now();
    return row.expiresAt().isAfter(now)
        && owner.generation() == context.view().target(owner.target()).generation()
        && Duration.between(owner.lastUse(), now).compareTo(context.facts().prefixTtl()) < 0;
  }

  private void note(TargetId target, Held found) {
    held.merge(target, found, Held::or);
    deepest = Math.max(deepest, found.depthBytes());
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
