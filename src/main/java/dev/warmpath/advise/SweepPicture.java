package dev.warmpath.advise;

import dev.warmpath.advise.Forecast.Outcome;
import java.util.Comparator;
import java.util.List;
import java.util.function.DoubleFunction;
import java.util.function.ToDoubleFunction;
import java.util.stream.DoubleStream;

/** One figure over the number of engines, a line for each size of cache. */
final class SweepPicture {
  private static final int HEIGHT = 240;
  private static final int TOP = 16;
  private static final int BOTTOM = 40;
  private static final int LEFT = 58;
  private static final int RIGHT = 66;
  private static final int LINES = 4;
  private static final int LEAST_GAP = 15;

  private final int width;
  private final List<Integer> targets;
  private final double most;
  private final ToDoubleFunction<Outcome> figure;

  private SweepPicture(
      List<Outcome> sweep, ToDoubleFunction<Outcome> figure, double least, int width) {
    this.width = width;
    this.figure = figure;
    this.targets = sweep.stream().map(Outcome::targets).distinct().sorted().toList();
    this.most = roundedUp(Math.max(least, sweep.stream().mapToDouble(figure).max().orElseThrow()));
  }

  /**
   * The picture as SVG; its vertical axis begins at 0.
   *
   * @param title what the figure is
   * @param label writes a figure
   * @param least how far the axis reaches at least, positive
   * @param width in pixels
   */
  static String of(
      List<Outcome> sweep,
      String title,
      ToDoubleFunction<Outcome> figure,
      DoubleFunction<String> label,
      double least,
      int width) {
    SweepPicture picture = new SweepPicture(sweep, figure, least, width);
    StringBuilder svg =
        new StringBuilder(
            "<svg viewBox='0 0 %d %d' width='%d' role='img' aria-label='%s'>"
                .formatted(width, HEIGHT, width, Html.escaped(title)));
    picture.grid(svg, label);
    picture.lines(svg, sweep);
    return svg.append("</svg>").toString();
  }

  private void grid(StringBuilder svg, DoubleFunction<String> label) {
    for (int i = 0; i <= LINES; i++) {
      double y = y(most * i / LINES);
      svg.append(
          "<line class='grid' x1='%d' x2='%d' y1='%s' y2='%s'/>"
              .formatted(LEFT, width - RIGHT, Html.number(y), Html.number(y)));
      svg.append(
          "<text class='axis' x='%d' y='%s' text-anchor='end'>%s</text>"
              .formatted(
                  LEFT - 8, Html.number(y + 4), Html.escaped(label.apply(most * i / LINES))));
    }
    for (int i = 0; i < targets.size(); i++) {
      svg.append(
          "<text class='axis' x='%s' y='%d' text-anchor='middle'>%d</text>"
              .formatted(Html.number(x(i)), HEIGHT - BOTTOM + 18, targets.get(i)));
    }
    svg.append(
        "<text class='axis' x='%d' y='%d' text-anchor='middle'>engines</text>"
            .formatted((LEFT + width - RIGHT) / 2, HEIGHT - 4));
  }

  private void lines(StringBuilder svg, List<Outcome> sweep) {
    List<Long> sizes = sweep.stream().map(Outcome::kvTokens).distinct().sorted().toList();
    List<List<Outcome>> lines =
        sizes.stream()
            .map(size -> sweep.stream().filter(o -> o.kvTokens() == size).toList())
            .sorted(Comparator.comparingDouble(line -> y(figure.applyAsDouble(line.getLast()))))
            .toList();
    double lastLabel = 0;
    for (List<Outcome> line : lines) {
      int look = sizes.indexOf(line.getFirst().kvTokens()) % 3;
      StringBuilder points = new StringBuilder();
      for (Outcome outcome : line) {
        double x = x(targets.indexOf(outcome.targets()));
        double y = y(figure.applyAsDouble(outcome));
        points.append(Html.number(x)).append(',').append(Html.number(y)).append(' ');
        svg.append(
            "<circle class='dot%d' cx='%s' cy='%s' r='3.5'/>"
                .formatted(look, Html.number(x), Html.number(y)));
      }
      svg.append("<polyline class='line%d' points='%s'/>".formatted(look, points));
      double at = Math.max(lastLabel + LEAST_GAP, y(figure.applyAsDouble(line.getLast())) + 4);
      svg.append(
          "<text x='%d' y='%s'>%s</text>"
              .formatted(
                  width - RIGHT + 8, Html.number(at), Figures.count(line.getFirst().kvTokens())));
      lastLabel = at;
    }
  }

  /** The next of 1, 2, 4, 8, 10, 20 … so that a quarter of it is easily read. */
  private static double roundedUp(double value) {
    double power = Math.pow(10, Math.floor(Math.log10(value)));
    return DoubleStream.of(1, 2, 4, 8, 10)
        .map(step -> step * power)
        .filter(step -> step >= value * (1 - 1e-9))
        .findFirst()
        .orElseThrow();
  }

  private double x(int target) {
    int steps = Math.max(1, targets.size() - 1);
    return LEFT + 12 + (width - LEFT - RIGHT - 24.0) * target / steps;
  }

  private double y(double value) {
    return TOP + (HEIGHT - TOP - BOTTOM) * (1 - value / most);
  }
}
