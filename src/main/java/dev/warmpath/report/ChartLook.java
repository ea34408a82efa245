package dev.warmpath.report;

import java.awt.BasicStroke;
import java.awt.Color;
import java.awt.Font;
import java.awt.Graphics2D;
import java.awt.RenderingHints;
import java.awt.image.BufferedImage;
import org.knowm.xchart.XYChart;
import org.knowm.xchart.XYChartBuilder;
import org.knowm.xchart.style.Styler.ChartTheme;
import org.knowm.xchart.style.XYStyler;
import org.knowm.xchart.style.markers.Marker;
import org.knowm.xchart.style.markers.SeriesMarkers;

/**
 * Colours, fonts and sizes of all charts: one dark line among lighter ones, told apart by marks.
 */
final class ChartLook {
  static final int WIDTH = 1280;
  static final int HEIGHT = 720;
  static final Color OURS = new Color(0x00, 0x2B, 0x7F);

  /** Seen on {@link #OURS} as well as on white. */
  static final Color OURS_PALE = new Color(0x7A, 0x9A, 0xE0);

  static final Color INK = new Color(0x33, 0x33, 0x33);
  static final Color FAINT = new Color(0xE2, 0xE2, 0xE2);

  /**
   * Okabe and Ito's colours without the dark ones: safe for the colour-blind, mid-grey in print.
   */
  private static final Color[] PEERS = {
    new Color(0xD5, 0x5E, 0x00),
    new Color(0x00, 0x9E, 0x73),
    new Color(0xCC, 0x79, 0xA7),
    new Color(0x56, 0xB4, 0xE9),
    new Color(0xE6, 0x9F, 0x00),
    new Color(0x8A, 0x8A, 0x8A)
  };

  private static final Marker[] MARKS = {
    SeriesMarkers.SQUARE,
    SeriesMarkers.TRIANGLE_UP,
    SeriesMarkers.DIAMOND,
    SeriesMarkers.TRIANGLE_DOWN,
    SeriesMarkers.CROSS
  };

  private ChartLook() {}

  static Color peerColor(int peer) {
    return PEERS[peer % PEERS.length];
  }

  static Marker peerMark(int peer) {
    return MARKS[peer % MARKS.length];
  }

  static Font font(int style, int size) {
    return new Font(Font.SANS_SERIF, style, size);
  }

  /** An empty chart. */
  static XYChart chart(String title) {
    XYChart chart =
        new XYChartBuilder()
            .width(WIDTH)
            .height(HEIGHT)
            .theme(ChartTheme.Matlab)
            .title(title)
            .build();
    XYStyler styler = chart.getStyler();
    styler.setLegendVisible(false);
    styler.setChartBackgroundColor(Color.WHITE);
    styler.setChartFontColor(INK);
    styler.setChartPadding(18);
    styler.setChartTitleFont(font(Font.BOLD, 20));
    styler.setAxisTitleFont(font(Font.PLAIN, 16));
    styler.setAxisTickLabelsFont(font(Font.PLAIN, 14));
    styler.setAxisTickLabelsColor(INK);
    styler.setAxisTickMarksColor(FAINT);
    styler.setPlotBorderVisible(false);
    styler.setPlotGridLinesColor(FAINT);
    styler.setPlotGridLinesStroke(new BasicStroke(1));
    styler.setPlotContentSize(1);
    styler.setPlotMargin(0);
    styler.setXAxisLogarithmicDecadeOnly(false).setYAxisLogarithmicDecadeOnly(false);
    styler.setXAxisTickMarkSpacingHint(90);
    styler.setMarkerSize(9);
    return chart;
  }

  /** A pen for what the library does not draw. */
  static Graphics2D pen(BufferedImage image) {
    Graphics2D pen = image.createGraphics();
    pen.setRenderingHint(RenderingHints.KEY_ANTIALIASING, RenderingHints.VALUE_ANTIALIAS_ON);
    pen.setRenderingHint(
        RenderingHints.KEY_TEXT_ANTIALIASING, RenderingHints.VALUE_TEXT_ANTIALIAS_ON);
    return pen;
  }
}
