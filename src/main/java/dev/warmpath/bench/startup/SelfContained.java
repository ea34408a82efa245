package dev.warmpath.bench.startup;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.util.spi.ToolProvider;

/**
 * A package for {@code provided.al2023}: with a JDK of its own, cut to what the function needs, for
 * which an archive of classes stays valid whatever AWS does to its own.
 *
 * @param folder the package, with {@code jdk}, {@code lib} and the archive
 */
record SelfContained(PackageFolder folder) {
  private static final String MODULES =
      "java.base,java.logging,java.management,java.naming,java.security.jgss,java.xml,jdk.net,"
          + "jdk.unsupported";

  /** Makes it of a package of jars, without its archive. */
  static SelfContained of(PackageFolder jars, Path target) throws IOException {
    PackageFolder.copy(jars.root(), target);
    StringWriter said = new StringWriter();
    try (PrintWriter out = new PrintWriter(said)) {
      int status =
          ToolProvider.findFirst("jlink")
              .orElseThrow(() -> new IOException("this JDK has no jlink"))
              .run(
                  out,
                  out,
                  "--add-modules",
                  MODULES,
                  "--strip-debug",
                  "--no-header-files",
                  "--no-man-pages",
                  "--output",
                  target.resolve("jdk").toString());
      if (status != 0) {
        throw new IOException("jlink failed: " + said);
      }
    }
    return new SelfContained(new PackageFolder(target));
  }

  /** Its Java. */
  String java() {
    return folder.root().resolve("jdk/bin/java").toString();
  }

  /** Where its archive is. */
  Path cache() {
    return folder.root().resolve("function.aot");
  }
}
