package dev.warmpath.deployment;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.importer.ClassFileImporter;
import dev.warmpath.lambda.StreamingRuntime;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * What the Lambda package may hold: every jar and byte is loaded or scanned at a cold start.
 *
 * <p>Maven copies the jars just before the tests. A jar of an older build stays in the folder until
 * {@code mvn clean}. The package's own are made of them as the Makefile makes them.
 */
class PackageTest {

  private static final Path COPIED = Path.of("target/lambda-lib");
  private static final Path CLASSES = Path.of("target/classes");

  /** Above what is needed today by about a twentieth; Lambda itself allows 250 MB. */
  private static final long MAX_BYTES = 55_600_000;

  /** The same for the zip that is sent to Lambda, which itself takes 50 MB without a bucket. */
  private static final long MAX_ZIPPED_BYTES = 15_000_000;

  private static final String APACHE =
      """
      annotations apache5-client auth aws-core aws-crt aws-crt-client aws-json-protocol
      aws-lambda-java-core aws-lambda-java-events checksums checksums-spi cloudwatch crt-core
      dynamodb endpoints-spi eventstream http-auth http-auth-aws http-auth-aws-eventstream http-auth-spi http-client-spi httpclient5
      httpcore5 httpcore5-h2 identity-spi jackson-core jackson-jr-objects joda-time json-utils
      metrics-spi profiles protocol-core regions retries retries-spi
      sagemakerruntime sdk-core smithy-rpcv2-protocol
      third-party-jackson-core third-party-jackson-dataformat-cbor url-connection-client utils utils-lite
      """;

  private static final String MIT = "slf4j-api slf4j-simple";

  private static final String MIT_0 = "reactive-streams";

  /** Jars that hold no text of their licence; their POM names it. */
  private static final Set<String> WITHOUT_TEXT =
      Set.of("aws-crt", "aws-lambda-java-core", "aws-lambda-java-events", "reactive-streams");

  // Set once before the tests.
  @SuppressWarnings("NullAway.Init")
  @TempDir
  private static Path folder;

  @BeforeAll
  static void storeJars() throws Exception {
    List<String> command =
        new ArrayList<>(
            List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "src/main/lambda/StoreJars.java",
                COPIED.toString(),
                jars().toString()));
    command.addAll(makefile("CRT_NATIVES").toList());
    assertThat(new ProcessBuilder(command).inheritIO().start().waitFor()).isZero();
  }

  @Test
  void shipsTheJarsThatItNeedsAndNoOther() throws IOException {
    // when
    List<String> shipped = files(jars()).map(PackageTest::name).toList();

    // then
    assertThat(shipped)
        .as("jars of %s", COPIED)
        .containsExactlyInAnyOrderElementsOf(
            Stream.of(APACHE, MIT, MIT_0).flatMap(PackageTest::words).toList());
  }

  @Test
  void shipsJarsOfLicencesThatAreKnown() throws IOException {
    // when
    Map<String, String> texts = new TreeMap<>();
    for (Path jar : files(jars()).toList()) {
      licence(jar).ifPresent(text -> texts.put(name(jar), text));
    }

    // then
    assertThat(words(APACHE)).filteredOn(texts::containsKey).isNotEmpty();
    assertThat(texts)
        .allSatisfy(
            (name, text) ->
                assertThat(text)
                    .as(name)
                    .containsPattern(
                        words(MIT).anyMatch(name::equals)
                            ? "Permission is hereby granted, free\\s+of charge"
                            : "Apache (\\(Software\\) )?License"));
    assertThat(files(jars()).map(PackageTest::name).filter(name -> !texts.containsKey(name)))
        .containsExactlyInAnyOrderElementsOf(WITHOUT_TEXT);
  }

  @Test
  void staysUnderItsByteBudgets() throws IOException {
    // given
    List<String> left = commandLineOnly().map(name -> "/dev/warmpath/" + name + "/").toList();
    List<Path> all =
        Stream.concat(
                files(jars()),
                files(CLASSES).filter(file -> left.stream().noneMatch(file.toString()::contains)))
            .toList();
    Path zip = folder.resolve("package.zip");

    // when
    long bytes = all.stream().mapToLong(PackageTest::size).sum();
    try (ZipOutputStream out = new ZipOutputStream(Files.newOutputStream(zip))) {
      for (Path file : all) {
        out.putNextEntry(new ZipEntry(file.toString()));
        Files.copy(file, out);
      }
    }

    // then
    assertThat(bytes).as("bytes of jars and classes").isBetween(1_000_000L, MAX_BYTES);
    assertThat(size(zip)).as("bytes of the zip").isBetween(1_000_000L, MAX_ZIPPED_BYTES);
  }

  @Test
  void storesClassesWithoutCompression() throws IOException {
    // when
    List<ZipEntry> compressed = new ArrayList<>();
    for (Path jar : files(jars()).toList()) {
      entries(jar).filter(e -> e.getMethod() != ZipEntry.STORED).forEach(compressed::add);
    }

    // then
    assertThat(compressed).isEmpty();
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
    List<String> shipped =
        entries(files(jars()).filter(jar -> name(jar).equals("aws-crt")).findFirst().orElseThrow())
            .map(ZipEntry::getName)
            .filter(name -> name.contains("aws-crt-jni."))
            .toList();

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

  private static Path jars() {
    return folder.resolve("lib");
  }

  private static String name(Path jar) {
    return jar.getFileName().toString().replaceFirst("-\\d.*\\.jar$", "");
  }

  private static Stream<String> words(String text) {
    return Arrays.stream(text.strip().split("\\s+", -1));
  }

  private static Optional<String> licence(Path jar) throws IOException {
    try (ZipFile zip = new ZipFile(jar.toFile())) {
      Optional<? extends ZipEntry> text =
          zip.stream().filter(e -> e.getName().matches("META-INF/LICENSE(\\.txt)?")).findFirst();
      return text.isEmpty()
          ? Optional.empty()
          : Optional.of(
              new String(zip.getInputStream(text.get()).readAllBytes(), StandardCharsets.UTF_8));
    }
  }

  private static Stream<ZipEntry> entries(Path jar) throws IOException {
    try (ZipFile zip = new ZipFile(jar.toFile())) {
      return zip.stream().<ZipEntry>map(ZipEntry.class::cast).toList().stream();
    }
  }

  private static Stream<Path> files(Path of) throws IOException {
    assertThat(of).as("made by Maven before the tests").isDirectory();
    try (Stream<Path> walk = Files.walk(of)) {
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
