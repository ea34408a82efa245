package dev.warmpath.cli;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Lays text out in columns: the first and the last aligned left, the others right. */
final class AlignedTable {
  private final List<List<String>> rows = new ArrayList<>();

  AlignedTable(List<String> heads) {
    rows.add(heads);
  }

  void add(List<String> row) {
    rows.add(row);
  }

  /** The table, a line each, without a line break at the end. */
  String text() {
    int[] widths =
        IntStream.range(0, rows.getFirst().size())
            .map(column -> rows.stream().mapToInt(row -> row.get(column).length()).max().orElse(0))
            .toArray();
    return rows.stream().map(row -> line(row, widths)).collect(Collectors.joining("\n"));
  }

  private static String line(List<String> row, int[] widths) {
    StringBuilder line = new StringBuilder();
    for (int column = 0; column < row.size(); column++) {
      String padding = " ".repeat(widths[column] - row.get(column).length());
      boolean left = column == 0 || column == row.size() - 1;
      line.append(column == 0 ? "" : "  ");
      line.append(left ? row.get(column) + padding : padding + row.get(column));
    }
    return line.toString().stripTrailing();
  }
}
