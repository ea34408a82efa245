package dev.warmpath.advise;

import java.util.List;

/**
 * The tree of shared beginnings as a picture: to the right the depth of prompts, downwards the
 * share of requests.
 */
final class BeginningsPicture {
  private static final int HEIGHT = 300;
  private static final int AXIS = 26;
  private static final int GAP = 2;
  private static final int TICK_EVERY = 170;

  /** Room that a letter of a label takes. */
  private static final double LETTER = 6.6;

  private final int width;
  private final double perToken;
  private final double perRequest;
  private final StringBuilder svg = new StringBuilder();

  private BeginningsPicture(int width, long tokens, long requests) {
    this.width = width;
    this.perToken = (double) width / tokens;
    this.perRequest = (double) HEIGHT / requests;
  }

  /**
   * The picture as SVG.
   *
   * @param width in pixels
   */
  static String of(List<Branch> branches, long requests, int width) {
    long deepest = deepest(branches);
    BeginningsPicture picture = new BeginningsPicture(width, deepest, requests);
    picture.svg.append(
        "<svg viewBox='0 0 %d %d' width='%d' role='img' aria-label='Tree of shared beginnings'>"
            .formatted(width, HEIGHT + AXIS, width));
    picture.draw(branches, 0, 0);
    picture.axis(deepest);
    return picture.svg.append("</svg>").toString();
  }

  private void draw(List<Branch> branches, double top, int level) {
    double y = top;
    for (Branch branch : branches) {
      double height = branch.requests() * perRequest;
      if (height < 1) {
        return;
      }
      draw(branch, y, height, level);
      draw(branch.children(), y, level + 1);
      y += height;
    }
  }

  private void draw(Branch branch, double y, double height, int level) {
    double x = branch.fromTokens() * perToken;
    double w = Math.max(1, (branch.toTokens() - branch.fromTokens()) * perToken - GAP);
    double h = Math.max(1, height - Math.min(GAP, height / 3));
    svg.append(
        "<rect class='level%d' x='%s' y='%s' width='%s' height='%s' rx='2'><title>%s</title></rect>"
            .formatted(
                level % 4,
                Html.number(x),
                Html.number(y),
                Html.number(w),
                Html.number(h),
                title(branch)));
    int letters = (int) ((w - 12) / LETTER);
    String first = branch.place().isEmpty() ? Figures.count(branch.requests()) : branch.place();
    if (h >= 16 && letters >= first.length()) {
      text(x + 6, y + Math.min(h / 2 + 4, 18), first);
      String second =
          "%s requests to %s tokens"
              .formatted(Figures.count(branch.requests()), Figures.count(branch.toTokens()));
      if (h >= 36 && letters >= second.length() && !branch.place().isEmpty()) {
        text(x + 6, y + 33, second);
      }
    }
  }

  private void text(double x, double y, String text) {
    svg.append(
        "<text class='on' x='%s' y='%s'>%s</text>"
            .formatted(Html.number(x), Html.number(y), Html.escaped(text)));
  }

  private void axis(long deepest) {
    int ticks = Math.max(1, width / TICK_EVERY);
    for (int tick = 0; tick <= ticks; tick++) {
      String anchor = tick == 0 ? "start" : tick == ticks ? "end" : "middle";
      String label = Figures.count((double) deepest * tick / ticks);
      svg.append(
          "<text class='axis' x='%d' y='%d' text-anchor='%s'>%s</text>"
              .formatted(
                  width * tick / ticks,
                  HEIGHT + 18,
                  anchor,
                  tick == ticks ? label + " tokens" : label));
    }
  }

  /** What a branch is, in words. */
  static String title(Branch branch) {
    return Html.escaped(
        "%s requests share tokens %s to %s%s"
            .formatted(
                Figures.count(branch.requests()),
                Figures.count(branch.fromTokens()),
                Figures.count(branch.toTokens()),
                branch.place().isEmpty() ? "" : ", ending in " + branch.place()));
  }

  private static long deepest(List<Branch> branches) {
    return branches.stream()
        .mapToLong(branch -> Math.max(branch.toTokens(), deepest(branch.children())))
        .max()
        .orElse(1);
  }
}
