package dev.warmpath.bootstrap;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Reads settings off an environment and collects every fault; confined to one thread. */
final class SettingReader {
  private final Map<String, String> environment;
  private final List<String> faults = new ArrayList<>();

  SettingReader(Map<String, String> environment) {
    this.environment = environment;
  }

  String text(Setting setting) {
    String value = environment.getOrDefault(setting.variable(), "").strip();
    return value.isEmpty() ? setting.defaultValue() : value;
  }

  String requiredText(Setting setting) {
    String value = text(setting);
    if (value.isEmpty()) {
      fault(setting, "is required");
    }
    return value;
  }

  List<String> list(Setting setting) {
    return Arrays.stream(text(setting).split(",", -1))
        .map(String::strip)
        .filter(item -> !item.isEmpty())
        .toList();
  }

  long number(Setting setting, long least, long most) {
    String value = text(setting);
    try {
      long number = Long.parseLong(value);
      if (number >= least && number <= most) {
        return number;
      }
    } catch (NumberFormatException e) {
      // Told below, together with numbers out of range.
    }
    fault(
        setting,
        "must be a whole number from " + least + " to " + most + " but was '" + value + "'");
    return least;
  }

  <T> T choice(Setting setting, Map<String, T> choices, T otherwise) {
    String value = text(setting);
    return Optional.ofNullable(choices.get(value))
        .orElseGet(
            () -> {
              fault(setting, "must be " + setting.range() + " but was '" + value + "'");
              return otherwise;
            });
  }

  void fault(Setting setting, String sentence) {
    faults.add(setting.variable() + " " + sentence);
  }

  /**
   * Ends the reading.
   *
   * @throws SettingsException if anything was wrong
   */
  void check() {
    if (!faults.isEmpty()) {
      throw new SettingsException(faults);
    }
  }
}
