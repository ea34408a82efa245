package dev.warmpath.deployment;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.importer.ClassFileImporter;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * What the Lambda package may hold: every jar and byte is loaded or scanned at a cold start.
 *
 * <p>Maven copies the jars just before the tests. A jar of an older build stays in the folder until
 * {@code mvn clean}.
 */
class PackageTest {

  private static final Path JARS = Path.of("target/lambda-lib");
  private static final Path CLASSES = Path.of("target/classes");

  /** Above what is needed today by about a tenth; Lambda itself allows 250 MB. */
  private static final long MAX_BYTES = 15_500_000;

  private static final String ALLOWED =
      """
      annotations apache5-client auth aws-core aws-json-protocol aws-lambda-java-core
      aws-lambda-java-events checksums checksums-spi cloudwatch dynamodb endpoints-spi eventstream
      http-auth http-auth-aws http-auth-aws-eventstream http-auth-spi http-client-spi httpclient5
      httpcore5 httpcore5-h2 identity-spi jackson-core jackson-jr-objects joda-time json-utils
      metrics-spi profiles protocol-core reactive-streams regions retries retries-spi
      sagemakerruntime sdk-core slf4j-api slf4j-simple smithy-rpcv2-protocol
      third-party-jackson-core third-party-jackson-dataformat-cbor utils utils-lite
      """;

  @Test
  void shipsTheJarsThatItNeedsAndNoOther() throws IOException {
    // given
    List<String> allowed = Arrays.asList(ALLOWED.strip().split("\\s+"));

    // when
    List<String> shipped =
        files(JARS)
            .map(jar -> jar.getFileName().toString().replaceFirst("-\\d.*\\.jar$", ""))
            .toList();

    // then
    assertThat(shipped).as("jars of %s", JARS).containsExactlyInAnyOrderElementsOf(allowed);
  }

  @Test
  void staysUnderItsByteBudget() throws IOException {
    // given
    List<String> left = commandLineOnly().map(name -> "/dev/warmpath/" + name + "/").toList();
    Stream<Path> classes =
        files(CLASSES).filter(file -> left.stream().noneMatch(file.toString()::contains));

    // when
    long bytes = Stream.concat(files(JARS), classes).mapToLong(PackageTest::size).sum();

    // then
    assertThat(bytes).as("bytes of jars and classes").isBetween(1_000_000L, MAX_BYTES);
  }

  @Test
  void holdsNoClassThatNeedsTheCommandLine() throws IOException {
    // given
    String[] left =
        commandLineOnly().map(name -> "dev.warmpath." + name + "..").toArray(String[]::new);
    Stream<String> tools =
        Stream.of("picocli..", "me.tongfei..", "org.HdrHistogram..", "org.openjdk.jmh..");

    // when
    var classes = new ClassFileImporter().importPath(CLASSES);

    // then
    noClasses()
        .that()
        .resideOutsideOfPackages(left)
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage(Stream.concat(Stream.of(left), tools).toArray(String[]::new))
        .because("the Makefile does not ship them")
        .check(classes);
  }

  /** The packages that the Makefile takes out of what it ships. */
  private static Stream<String> commandLineOnly() throws IOException {
    Matcher names =
        Pattern.compile("^COMMAND_LINE_ONLY = (.+)$", Pattern.MULTILINE)
            .matcher(Files.readString(Path.of("Makefile")));
    assertThat(names.find()).as("the Makefile names them").isTrue();
    return Stream.of(names.group(1).split(" "));
  }

  private static Stream<Path> files(Path folder) throws IOException {
    assertThat(folder).as("made by Maven before the tests").isDirectory();
    try (Stream<Path> walk = Files.walk(folder)) {
      return walk.filter(Files::isRegularFile).toList().stream();
    }
  }

  private static long size(Path file) {
    try {
      return Files.size(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
