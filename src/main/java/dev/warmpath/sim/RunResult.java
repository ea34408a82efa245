package dev.warmpath.sim;

import dev.warmpath.report.PolicyResult.Percentiles;

/**
 * What one run of one policy achieved after its warm-up.
 *
 * @param requests requests that arrived
 * @param answered those that got their last token
 * @param shed those that the policy refused
 * @param refused those whose prompt and answer exceed an engine's whole cache
 * @param completedPerSecond answers completed in a second, between the warm-up and the last arrival
 * @param hitRate cached prompt tokens over prompt tokens, 0 to 1
 * @param idealHitRate the same for one infinite cache that sees all requests in their order
 * @param ttft time from arrival to first token
 * @param interTokenSeconds time from one token to the next: the mean over requests
 * @param utilisation the share of time that engines spend in iterations that compute prompts
 * @param workMaxOverMean the busiest engine's computed prompt tokens over the mean, at least 1
 * @param requestsMaxOverMean the same for requests
 * @param outstandingMaxOverMean the same for requests at an engine, averaged over arrivals
 */
public record RunResult(
    long requests,
    long answered,
    long shed,
    long refused,
    double completedPerSecond,
    double hitRate,
    double idealHitRate,
    Percentiles ttft,
    double interTokenSeconds,
    double utilisation,
    double workMaxOverMean,
    double requestsMaxOverMean,
    double outstandingMaxOverMean) {}
