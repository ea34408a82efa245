package dev.warmpath.report;

/**
 * What one policy achieved at one load: a point of each chart.
 *
 * @param policy its name
 * @param load what a sweep varies, for instance requests per second
 * @param ttftP50 median time to the first token in seconds
 * @param ttftP90 the 90th percentile
 * @param hitRate cached prompt tokens over prompt tokens, 0 to 1
 * @param workMaxOverMean the busiest engine's computed prompt tokens over the mean, at least 1
 */
public record PolicyPoint(
    String policy,
    double load,
    Interval ttftP50,
    Interval ttftP90,
    Interval hitRate,
    Interval workMaxOverMean) {}
