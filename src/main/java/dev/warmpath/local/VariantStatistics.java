package dev.warmpath.local;

/**
 * What a local variant has done since it was started, and what it does now.
 *
 * @param variant its name
 * @param requests the prompts whose first token is out
 * @param promptTokens their tokens
 * @param cachedTokens those of them that came out of the cache
 * @param computedPrefillTokens the prompt tokens computed, also for requests that were given up
 * @param running the sequences in the batch
 * @param waiting the requests in the queue
 * @param reusableTokens the cache memory that holds reusable blocks
 * @param capacityTokens the size of the cache
 */
public record VariantStatistics(
    String variant,
    long requests,
    long promptTokens,
    long cachedTokens,
    long computedPrefillTokens,
    int running,
    int waiting,
    long reusableTokens,
    long capacityTokens) {}
