package dev.warmpath.report;

import java.util.Arrays;
import java.util.Comparator;

/** Places labels in a column, each as near to its line's end as the others allow. */
final class LabelColumn {
  private LabelColumn() {}

  /**
   * The heights of labels in pixels, in the order of what they label.
   *
   * @param wanted where each would be best
   * @param gap the least distance between two
   * @param top the least height
   * @param bottom the greatest height; if there is no room for all, they reach above the top
   */
  static double[] spread(double[] wanted, double gap, double top, double bottom) {
    Integer[] order = new Integer[wanted.length];
    Arrays.setAll(order, i -> i);
    Arrays.sort(order, Comparator.comparingDouble(i -> wanted[i]));
    double[] placed = wanted.clone();
    double least = top;
    for (int label : order) {
      placed[label] = Math.max(placed[label], least);
      least = placed[label] + gap;
    }
    double most = bottom;
    for (int i = order.length - 1; i >= 0; i--) {
      placed[order[i]] = Math.min(placed[order[i]], most);
      most = placed[order[i]] - gap;
    }
    return placed;
  }
}
