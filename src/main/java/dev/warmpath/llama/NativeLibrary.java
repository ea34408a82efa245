package dev.warmpath.llama;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;

/** The native library of the Maven jar, as a file that can be loaded. */
final class NativeLibrary {
  private static final String ROOT = "/de/kherud/llama/";

  /** The version of the jar: part of the file's name, so that an update finds no old file. */
  private static final String VERSION = "4.2.0";

  private NativeLibrary() {}

  /**
   * The library's file, copied out of the jar if it is not there.
   *
   * @throws IOException if the jar has none for the platform, or the folder cannot be written to
   */
  static Path file(Path folder, Platform platform) throws IOException {
    String name =
        platform
            .library()
            .orElseThrow(
                () ->
                    new IOException(
                        "llama.cpp comes with no native library for %s on %s; there are ones for Linux and macOS on x86-64 and AArch64"
                            .formatted(platform.system(), platform.processor())));
    Path file = folder.resolve(VERSION + "-" + name.replace('/', '-'));
    if (!Files.exists(file)) {
      copy(name, file);
    }
    return file;
  }

  private static void copy(String name, Path file) throws IOException {
    try (InputStream library = NativeLibrary.class.getResourceAsStream(ROOT + name)) {
      if (library == null) {
        throw new IOException("llama.cpp's jar is not on the class path");
      }
      RandomModel.writeWhole(file, library::transferTo);
    }
  }
}
