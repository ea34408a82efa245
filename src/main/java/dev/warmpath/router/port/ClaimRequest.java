package dev.warmpath.router.port;

import dev.warmpath.prompt.Anchor;
import dev.warmpath.routing.Owner;
import java.time.Instant;

/**
 * A wish to be the first owner of a row.
 *
 * @param pool the name of the prompts' scope
 * @param anchor which row
 * @param expectedVersion the version that was read, or 0 if there was no row
 * @param owner the entry
 * @param expiresAt the row's end
 */
public record ClaimRequest(
    String pool, Anchor anchor, long expectedVersion, Owner owner, Instant expiresAt) {}
