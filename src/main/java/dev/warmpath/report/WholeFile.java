package dev.warmpath.report;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;

/** Writes files whole or not at all. */
public final class WholeFile {
  private WholeFile() {}

  /**
   * Writes a file in the place of any that is there.
   *
   * @throws IOException if it cannot be written; what was there before is still there
   */
  public static void write(Path file, String text) throws IOException {
    write(file, unfinished -> Files.writeString(unfinished, text));
  }

  /** What fills a file. */
  @FunctionalInterface
  interface Content {
    /**
     * Writes all of it.
     *
     * @param unfinished the file under the name that it has until it is whole
     */
    void writeTo(Path unfinished) throws IOException;
  }

  static void write(Path file, Content content) throws IOException {
    Path target = file.toAbsolutePath();
    Path unfinished = Files.createTempFile(target.getParent(), "result", ".tmp");
    try {
      content.writeTo(unfinished);
      Files.move(unfinished, target, StandardCopyOption.REPLACE_EXISTING);
    } finally {
      Files.deleteIfExists(unfinished);
    }
  }
}
