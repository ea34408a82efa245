package dev.warmpath.deployment;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.importer.ClassFileImporter;
import dev.warmpath.lambda.StreamingRuntime;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
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
  private static final long MAX_BYTES = 21_800_000;

  private static final String ALLOWED =
      """
      annotations apache5-client auth aws-core aws-crt aws-crt-client aws-json-protocol
      aws-lambda-java-core aws-lambda-java-events checksums checksums-spi cloudwatch crt-core
      dynamodb endpoints-spi eventstream http-auth http-auth-aws http-auth-aws-eventstream http-auth-spi http-client-spi httpclient5
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

    long stripped =
        natives().filter(b -> !isShipped(b)).mapToLong(ZipEntry::getCompressedSize).sum();

    // when
    long bytes = Stream.concat(files(JARS), classes).mapToLong(PackageTest::size).sum() - stripped;

    // then
    assertThat(bytes).as("bytes of jars and classes").isBetween(1_000_000L, MAX_BYTES);
  }

  @Test
  void holdsNoClassThatNeedsTheCommandLine() throws IOException {
    // given
    String[] left =
        commandLineOnly().map(name -> "dev.warmpath." + name + "..").toArray(String[]::new);
    Stream<String> tools =
        Stream.of(
            "picocli..",
            "me.tongfei..",
            "org.HdrHistogram..",
            "org.openjdk.jmh..",
            "org.knowm.xchart..",
            "de.kherud..");

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

  @Test
  void shipsTheBinariesOfBothArchitecturesOfLambda() throws IOException {
    // when
    List<String> shipped = natives().filter(PackageTest::isShipped).map(ZipEntry::getName).toList();

    // then
    assertThat(shipped)
        .containsExactlyInAnyOrder(
            "linux/x86_64/glibc/libaws-crt-jni.so", "linux/armv8/glibc/libaws-crt-jni.so");
  }

  @Test
  void shipsTheScriptThatStartsTheStreamingRuntime() throws IOException {
    // given
    Path script = Path.of("src/main/lambda/bootstrap-stream");
    Map<String, Object> function =
        StackTemplate.read(Path.of("template.yaml"))
            .deployedWith(Deployments.SMALLEST)
            .resource("AWS::Serverless::Function");

    // when
    String makefile = Files.readString(Path.of("Makefile"));

    // then
    assertThat(script).isExecutable().content().contains(StreamingRuntime.class.getName());
    assertThat(makefile).contains("install -m 755 " + script + " \"$(ARTIFACTS_DIR)/\"");
    assertThat(function.toString())
        .contains("AWS_LAMBDA_EXEC_WRAPPER=/var/task/" + script.getFileName());
  }

  /** The packages that the Makefile takes out of what it ships. */
  private static Stream<String> commandLineOnly() throws IOException {
    return makefile("COMMAND_LINE_ONLY");
  }

  private static Stream<String> makefile(String variable) {
    try {
      Matcher names =
          Pattern.compile("^" + variable + " = (.+)$", Pattern.MULTILINE)
              .matcher(Files.readString(Path.of("Makefile")));
      assertThat(names.find()).as("the Makefile names %s", variable).isTrue();
      return Stream.of(names.group(1).split(" "));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The binaries in the jar of the CRT, for all platforms. */
  private static Stream<? extends ZipEntry> natives() throws IOException {
    Path crt =
        files(JARS)
            .filter(jar -> jar.getFileName().toString().matches("aws-crt-\\d.*"))
            .findFirst()
            .orElseThrow();
    try (ZipFile jar = new ZipFile(crt.toFile())) {
      return jar.stream().filter(e -> e.getName().contains("aws-crt-jni.")).toList().stream();
    }
  }

  /** Whether the Makefile leaves a binary in. */
  private static boolean isShipped(ZipEntry binary) {
    return makefile("CRT_NATIVES").anyMatch(kept -> binary.getName().startsWith(kept + "/"));
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
