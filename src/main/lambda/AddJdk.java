import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.spi.ToolProvider;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Makes the package of {@code provided.al2023} of the one for the managed runtime: puts the classes
 * in a jar, since an AOT cache knows jars only, and adds a JDK cut to what the function needs. Run
 * by the Makefile from source, with any Java since 11; says in one sentence which JDK will not do.
 */
final class AddJdk {
  private static final int FEATURE = 25;

  /** Amazon Linux 2023 has glibc 2.34. */
  private static final int GLIBC_MINOR = 34;

  private static final Pattern GLIBC = Pattern.compile("GLIBC_2\\.(\\d+)");

  private static final String MODULES =
      "java.base,java.logging,java.management,java.naming,java.security.jgss,java.xml,jdk.net,"
          + "jdk.unsupported";

  /**
   * The JVM refuses an archive where a jar has another time than at the training. SAM puts this one
   * into its zip for every file, whatever the file's own.
   */
  private static final FileTime TIME = FileTime.from(Instant.parse("1980-01-01T00:00:00Z"));

  private AddJdk() {}

  /**
   * Checks this Java, and adds it if there is a package.
   *
   * @param arguments the function's architecture as Lambda names it; the package's folder
   */
  public static void main(String[] arguments) {
    try {
      check(arguments[0]);
      if (arguments.length > 1) {
        add(Path.of(arguments[1]));
      }
    } catch (IOException | IllegalStateException e) {
      System.err.println("WARMPATH_PACKAGE=self-contained: " + e.getMessage());
      System.exit(1);
    }
  }

  private static void check(String architecture) throws IOException {
    String home = System.getProperty("java.home");
    require(
        Runtime.version().feature() == FEATURE,
        "a JDK " + FEATURE + " must be in JAVA_HOME, but " + home + " is a " + Runtime.version());
    require(
        System.getProperty("os.name").equals("Linux"),
        "the JDK ships in the package and must be one for Linux, but this is "
            + System.getProperty("os.name"));
    String own = lambdaName(System.getProperty("os.arch"));
    require(
        own.equals(architecture),
        "the JDK ships in the package and is one for "
            + own
            + ", but WARMPATH_ARCHITECTURE is "
            + architecture
            + "; build on a machine of the template's Architecture, and say it if it is not x86_64");
    require(
        Files.readString(Path.of(home, "release")).contains("LIBC=\"gnu\""),
        "the JDK ships in the package and must be one for glibc, as Amazon Linux has it");
  }

  private static void add(Path folder) throws IOException {
    Path classes = folder.resolve("dev");
    require(Files.isDirectory(classes), folder + " holds no package with classes in dev");
    // Named so that it comes first in the class path.
    run(
        "jar",
        "--create",
        "--no-compress",
        "--no-manifest",
        "--date=1980-01-01T00:00:02Z",
        "--file=" + folder.resolve("lib/a-function.jar"),
        "-C",
        folder.toString(),
        "dev");
    delete(classes);
    Path jdk = folder.resolve("jdk");
    run(
        "jlink",
        "--add-modules=" + MODULES,
        "--strip-debug",
        "--no-header-files",
        "--no-man-pages",
        "--output=" + jdk);
    checkLibrary(jdk);
    for (Path jar : files(folder.resolve("lib"))) {
      Files.setLastModifiedTime(jar, TIME);
    }
  }

  /** A JDK of a newer distribution than Lambda's would not start there. */
  private static void checkLibrary(Path jdk) throws IOException {
    for (Path file : files(jdk)) {
      if (file.toString().endsWith(".so") || file.endsWith("bin/java")) {
        Matcher version =
            GLIBC.matcher(new String(Files.readAllBytes(file), StandardCharsets.ISO_8859_1));
        while (version.find()) {
          require(
              Integer.parseInt(version.group(1)) <= GLIBC_MINOR,
              "Lambda has glibc 2."
                  + GLIBC_MINOR
                  + ", but "
                  + jdk.relativize(file)
                  + " of the JDK in "
                  + System.getProperty("java.home")
                  + " needs 2."
                  + version.group(1)
                  + "; take a JDK that is built for older systems, such as Eclipse Temurin");
        }
      }
    }
  }

  private static void run(String tool, String... arguments) throws IOException {
    StringWriter said = new StringWriter();
    try (PrintWriter out = new PrintWriter(said)) {
      int status =
          ToolProvider.findFirst(tool)
              .orElseThrow(() -> new IllegalStateException("this JDK has no " + tool))
              .run(out, out, arguments);
      out.flush();
      require(status == 0, tool + " failed: " + said);
    }
  }

  private static void require(boolean holds, String otherwise) {
    if (!holds) {
      throw new IllegalStateException(otherwise);
    }
  }

  private static String lambdaName(String architecture) {
    switch (architecture) {
      case "amd64":
        return "x86_64";
      case "aarch64":
        return "arm64";
      default:
        return architecture;
    }
  }

  private static List<Path> files(Path folder) throws IOException {
    try (Stream<Path> all = Files.walk(folder)) {
      return all.filter(Files::isRegularFile).collect(Collectors.toList());
    }
  }

  private static void delete(Path folder) throws IOException {
    List<Path> all;
    try (Stream<Path> files = Files.walk(folder)) {
      all = files.collect(Collectors.toCollection(ArrayList::new));
    }
    for (int i = all.size() - 1; i >= 0; i--) {
      Files.delete(all.get(i));
    }
  }
}
