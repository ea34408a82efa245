package dev.warmpath.bench.startup;

import dev.warmpath.bench.hello.AsyncSdkHello;
import dev.warmpath.bench.hello.EmptyHandler;
import dev.warmpath.bench.hello.JsonHello;
import dev.warmpath.bench.hello.SdkHello;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.zip.ZipOutputStream;

/** What the start-up benchmark starts: the package as shipped, and functions to compare it with. */
public final class StartupSubjects {
  /** Seven tenths of 1,024 MB, as Lambda gives to the heap. */
  private static final String HEAP = "-XX:MaxHeapSize=733184k";

  private static final String ROUTER_HANDLER = "dev.warmpath.lambda.RouterHandler";
  private static final String AUTHORIZER = "dev.warmpath.lambda.AuthorizerHandler";
  private static final String STREAMING = "dev.warmpath.lambda.StreamingRuntime";
  private static final String STOCK = "com.amazonaws.services.lambda.runtime.api.client.AWSLambda";
  private static final String SERVICE =
      "-Dsoftware.amazon.awssdk.http.service.impl=software.amazon.awssdk.http.";
  private static final String ASYNC_SERVICE =
      "-Dsoftware.amazon.awssdk.http.async.service.impl=software.amazon.awssdk.http.";

  private final PackageFolder shipped;
  private final PackageFolder jars;
  private final PackageFolder selfContained;
  private final Path tools;
  private final Path work;

  /**
   * Makes the subjects of a package.
   *
   * @param shipped the package's folder, as the Makefile lays it out
   * @param selfContained the same of the self-contained package; need not be there for the others
   * @param classes this project's compiled classes
   * @param tools the folder of the jars that do not ship
   * @param work an empty folder for other forms of the package
   */
  public StartupSubjects(Path shipped, Path selfContained, Path classes, Path tools, Path work)
      throws IOException {
    this.shipped = new PackageFolder(shipped.toAbsolutePath());
    this.tools = tools.toAbsolutePath();
    this.work = work.toAbsolutePath();
    this.jars = new PackageFolder(this.work.resolve("jars"));
    this.selfContained = new PackageFolder(selfContained.toAbsolutePath());
    Path hello = Path.of("dev/warmpath/bench/hello");
    Files.createDirectories(work.resolve("hello").resolve(hello));
    PackageFolder.copy(classes.resolve(hello), work.resolve("hello").resolve(hello));
  }

  /** Deletes a folder with all that is in it. */
  public static void delete(Path folder) throws IOException {
    PackageFolder.delete(folder);
  }

  /** The stock runtime with a function that does nothing. */
  public StartupSubject empty() throws IOException {
    return stock(StartupReport.FLOOR, EmptyHandler.class.getName(), List.of(), jar -> false);
  }

  /** The stock runtime with the SDK's two calls and clients as the SDK makes them. */
  public StartupSubject hello() throws IOException {
    return hello("SDK hello", "apache5.Apache5SdkHttpService");
  }

  /** The package in its own runtime, started by its own script. */
  public StartupSubject streaming(String name) {
    return streaming(name, shipped.root(), false);
  }

  /** The same from another folder. */
  public StartupSubject streaming(String name, Path folder, boolean snapshot) {
    return new StartupSubject(
        name,
        List.of(folder.resolve("bootstrap-stream").toString(), java(), HEAP, "-classpath", "none"),
        Map.of(),
        folder.toAbsolutePath(),
        snapshot);
  }

  /** The package in its own runtime, from a snapshot. */
  public StartupSubject restored() {
    return streaming("warmpath, restored", shipped.root(), true);
  }

  /** The self-contained package, started by its own script. */
  public StartupSubject selfContained() {
    return selfContained("warmpath, self-contained", "bootstrap");
  }

  private StartupSubject selfContained(String name, String script, String... arguments) {
    Path folder = selfContained.root();
    List<String> command =
        Stream.concat(Stream.of(folder.resolve(script).toString()), Stream.of(arguments)).toList();
    return new StartupSubject(name, command, Map.of(), folder, false);
  }

  /** The package in the stock runtime. */
  public StartupSubject buffered() throws IOException {
    return new StartupSubject(
        "warmpath, buffered",
        stockCommand(List.of(), runtimeJars(), ROUTER_HANDLER),
        Map.of("_HANDLER", ROUTER_HANDLER),
        shipped.root(),
        false);
  }

  /** The door's authorizer, in the stock runtime. */
  public StartupSubject authorizer(String name, boolean snapshot) throws IOException {
    return new StartupSubject(
        name,
        stockCommand(List.of(), runtimeJars(), AUTHORIZER),
        Map.of("_HANDLER", AUTHORIZER),
        shipped.root(),
        snapshot,
        true);
  }

  /** HTTP clients of the SDK under the same two calls. */
  private List<StartupSubject> httpClients() throws IOException {
    return List.of(
        hello("hello, url-connection", "urlconnection.UrlConnectionSdkHttpService"),
        hello("hello, CRT", "crt.AwsCrtSdkHttpService"),
        asyncHello("async hello, CRT", "crt.AwsCrtSdkHttpService"),
        asyncHello("async hello, Netty", "nio.netty.NettySdkAsyncHttpService"));
  }

  /** Two libraries for JSON under the same work. */
  private List<StartupSubject> jsonLibraries() throws IOException {
    Predicate<String> jackson = jar -> jar.startsWith("jackson-");
    return List.of(
        stock("JSON hello, jackson-jr", JsonHello.Jr.class.getName(), List.of(), jackson),
        stock("JSON hello, databind", JsonHello.Databind.class.getName(), List.of(), jackson));
  }

  /** The package with other options of the JVM. */
  private List<StartupSubject> options() {
    return List.of(
        java("C1 and C2", List.of("-XX:+UseSerialGC", "-Xshare:auto"), shipped.wildcard()),
        java("G1", c1("-XX:+UseG1GC"), shipped.wildcard()),
        java("Parallel", c1("-XX:+UseParallelGC"), shipped.wildcard()),
        java(
            "without the JDK's archive", c1("-XX:+UseSerialGC", "-Xshare:off"), shipped.wildcard()),
        java(
            "without verification",
            serial("-XX:+UnlockDiagnosticVMOptions", "-XX:-BytecodeVerificationRemote"),
            shipped.wildcard()),
        java("without performance data", serial("-XX:-UsePerfData"), shipped.wildcard()));
  }

  /** Everything that was tried. */
  public List<StartupSubject> variants() throws IOException {
    shipped.withClassesInJar(jars.root());
    List<StartupSubject> all = new ArrayList<>(httpClients());
    all.addAll(jsonLibraries());
    all.addAll(options());
    all.addAll(layouts());
    all.addAll(archived());
    return all;
  }

  /** The package in other layouts; that as shipped has its classes in a folder, all jars stored. */
  private List<StartupSubject> layouts() throws IOException {
    PackageFolder silent = jars.withoutJar(work.resolve("silent"), "slf4j-simple-");
    PackageFolder compressed = jars.packed(work.resolve("compressed"), ZipOutputStream.DEFLATED);
    PackageFolder one = jars.merged(work.resolve("one"), ZipOutputStream.DEFLATED);
    PackageFolder oneStored = jars.merged(work.resolve("one-stored"), ZipOutputStream.STORED);
    return List.of(
        java("classes in a jar", serial(), jars.named()),
        java("compressed jars", serial(), compressed.named()),
        java("one jar, compressed", serial(), one.named()),
        java("one jar, stored", serial(), oneStored.named()),
        java("without an SLF4J provider", serial(), silent.named()));
  }

  /** The package with archives of its classes, which {@link #train} writes. */
  private List<StartupSubject> archived() throws IOException {
    return List.of(
        java("CDS archive", serial("-XX:SharedArchiveFile=" + archive()), jars.named()),
        java("AOT cache", serial("-XX:AOTCache=" + cache()), jars.named()),
        selfContained(
            "self-contained, without its cache",
            "bootstrap-stream",
            selfContained.root().resolve("jdk/bin/java").toString()));
  }

  /** Writes the archives of classes that {@link #variants} start with. */
  public void train(StartupBenchmark benchmark) throws IOException, InterruptedException {
    benchmark.train(
        java("CDS training", serial("-XX:ArchiveClassesAtExit=" + archive()), jars.named()));
    benchmark.train(java("AOT training", serial("-XX:AOTCacheOutput=" + cache()), jars.named()));
  }

  /** Sizes of packages by name. */
  public Map<String, StartupReport.Size> sizes() throws IOException {
    Map<String, StartupReport.Size> sizes = new LinkedHashMap<>();
    sizes.put("as shipped", size(shipped));
    sizes.put("self-contained", size(selfContained));
    PackageFolder compressed = new PackageFolder(work.resolve("compressed"));
    if (Files.exists(compressed.root())) {
      sizes.put("compressed jars", size(compressed));
    }
    return sizes;
  }

  private static StartupReport.Size size(PackageFolder folder) throws IOException {
    return new StartupReport.Size(folder.bytes(), folder.zipped());
  }

  private Path archive() {
    return work.resolve("function.jsa");
  }

  private Path cache() {
    return work.resolve("function.aot");
  }

  private static List<String> serial(String... more) {
    return c1(Stream.concat(Stream.of("-XX:+UseSerialGC"), Stream.of(more)).toArray(String[]::new));
  }

  private static List<String> c1(String... more) {
    return Stream.concat(Stream.of("-XX:TieredStopAtLevel=1"), Stream.of(more)).toList();
  }

  private StartupSubject java(String name, List<String> options, String classPath) {
    List<String> command = new ArrayList<>(List.of(java(), HEAP));
    command.addAll(options);
    command.addAll(List.of("--enable-native-access=ALL-UNNAMED", "-cp", classPath, STREAMING));
    return new StartupSubject(name, command, Map.of(), shipped.root(), false);
  }

  private StartupSubject hello(String name, String client) throws IOException {
    return stock(
        name, SdkHello.class.getName(), List.of(SERVICE + client), jar -> !jar.startsWith("a-"));
  }

  private StartupSubject asyncHello(String name, String client) throws IOException {
    return stock(name, AsyncSdkHello.class.getName(), List.of(ASYNC_SERVICE + client), jar -> true);
  }

  /** A function in the stock runtime, with those of the libraries that it needs. */
  private StartupSubject stock(
      String name, String handler, List<String> options, Predicate<String> libraries)
      throws IOException {
    Path folder = work.resolve("stock-" + name.replaceAll("[^A-Za-z0-9]+", "-"));
    Files.createDirectories(folder.resolve("lib"));
    PackageFolder.copy(work.resolve("hello"), folder);
    for (Path jar : Stream.concat(shipped.jars().stream(), toolJars().stream()).toList()) {
      if (libraries.test(jar.getFileName().toString())) {
        Files.copy(
            jar,
            folder.resolve("lib").resolve(jar.getFileName()),
            StandardCopyOption.REPLACE_EXISTING);
      }
    }
    return new StartupSubject(
        name,
        stockCommand(options, runtimeJars(), handler),
        Map.of("_HANDLER", handler),
        folder,
        false);
  }

  private static List<String> stockCommand(List<String> options, String classPath, String handler) {
    List<String> command = new ArrayList<>(List.of(java(), HEAP, "-Xshare:auto"));
    command.addAll(serial());
    command.add("--sun-misc-unsafe-memory-access=allow");
    command.add("--enable-native-access=ALL-UNNAMED");
    command.addAll(options);
    command.addAll(List.of("-cp", classPath, STOCK, handler));
    return command;
  }

  /** The stock runtime's own class path; the function's classes it finds in its working folder. */
  private String runtimeJars() throws IOException {
    return Stream.concat(shipped.jars().stream(), toolJars().stream())
        .filter(
            jar ->
                jar.getFileName()
                    .toString()
                    .matches("(aws-lambda-java-(core|runtime|ser)|utils-lite).*"))
        .map(Path::toString)
        .collect(Collectors.joining(":"));
  }

  private List<Path> toolJars() throws IOException {
    try (Stream<Path> files = Files.list(tools)) {
      return files
          .filter(
              jar ->
                  jar.getFileName()
                      .toString()
                      .matches("(netty|jackson-(databind|annot)|aws-lambda-java).*"))
          .sorted()
          .toList();
    }
  }

  private static String java() {
    return Path.of(System.getProperty("java.home"), "bin", "java").toString();
  }
}
