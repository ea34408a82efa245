package dev.warmpath.page;

import java.time.Duration;
import java.util.List;

/**
 * What a comparison has found so far: about the requests whose first tokens both sides have given.
 *
 * @param requests how many they are
 * @param promptTokens their prompts' tokens
 * @param measured what the tier made of them
 * @param replayed what round robin would have made of them
 * @param leftOut requests that the replay could not take, since its queues were full
 * @param window how many of the latest requests percentiles and points are about
 * @param points the latest requests in the order of their arrival
 */
public record ComparisonView(
    long requests,
    long promptTokens,
    Side measured,
    Side replayed,
    long leftOut,
    int window,
    List<Point> points) {
  /** Copies the points. */
  public ComparisonView {
    points = List.copyOf(points);
  }

  /**
   * One side.
   *
   * @param cachedTokens prompt tokens that came out of caches
   * @param waited the times to first tokens, added up
   * @param p50 the median time to the first token in the window; zero if it is empty
   * @param p90 the 90th percentile
   */
  public record Side(long cachedTokens, Duration waited, Duration p50, Duration p90) {}

  /**
   * A request and those just before it.
   *
   * @param measured what the tier made of them
   * @param replayed what round robin would have made of them
   */
  public record Point(Height measured, Height replayed) {}

  /**
   * One side of a point.
   *
   * @param hitRate cached prompt tokens over prompt tokens, 0 to 1
   * @param ttft the mean time to the first token
   */
  public record Height(double hitRate, Duration ttft) {}
}
