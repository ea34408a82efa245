package dev.warmpath.engine;

/**
 * What an engine holds and has done since it was made; the totals outlive a reset.
 *
 * @param running sequences in the batch
 * @param waiting requests in the queue
 * @param contextTokens tokens of context of the sequences that are decoding
 * @param reservedTokens cache memory that running sequences hold, in whole blocks
 * @param reusableTokens cache memory whose content later prompts can reuse, in whole blocks; shared
 *     with running sequences in part
 * @param cachedPromptTokens prompt tokens taken from the cache, of all admitted requests
 * @param computedPrefillTokens prompt tokens computed in all finished iterations
 */
public record EngineLoad(
    int running,
    int waiting,
    long contextTokens,
    long reservedTokens,
    long reusableTokens,
    long cachedPromptTokens,
    long computedPrefillTokens) {}
