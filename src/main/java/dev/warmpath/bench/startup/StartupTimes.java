package dev.warmpath.bench.startup;

/**
 * One start, in milliseconds since the process was started, or the snapshot restored.
 *
 * @param ready when it first asked for an invocation
 * @param firstToken when the first token of the answer came
 * @param answer when the answer was whole
 * @param cpu processor time by then; since the process was started, in any case
 * @param megabytes the most memory that the process had by then
 * @param degraded whether the router had to do without its table
 */
record StartupTimes(
    double ready,
    double firstToken,
    double answer,
    double cpu,
    double megabytes,
    boolean degraded) {}
