package dev.warmpath.report;

import java.awt.BasicStroke;
import java.awt.Color;
import java.awt.Font;
import java.awt.Graphics2D;
import java.awt.image.BufferedImage;
import java.util.Comparator;
import java.util.List;
import org.knowm.xchart.BitmapEncoder;
import org.knowm.xchart.XYChart;
import org.knowm.xchart.XYSeries;
import org.knowm.xchart.style.XYStyler;
import org.knowm.xchart.style.markers.SeriesMarkers;

/**
 * A bar for each policy at one load, the best on top, with figures at their ends.
 *
 * <p>On a logarithmic axis a bar's length means nothing: there a mark stands for the figure.
 */
final class PointChart {
  private static final Color PEER = new Color(0xA8, 0xA8, 0xA8);
  private static final int NAMES_WIDTH = 230;

  private final Measure measure;
  private final String emphasised;
  private final List<PolicyPoint> points;
  private final XYChart chart;
  private final double least;

  private PointChart(Measure measure, String title, List<PolicyPoint> points, String emphasised) {
    this.measure = measure;
    this.emphasised = emphasised;
    this.chart = ChartLook.chart(title);
    Comparator<PolicyPoint> lowFirst =
        Comparator.comparingDouble(point -> measure.of(point).median());
    // Row 0 is at the bottom: the best is the last.
    this.points =
        points.stream()
            .sorted(measure == Measure.HIT_RATE ? lowFirst : lowFirst.reversed())
            .toList();
    this.least = measure.isLogarithmic() ? measure.bottom(points) / 1.5 : measure.base();
    chart.setXAxisTitle(measure.title());
  }

  /** The picture. */
  static BufferedImage draw(
      Measure measure, String title, List<PolicyPoint> points, String emphasised) {
    PointChart bars = new PointChart(measure, title, points, emphasised);
    bars.scaleAxes();
    bars.addBars();
    BufferedImage image = BitmapEncoder.getBufferedImage(bars.chart);
    Graphics2D pen = ChartLook.pen(image);
    bars.drawTexts(pen);
    pen.dispose();
    return image;
  }

  private void scaleAxes() {
    double most = measure.top(points);
    double end = measure.isLogarithmic() ? most * 2 : most + 0.12 * (most - least);
    chart.setCustomXAxisTickLabelsFormatter(measure::tick);
    XYStyler styler = chart.getStyler();
    styler.setXAxisLogarithmic(measure.isLogarithmic());
    styler.setXAxisMin(least).setXAxisMax(end);
    styler.setYAxisMin(-0.7).setYAxisMax(points.size() - 0.3);
    styler.setYAxisTicksVisible(false).setPlotGridHorizontalLinesVisible(false);
    styler.setYAxisLeftWidthHint(NAMES_WIDTH);
  }

  private void addBars() {
    float width = Math.min(28, 0.6f * (ChartLook.HEIGHT - 160) / points.size());
    for (int row = 0; row < points.size(); row++) {
      PolicyPoint point = points.get(row);
      double value = measure.of(point).median();
      XYSeries series =
          chart.addSeries(point.policy(), new double[] {least, value}, new double[] {row, row});
      Color color = point.policy().equals(emphasised) ? ChartLook.OURS : PEER;
      float thickness = measure.isLogarithmic() ? 1.5f : width;
      series.setLineStyle(new BasicStroke(thickness, BasicStroke.CAP_BUTT, BasicStroke.JOIN_MITER));
      series.setLineColor(color);
      series.setMarker(SeriesMarkers.NONE);
    }
  }

  private void drawTexts(Graphics2D pen) {
    int left = (int) chart.getScreenXFromChart(least);
    for (int row = 0; row < points.size(); row++) {
      PolicyPoint point = points.get(row);
      Spread figures = measure.of(point);
      int y = (int) Math.round(chart.getScreenYFromChart(row));
      boolean isOurs = point.policy().equals(emphasised);
      pen.setFont(ChartLook.font(isOurs ? Font.BOLD : Font.PLAIN, 15));
      pen.setColor(isOurs ? ChartLook.OURS : ChartLook.INK);
      pen.drawString(
          point.policy(), left - 10 - pen.getFontMetrics().stringWidth(point.policy()), y + 5);
      pen.drawString(measure.text(figures.median()), x(figures.most()) + 12, y + 5);
      if (measure.isLogarithmic()) {
        pen.fillOval(x(figures.median()) - 6, y - 6, 12, 12);
      }
      pen.setColor(isOurs && !measure.isLogarithmic() ? ChartLook.OURS_PALE : pen.getColor());
      pen.setStroke(new BasicStroke(2));
      pen.drawLine(x(figures.least()), y, x(figures.most()), y);
    }
  }

  private int x(double value) {
    return (int) Math.round(chart.getScreenXFromChart(value));
  }
}
