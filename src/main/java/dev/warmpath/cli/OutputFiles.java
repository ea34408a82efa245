package dev.warmpath.cli;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;

/** Files that a command is to write: checked before its work begins, not after. */
final class OutputFiles {
  private OutputFiles() {}

  /**
   * Refuses a place where no file can be.
   *
   * @param files as given; null for those that are not
   * @throws ParameterException that names the first that cannot be one
   */
  static void check(CommandSpec spec, @Nullable Path... files) {
    for (Path file : files) {
      if (file != null && !canBe(file)) {
        throw new ParameterException(
            spec.commandLine(), file + " must be a file in a folder that exists");
      }
    }
  }

  private static boolean canBe(Path file) {
    Path folder = Optional.ofNullable(file.toAbsolutePath().getParent()).orElse(file);
    return Files.isDirectory(folder) && !Files.isDirectory(file);
  }
}
