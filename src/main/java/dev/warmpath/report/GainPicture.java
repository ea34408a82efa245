package dev.warmpath.report;

import java.awt.Color;
import java.awt.Font;
import java.awt.Graphics2D;
import java.awt.image.BufferedImage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.function.DoubleFunction;
import java.util.function.ToDoubleFunction;

/**
 * The gain of one policy over others as a picture for a page: hit rate and time to the first token,
 * a bar for each policy, once on light and once on dark ground. Needs no display.
 */
public final class GainPicture {
  /** Sharp on a dense screen at half its size, legible on a telephone at less than a third. */
  private static final int WIDTH = 1200;

  private static final int HEAD = 76;
  private static final int ROW = 64;
  private static final int BAR = 40;
  private static final int GAP = 34;
  private static final int FOOT = 96;
  private static final int CAPTION_SIZE = 27;
  private static final int CAPTION_LINE = 36;
  private static final int NAMES = 350;
  private static final int FIGURES = 170;

  private final List<PolicyResult> policies;
  private final String emphasised;
  private final Look look;
  private final Graphics2D pen;

  private GainPicture(List<PolicyResult> policies, String emphasised, Look look, Graphics2D pen) {
    this.policies = policies;
    this.emphasised = emphasised;
    this.look = look;
    this.pen = pen;
  }

  /** The colours of one ground. */
  private enum Look {
    LIGHT(0xFFFFFF, 0x1B1E24, 0x596170, 0x2457C5, 0xC3C9D3),
    DARK(0x0D1117, 0xE8EAEE, 0xA2AAB8, 0x8FB1FF, 0x454D5B);

    private final Color paper;
    private final Color ink;
    private final Color muted;
    private final Color accent;
    private final Color bar;

    Look(int paper, int ink, int muted, int accent, int bar) {
      this.paper = new Color(paper);
      this.ink = new Color(ink);
      this.muted = new Color(muted);
      this.accent = new Color(accent);
      this.bar = new Color(bar);
    }

    private String fileName() {
      return "gain-" + name().toLowerCase(Locale.ROOT) + ".png";
    }
  }

  /**
   * Writes {@code gain-light.png} and {@code gain-dark.png}; each appears whole or not at all.
   *
   * @param folder where; made if it does not exist
   * @param policies what was measured, not empty, in the order of the bars
   * @param emphasised the policy to make stand out
   * @param caption what was played, in at most two lines of some 80 characters
   * @return the files
   * @throws IOException if a file cannot be written
   */
  public static List<Path> write(
      Path folder, List<PolicyResult> policies, String emphasised, String caption)
      throws IOException {
    Files.createDirectories(folder);
    return List.of(
        ChartFiles.write(
            folder.resolve(Look.LIGHT.fileName()), draw(policies, emphasised, caption, Look.LIGHT)),
        ChartFiles.write(
            folder.resolve(Look.DARK.fileName()), draw(policies, emphasised, caption, Look.DARK)));
  }

  private static BufferedImage draw(
      List<PolicyResult> policies, String emphasised, String caption, Look look) {
    int panel = HEAD + ROW * policies.size();
    int height = 2 * panel + GAP + FOOT;
    BufferedImage image = new BufferedImage(WIDTH, height, BufferedImage.TYPE_INT_RGB);
    Graphics2D pen = ChartLook.pen(image);
    pen.setColor(look.paper);
    pen.fillRect(0, 0, WIDTH, height);
    GainPicture picture = new GainPicture(policies, emphasised, look, pen);
    picture.panel(
        0, "Prompt tokens found in a cache", PolicyResult::hitRate, 1, ResultTable::percent);
    double slowest = policies.stream().mapToDouble(p -> p.ttft().p90()).max().orElseThrow();
    picture.panel(
        panel + GAP,
        "Time to the first token, 90th percentile",
        policy -> policy.ttft().p90(),
        slowest,
        ResultTable::millis);
    picture.caption(caption, height - FOOT + 40);
    pen.dispose();
    return image;
  }

  private void panel(
      int top,
      String title,
      ToDoubleFunction<PolicyResult> measure,
      double most,
      DoubleFunction<String> words) {
    text(title, 0, top + 44, Font.BOLD, 36, look.ink);
    int room = WIDTH - NAMES - FIGURES;
    for (int row = 0; row < policies.size(); row++) {
      PolicyResult policy = policies.get(row);
      double value = measure.applyAsDouble(policy);
      boolean isOurs = policy.name().equals(emphasised);
      Color color = isOurs ? look.accent : look.ink;
      int style = isOurs ? Font.BOLD : Font.PLAIN;
      int y = top + HEAD + row * ROW;
      int length = (int) Math.round(room * value / most);
      text(policy.name(), 0, y + 32, style, 34, color);
      pen.setColor(isOurs ? look.accent : look.bar);
      pen.fillRect(NAMES, y, length, BAR);
      text(words.apply(value), NAMES + length + 18, y + 32, style, 34, color);
    }
  }

  /** Lines as wide as the picture; there is room for two. */
  private void caption(String caption, int baseline) {
    pen.setFont(ChartLook.font(Font.PLAIN, CAPTION_SIZE));
    String line = "";
    int y = baseline;
    for (String word : caption.split(" ", -1)) {
      String longer = line.isEmpty() ? word : line + " " + word;
      if (pen.getFontMetrics().stringWidth(longer) > WIDTH) {
        text(line, 0, y, Font.PLAIN, CAPTION_SIZE, look.muted);
        y += CAPTION_LINE;
        line = word;
      } else {
        line = longer;
      }
    }
    text(line, 0, y, Font.PLAIN, CAPTION_SIZE, look.muted);
  }

  private void text(String text, int x, int y, int style, int size, Color color) {
    pen.setFont(ChartLook.font(style, size));
    pen.setColor(color);
    pen.drawString(text, x, y);
  }
}
