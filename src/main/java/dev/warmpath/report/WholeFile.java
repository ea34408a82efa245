package dev.warmpath.report;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;

/** Writes text files whole or not at all. */
public final class WholeFile {
  private WholeFile() {}

  /**
   * Writes a file in the place of any that is there.
   *
   * @throws IOException if it cannot be written; what was there before is still there
   */
  public static void write(Path file, String text) throws IOException {
    Path target = file.toAbsolutePath();
    Path unfinished = Files.createTempFile(target.getParent(), "result", ".tmp");
    try {
      Files.writeString(unfinished, text);
      Files.move(unfinished, target, StandardCopyOption.REPLACE_EXISTING);
    } finally {
      Files.deleteIfExists(unfinished);
    }
  }
}
