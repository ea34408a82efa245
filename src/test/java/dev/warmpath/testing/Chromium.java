package dev.warmpath.testing;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.Optional;
import java.util.stream.Stream;

/** A browser of the Chromium family on the PATH. */
public final class Chromium {
  private static final Duration LONGEST_CHECK = Duration.ofSeconds(20);

  private Chromium() {}

  /** The first one that runs. */
  public static Optional<Path> executable() {
    return Stream.of("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
        .flatMap(Chromium::onPath)
        .filter(program -> Commands.succeeds(LONGEST_CHECK, program.toString(), "--version"))
        .findFirst();
  }

  private static Stream<Path> onPath(String name) {
    return Arrays.stream(System.getenv().getOrDefault("PATH", "").split(File.pathSeparator))
        .map(folder -> Path.of(folder, name))
        .filter(Files::isExecutable);
  }
}
