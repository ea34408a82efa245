package dev.warmpath.page;

import dev.warmpath.engine.EngineProfile;
import dev.warmpath.engine.EngineRequest;
import dev.warmpath.local.EngineWatch;
import dev.warmpath.page.Compared.Served;
import dev.warmpath.page.ComparisonView.Height;
import dev.warmpath.page.ComparisonView.Point;
import dev.warmpath.page.ComparisonView.Side;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The first tokens of a fleet's engines, beside those that the same requests at the same times
 * would have got under round robin. Writes guarded by this.
 */
public final class Comparison implements EngineWatch {
  /*
   * The other side is a replay: models of equal engines with cold caches get the requests in turn,
   * at the times at which the real ones got them, and simulated time follows. A caller who would
   * have waited for a slower answer before asking again is not slowed down; a request that was given
   * up in reality runs to its end.
   */

  /** How many requests are remembered one by one. */
  static final int WINDOW = 1_200;

  /** How many requests a point of a chart is about: fewer would show the noise of single ones. */
  static final int POINT_SPAN = 32;

  private static final int MOST_POINTS = 80;

  private final RoundRobinReplay replay;
  private final @Nullable Compared[] latest = new Compared[WINDOW];
  private final Totals measured = new Totals();
  private final Totals replayed = new Totals();
  private long submitted;
  private long compared;
  private long promptTokens;
  private long leftOut;

  private static final class Totals {
    private long cachedTokens;
    private long waitedNanos;

    private void add(Served served) {
      cachedTokens += served.cachedTokens();
      waitedNanos += served.waitedNanos();
    }
  }

  /**
   * Makes a comparison that has heard of nothing.
   *
   * @param engines how many engines the fleet has, at least 1
   * @param profile the speed and size of each
   */
  public Comparison(int engines, EngineProfile profile) {
    this.replay = new RoundRobinReplay(engines, profile, this::replayed);
  }

  @Override
  public synchronized long submitted(EngineRequest request, long nanos) {
    long number = ++submitted;
    latest[slot(number)] = new Compared(number, request.promptTokens(), nanos);
    EngineRequest copy =
        new EngineRequest(
            number, request.blockHashes(), request.promptTokens(), request.outputTokens());
    if (!replay.submit(copy, nanos)) {
      leftOut++;
    }
    return number;
  }

  @Override
  public synchronized void firstToken(long number, int cachedTokens, long nanos) {
    find(number)
        .ifPresent(
            request -> {
              request.measured(cachedTokens, nanos);
              count(request);
            });
  }

  private void replayed(long number, int cachedTokens, long nanos) {
    find(number)
        .ifPresent(
            request -> {
              request.replayed(cachedTokens, nanos);
              count(request);
            });
  }

  /** One that came so long ago that another has its place is not compared. */
  private Optional<Compared> find(long number) {
    return Optional.ofNullable(latest[slot(number)]).filter(r -> r.number() == number);
  }

  private static int slot(long number) {
    return (int) (number % WINDOW);
  }

  private void count(Compared request) {
    if (request.isComplete()) {
      compared++;
      promptTokens += request.promptTokens();
      measured.add(request.measured());
      replayed.add(request.replayed());
    }
  }

  /**
   * What was found by then.
   *
   * @param nanos now, on the engines' clock
   */
  public synchronized ComparisonView view(long nanos) {
    replay.advanceTo(nanos);
    List<Compared> window =
        Stream.of(latest)
            .filter(Objects::nonNull)
            .filter(Compared::isComplete)
            .sorted(Comparator.comparingLong(Compared::number))
            .toList();
    return new ComparisonView(
        compared,
        promptTokens,
        side(measured, window, Compared::measured),
        side(replayed, window, Compared::replayed),
        leftOut,
        window.size(),
        points(window));
  }

  private static Side side(
      Totals totals, List<Compared> window, Function<Compared, Served> served) {
    return new Side(
        totals.cachedTokens,
        Duration.ofNanos(totals.waitedNanos),
        percentile(window, served, 0.5),
        percentile(window, served, 0.9));
  }

  private static List<Point> points(List<Compared> window) {
    int step = Math.max(1, (window.size() + MOST_POINTS - 1) / MOST_POINTS);
    List<Point> points = new ArrayList<>();
    // Backwards, so that the last point ends with the last request.
    for (int end = window.size(); end > 0; end -= step) {
      List<Compared> requests = window.subList(Math.max(0, end - POINT_SPAN), end);
      points.addFirst(
          new Point(height(requests, Compared::measured), height(requests, Compared::replayed)));
    }
    return points;
  }

  private static Height height(List<Compared> requests, Function<Compared, Served> served) {
    long prompt = requests.stream().mapToLong(Compared::promptTokens).sum();
    long cached = requests.stream().map(served).mapToLong(Served::cachedTokens).sum();
    long waited = requests.stream().map(served).mapToLong(Served::waitedNanos).sum();
    return new Height((double) cached / prompt, Duration.ofNanos(waited / requests.size()));
  }

  /** The smallest time that at least such a share of all does not exceed. */
  private static Duration percentile(
      List<Compared> requests, Function<Compared, Served> served, double share) {
    long[] nanos = requests.stream().map(served).mapToLong(Served::waitedNanos).toArray();
    Arrays.sort(nanos);
    int rank = (int) Math.ceil(share * nanos.length);
    return nanos.length == 0 ? Duration.ZERO : Duration.ofNanos(nanos[Math.max(0, rank - 1)]);
  }
}
