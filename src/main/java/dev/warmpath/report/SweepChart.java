package dev.warmpath.report;

import java.awt.BasicStroke;
import java.awt.Color;
import java.awt.Font;
import java.awt.FontMetrics;
import java.awt.Graphics2D;
import java.awt.image.BufferedImage;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.knowm.xchart.BitmapEncoder;
import org.knowm.xchart.XYChart;
import org.knowm.xchart.XYSeries;
import org.knowm.xchart.style.markers.Marker;
import org.knowm.xchart.style.markers.SeriesMarkers;

/** A line for each policy over the load, named at its end; thin bars show the intervals. */
final class SweepChart {
  /** What is left of the picture's width for the loads and the names. */
  private static final int PLOT_WIDTH = ChartLook.WIDTH - 110;

  private static final int LABEL_GAP = 19;
  private static final int NAMES_TOP = 60;
  private static final int NAMES_BOTTOM = ChartLook.HEIGHT - 90;
  private static final int LABEL_INDENT = 34;
  private static final int NAME_SIZE = 15;

  private final Measure measure;
  private final String emphasised;
  private final XYChart chart;
  private final List<Line> lines = new ArrayList<>();

  private SweepChart(Measure measure, String title, String loadTitle, String emphasised) {
    this.measure = measure;
    this.emphasised = emphasised;
    this.chart = ChartLook.chart(title);
    chart.setXAxisTitle(loadTitle);
    chart.setYAxisTitle(measure.title());
  }

  /** The picture. */
  static BufferedImage draw(
      Measure measure,
      String title,
      String loadTitle,
      List<PolicyPoint> points,
      String emphasised) {
    SweepChart sweep = new SweepChart(measure, title, loadTitle, emphasised);
    sweep.addLines(points);
    sweep.scaleAxes(points);
    BufferedImage image = BitmapEncoder.getBufferedImage(sweep.chart);
    Graphics2D pen = ChartLook.pen(image);
    sweep.drawIntervals(pen);
    sweep.drawNames(pen);
    pen.dispose();
    return image;
  }

  private void addLines(List<PolicyPoint> points) {
    Map<String, List<PolicyPoint>> policies = new LinkedHashMap<>();
    points.stream()
        .sorted(Comparator.comparingDouble(PolicyPoint::load))
        .forEach(p -> policies.computeIfAbsent(p.policy(), name -> new ArrayList<>()).add(p));
    List<PolicyPoint> ours = policies.remove(emphasised);
    policies.forEach(this::addPeer);
    if (ours != null) {
      addOurs(ours);
    }
  }

  private void addPeer(String name, List<PolicyPoint> points) {
    Color color = ChartLook.peerColor(lines.size());
    Marker mark = ChartLook.peerMark(lines.size());
    addLine(new Line(name, points, color), 1.8f, mark);
  }

  /** Last, so that it lies on top. */
  private void addOurs(List<PolicyPoint> points) {
    addLine(new Line(emphasised, points, ChartLook.OURS), 4.5f, SeriesMarkers.CIRCLE);
  }

  private void addLine(Line line, float width, Marker mark) {
    XYSeries series =
        chart.addSeries(
            line.name(),
            line.points().stream().mapToDouble(PolicyPoint::load).toArray(),
            line.points().stream().mapToDouble(point -> measure.of(point).median()).toArray());
    series.setLineColor(line.color()).setLineStyle(new BasicStroke(width));
    series.setMarker(mark).setMarkerColor(line.color());
    lines.add(line);
  }

  private void scaleAxes(List<PolicyPoint> points) {
    double first = points.stream().mapToDouble(PolicyPoint::load).min().orElseThrow();
    double last = points.stream().mapToDouble(PolicyPoint::load).max().orElseThrow();
    double range = last - first;
    double names = namesWidth();
    chart.getStyler().setXAxisMin(first - 0.03 * range);
    chart.getStyler().setXAxisMax(last + range * names / (PLOT_WIDTH - names));
    chart.getStyler().setPlotGridVerticalLinesVisible(false);
    chart.setCustomXAxisTickLabelsFormatter(load -> load > last ? "" : Measure.digits(load));
    double most = measure.top(points);
    chart.getStyler().setYAxisLogarithmic(measure.isLogarithmic());
    chart.setCustomYAxisTickLabelsFormatter(measure::tick);
    if (measure.isLogarithmic()) {
      chart.getStyler().setYAxisMin(measure.bottom(points) / 1.2).setYAxisMax(most * 1.2);
    } else {
      double room = 0.06 * (most - measure.base());
      chart.getStyler().setYAxisMin(measure.base()).setYAxisMax(most + room);
    }
  }

  private int namesWidth() {
    Graphics2D pen = ChartLook.pen(new BufferedImage(1, 1, BufferedImage.TYPE_INT_RGB));
    pen.setFont(ChartLook.font(Font.BOLD, NAME_SIZE));
    FontMetrics metrics = pen.getFontMetrics();
    pen.dispose();
    return LABEL_INDENT
        + lines.stream().mapToInt(line -> metrics.stringWidth(label(line))).max().orElseThrow();
  }

  private void drawIntervals(Graphics2D pen) {
    pen.setStroke(new BasicStroke(1.5f));
    for (Line line : lines) {
      pen.setColor(line.color());
      for (PolicyPoint point : line.points()) {
        int x = x(point.load());
        pen.drawLine(x, y(measure.of(point).least()), x, y(measure.of(point).most()));
      }
    }
  }

  private void drawNames(Graphics2D pen) {
    double[] ends = lines.stream().mapToDouble(line -> y(endOf(line))).toArray();
    double[] heights = LabelColumn.spread(ends, LABEL_GAP, NAMES_TOP, NAMES_BOTTOM);
    int last = lines.stream().mapToInt(line -> x(line.last().load())).max().orElseThrow();
    int column = last + LABEL_INDENT;
    pen.setStroke(new BasicStroke(1));
    for (int i = 0; i < ends.length; i++) {
      Line line = lines.get(i);
      int height = (int) heights[i];
      pen.setColor(line.color());
      pen.drawLine(x(line.last().load()) + 8, (int) ends[i], column - 4, height);
      boolean isOurs = line.name().equals(emphasised);
      pen.setFont(ChartLook.font(isOurs ? Font.BOLD : Font.PLAIN, NAME_SIZE));
      pen.setColor(isOurs ? ChartLook.OURS : ChartLook.INK);
      pen.drawString(label(line), column, height + 5);
    }
  }

  private String label(Line line) {
    return line.name() + "  " + measure.text(endOf(line));
  }

  private double endOf(Line line) {
    return measure.of(line.last()).median();
  }

  private int x(double load) {
    return (int) Math.round(chart.getScreenXFromChart(load));
  }

  private int y(double value) {
    return (int) Math.round(chart.getScreenYFromChart(value));
  }

  private record Line(String name, List<PolicyPoint> points, Color color) {
    PolicyPoint last() {
      return points.getLast();
    }
  }
}
