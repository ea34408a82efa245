package dev.warmpath.routing;

import dev.warmpath.prompt.Anchor;
import java.time.Instant;
import java.util.Optional;

/**
 * What the table remembers of one target that has served a prefix.
 *
 * @param target who
 * @param clock the target's cache clock at the last use: tokens inserted into its cache until then
 * @param generation the target's generation at the last use; a restart makes older ones void
 * @param lastUse when
 * @param tip depth and hash of the last whole prompt with this prefix that was sent there
 * @param confirmed whether the engine was seen to hold what was known of this prefix when it was
 *     last used, and has computed since all that the entry leads to
 */
public record Owner(
    TargetId target,
    long clock,
    long generation,
    Instant lastUse,
    Optional<Anchor> tip,
    boolean confirmed) {}
