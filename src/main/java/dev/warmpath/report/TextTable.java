package dev.warmpath.report;

import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Lays cells out in columns: the first to the left, all others to the right. */
final class TextTable {
  private TextTable() {}

  /**
   * The table, a line each, without a line break at the end.
   *
   * @param rows the heads first; all of one length
   */
  static String of(List<List<String>> rows) {
    int[] widths =
        IntStream.range(0, rows.getFirst().size())
            .map(column -> rows.stream().mapToInt(row -> row.get(column).length()).max().orElse(0))
            .toArray();
    return rows.stream().map(row -> line(row, widths)).collect(Collectors.joining("\n"));
  }

  /** The same for a page of Markdown, with a line break at the end. */
  static String markdown(List<List<String>> rows) {
    StringBuilder page = new StringBuilder();
    for (int i = 0; i < rows.size(); i++) {
      page.append("| ").append(String.join(" | ", rows.get(i))).append(" |\n");
      if (i == 0) {
        page.append("|---").append("|---:".repeat(rows.getFirst().size() - 1)).append("|\n");
      }
    }
    return page.toString();
  }

  private static String line(List<String> row, int[] widths) {
    StringBuilder line = new StringBuilder();
    for (int column = 0; column < row.size(); column++) {
      String cell = row.get(column);
      String padding = " ".repeat(widths[column] - cell.length());
      line.append(column == 0 ? cell + padding : "  " + padding + cell);
    }
    return line.toString();
  }
}
