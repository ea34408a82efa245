package dev.warmpath.bootstrap;

import java.util.List;

/** A configuration that cannot work: every fault at once, each a sentence naming its variable. */
public final class SettingsException extends RuntimeException {
  private static final long serialVersionUID = 1;

  SettingsException(List<String> faults) {
    super("the configuration cannot work: " + String.join("; ", faults));
  }
}
