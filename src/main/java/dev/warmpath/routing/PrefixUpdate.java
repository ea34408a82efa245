package dev.warmpath.routing;

import dev.warmpath.prompt.Anchor;
import java.time.Instant;

/**
 * One owner's entry to put into one prefix row, which is made if there is none.
 *
 * @param anchor which row
 * @param owner the entry
 * @param expiresAt the row's new end
 */
public record PrefixUpdate(Anchor anchor, Owner owner, Instant expiresAt) {}
