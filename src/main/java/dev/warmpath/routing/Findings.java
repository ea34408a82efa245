package dev.warmpath.routing;

import dev.warmpath.prompt.Anchor;
import java.util.List;
import java.util.Optional;

/**
 * What a decision found in the rows, for whoever wants to know why.
 *
 * @param anchors the prompt's anchors, shallowest first
 * @param leftOut the targets that could not be chosen
 */
public record Findings(List<AnchorFinding> anchors, List<LeftOut> leftOut) {
  /** Copies the lists. */
  public Findings {
    anchors = List.copyOf(anchors);
    leftOut = List.copyOf(leftOut);
  }

  /**
   * One anchor.
   *
   * @param anchor which
   * @param tokens how many tokens of the prompt it covers
   * @param owners who stands in its row; empty if there is no row
   */
  public record AnchorFinding(Anchor anchor, long tokens, List<OwnerFinding> owners) {
    /** Copies the owners. */
    public AnchorFinding {
      owners = List.copyOf(owners);
    }
  }

  /**
   * One owner of an anchor.
   *
   * @param owner the entry
   * @param tokens to how many tokens of this prompt the entry leads
   * @param distanceTokens what the target's cache has taken in since, at least 0
   * @param capacityTokens what the cache holds
   * @param standing whether the owner still counts
   */
  public record OwnerFinding(
      Owner owner, long tokens, long distanceTokens, long capacityTokens, Standing standing) {}

  /**
   * A target that could not be chosen.
   *
   * @param target which
   * @param draining whether an operator takes it out of service; else it failed lately
   */
  public record LeftOut(Target target, boolean draining) {}

  /** What there was to be found. */
  public static Findings of(RoutingContext context) {
    RoutingContext eligible = context.with(Eligible.of(context).fleet());
    List<AnchorFinding> anchors =
        context.chain().anchors().stream().map(anchor -> finding(anchor, eligible)).toList();
    List<LeftOut> leftOut =
        context.fleet().targets().stream()
            .filter(target -> eligible.fleet().find(target.id()).isEmpty())
            .map(t -> new LeftOut(t, context.view().target(t.id()).draining()))
            .toList();
    return new Findings(anchors, leftOut);
  }

  private static AnchorFinding finding(Anchor anchor, RoutingContext context) {
    List<OwnerFinding> owners =
        Optional.ofNullable(context.view().prefixes().get(anchor.hash())).stream()
            .flatMap(row -> row.owners().stream().map(o -> finding(o, anchor, row, context)))
            .toList();
    return new AnchorFinding(anchor, context.facts().tokens(anchor.depthBytes()), owners);
  }

  private static OwnerFinding finding(
      Owner owner, Anchor anchor, PrefixRow row, RoutingContext context) {
    int depthBytes = Holdings.depth(owner, anchor, context.chain());
    TargetRow state = context.view().target(owner.target());
    int instances = context.fleet().find(owner.target()).map(Target::instances).orElse(1);
    return new OwnerFinding(
        owner,
        Math.min(context.promptTokens(), context.facts().tokens(depthBytes)),
        Math.max(0, state.clock() - owner.clock()),
        state.learned().capacity(context.facts()) * instances,
        Standing.of(owner, row, context));
  }
}
