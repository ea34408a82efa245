package dev.warmpath.local;

/**
 * A prompt as an engine sees it.
 *
 * @param blockHashes chained names of its full blocks; not copied, must not be changed
 * @param tokens its length, positive
 * @param fingerprint names the whole prompt
 */
// Arrays are compared by nobody here.
@SuppressWarnings("ArrayRecordComponent")
public record TokenizedPrompt(long[] blockHashes, int tokens, long fingerprint) {}
