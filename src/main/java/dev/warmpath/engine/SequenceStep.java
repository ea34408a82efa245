package dev.warmpath.engine;

/**
 * What an iteration computes of one running request.
 *
 * @param id the request
 * @param from the position of the first token, from 0: all before it are in the cache
 * @param tokens how many; 0 if the chunk had no room for it
 * @param generates whether it brings a token of output
 */
public record SequenceStep(long id, int from, int tokens, boolean generates) {}
