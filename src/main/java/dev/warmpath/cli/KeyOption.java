package dev.warmpath.cli;

import dev.warmpath.smoke.Deployment;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Help.Visibility;
import picocli.CommandLine.Option;

/** The key of somebody who calls a tier. */
final class KeyOption {
  @Option(
      names = "--key",
      paramLabel = "KEY",
      defaultValue = "${env:" + Deployment.KEY_VARIABLE + "}",
      showDefaultValue = Visibility.NEVER,
      description =
          "The key that the door wants, unless it wants signatures; better set in "
              + Deployment.KEY_VARIABLE
              + ", since other users of this machine can see the command line.")
  private @Nullable String key;

  /** The key; empty for none. */
  Optional<String> key() {
    return Optional.ofNullable(key).filter(given -> !given.isBlank());
  }
}
