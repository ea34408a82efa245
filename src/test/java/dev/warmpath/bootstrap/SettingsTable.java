package dev.warmpath.bootstrap;

import java.util.Arrays;
import java.util.stream.Collectors;

/** The configuration as a Markdown table, the source of {@code docs/configuration.md}. */
final class SettingsTable {
  private SettingsTable() {}

  static String markdown() {
    return Arrays.stream(Setting.values())
        .map(SettingsTable::row)
        .collect(
            Collectors.joining(
                "\n", "| variable | default | range | effect |\n|---|---|---|---|\n", "\n"));
  }

  private static String row(Setting setting) {
    String defaultValue =
        setting.defaultValue().isEmpty() ? "none" : "`" + setting.defaultValue() + "`";
    return "| `%s` | %s | %s | %s |"
        .formatted(setting.variable(), defaultValue, setting.range(), setting.effect());
  }
}
