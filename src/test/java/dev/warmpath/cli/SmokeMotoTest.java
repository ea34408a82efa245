package dev.warmpath.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.jr.ob.JSON;
import com.sun.net.httpserver.HttpServer;
import dev.warmpath.aws.AwsAccess;
import dev.warmpath.aws.SignedHttp;
import dev.warmpath.bootstrap.Settings;
import dev.warmpath.cli.SigningDoor.Kind;
import dev.warmpath.local.BrokenAnswerException.Break;
import dev.warmpath.local.FaultyContainer;
import dev.warmpath.local.FaultyContainer.Fault;
import dev.warmpath.router.RouterClock;
import dev.warmpath.smoke.Finding;
import dev.warmpath.smoke.Finding.Failed;
import dev.warmpath.smoke.Finding.Passed;
import dev.warmpath.smoke.Finding.Skipped;
import dev.warmpath.smoke.Smoke;
import dev.warmpath.smoke.SmokeOptions;
import dev.warmpath.smoke.SmokeServices;
import dev.warmpath.testing.Facility;
import dev.warmpath.testing.Required;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.function.LongSupplier;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import picocli.CommandLine;

/** The checks of a deployment, against a stack and a table that moto has made. */
@Required(value = Facility.MOTO, group = "smoke against moto")
final class SmokeMotoTest {
  private static final String MOTO = System.getenv().getOrDefault("AWS_ENDPOINT_URL", "");
  private static final List<String> CHECKS =
      List.of("stack", "door", "door", "answer", "prefix", "stream", "table", "metric", "restore");

  private final String stack = "smoke-" + UUID.randomUUID();

  /** Metrics of a stack stand under its first endpoint: another one for each test. */
  private final Map<String, String> parameters =
      new HashMap<>(Map.of("EndpointName", stack + ",local", "AuthMode", "IAM"));

  private final Map<String, String> outputs = new HashMap<>();
  private final List<String> names = new ArrayList<>();
  private final List<Finding> findings = new ArrayList<>();
  private final SignedHttp moto =
      SignedHttp.of(AwsAccess.local(URI.create(MOTO)), Duration.ofSeconds(30));
  private Map<String, String> environment = Map.of("AWS_ENDPOINT_URL", MOTO);
  private LongSupplier nanos = System::nanoTime;
  private Optional<String> key = Optional.empty();

  // Started before every test.
  @SuppressWarnings("NullAway.Init")
  private LocalTier tier;

  @SuppressWarnings("NullAway.Init")
  private List<FaultyContainer> engines;

  @BeforeEach
  void startTier() throws IOException {
    createTable(stack);
    engines = new ArrayList<>();
    tier =
        LocalTier.start(
            new LocalOptions(0, 2, 100_000, new EngineKind.Timed(), Settings.policy("warmpath")),
            CommandLine.populateCommand(
                new RemoteServices(), "--dynamodb-endpoint", MOTO, "--table", stack),
            sound -> {
              engines.add(new FaultyContainer(sound));
              return engines.getLast();
            });
  }

  @AfterEach
  void stopTier() {
    tier.close();
    moto.close();
  }

  @Test
  void passesWhereAllIsWell() throws Exception {
    // given
    publish("KVCacheHitRate");

    // when
    boolean good = smoke(Kind.SIGNED, stack);

    // then
    assertThat(findings).noneMatch(Failed.class::isInstance);
    assertThat(good).isTrue();
    assertThat(names).isEqualTo(CHECKS);
    assertThat(finding("metric")).asString().contains("KVCacheHitRate of endpoint " + stack);
    assertThat(finding("restore")).isInstanceOf(Skipped.class);
  }

  @ParameterizedTest
  @CsvSource({"API_KEY,KEYED", "KEYS,BEARING"})
  void opensADoorWithItsKey(String authMode, Kind kind) throws Exception {
    // given
    parameters.put("AuthMode", authMode);
    key = Optional.of(SigningDoor.KEY);
    publish("PredictedHitRate");

    // when
    boolean good = smoke(kind, stack);

    // then
    assertThat(findings).noneMatch(Failed.class::isInstance);
    assertThat(good).isTrue();
    assertThat(finding("metric")).asString().contains("does not report");
  }

  @Test
  void saysWhichKeyIsMissing() throws Exception {
    // given
    parameters.put("AuthMode", "API_KEY");

    // when
    boolean good = smoke(Kind.KEYED, stack);

    // then
    assertThat(good).isFalse();
    assertThat(names).containsExactly("stack");
    assertThat(finding("stack")).asString().contains("WARMPATH_API_KEY");
  }

  @Test
  void reportsAnOpenDoor() throws Exception {
    // when
    boolean good = smoke(Kind.OPEN, stack);

    // then
    assertThat(good).isFalse();
    assertThat(findings.subList(1, 3)).allMatch(Failed.class::isInstance);
    assertThat(finding("answer")).isInstanceOf(Passed.class);
  }

  @Test
  void reportsAStreamThatIsCollectedOnItsWay() throws Exception {
    // given: a clock that stands still sees all pieces at once, however slow this machine is
    nanos = () -> 0;

    // when
    boolean good = smoke(Kind.BUFFERED, stack);

    // then
    assertThat(good).isFalse();
    assertThat(finding("stream")).isInstanceOf(Failed.class).asString().contains("came at once");
  }

  @Test
  void reportsAStreamThatBreaksOff() throws Exception {
    // given
    parameters.put("PolicyName", "round-robin");
    engines.forEach(e -> e.become(new Fault.Breaks(20, Break.MODEL_BROKEN)));

    // when
    boolean good = smoke(Kind.SIGNED, stack);

    // then
    assertThat(good).isFalse();
    assertThat(finding("prefix")).isInstanceOf(Skipped.class);
    assertThat(finding("stream")).asString().contains("ended with an error");
  }

  @Test
  void reportsATableWithoutRows() throws Exception {
    // given
    String other = "smoke-other-" + UUID.randomUUID();
    createTable(other);

    // when
    boolean good = smoke(Kind.SIGNED, other);

    // then
    assertThat(good).isFalse();
    assertThat(finding("table")).isInstanceOf(Failed.class).asString().contains("no row of");
    assertThat(finding("prefix")).isInstanceOf(Passed.class);
  }

  @Test
  void reportsATableThatIsNotThere() throws Exception {
    // when
    boolean good = smoke(Kind.SIGNED, "nobodys-table");

    // then
    assertThat(good).isFalse();
    assertThat(finding("table")).isInstanceOf(Failed.class).asString().contains("not be read");
  }

  @Test
  void saysThatAMetricIsNotThereYet() throws Exception {
    // when
    boolean good = smoke(Kind.SIGNED, stack);

    // then
    assertThat(good).isFalse();
    assertThat(finding("metric")).isInstanceOf(Failed.class).asString().contains("not yet");
  }

  @Test
  void looksForWhatTheStackHasOnly() throws Exception {
    // given
    parameters.putAll(Map.of("ResponseMode", "BUFFERED", "MetricsMode", "off"));

    // when
    boolean good = smoke(Kind.BUFFERED, stack);

    // then
    assertThat(good).isTrue();
    assertThat(finding("stream")).isInstanceOf(Skipped.class);
    assertThat(finding("metric")).isInstanceOf(Skipped.class);
  }

  @Test
  void reportsAModelThatDoesNotAnswer() throws Exception {
    // given
    tier.close();

    // when
    boolean good = smoke(Kind.SIGNED, stack);

    // then
    assertThat(good).isFalse();
    assertThat(names).isEqualTo(CHECKS);
    assertThat(finding("answer")).isInstanceOf(Failed.class);
    assertThat(finding("stream")).isInstanceOf(Failed.class);
  }

  @Test
  void saysThatThereIsNoSuchStack() throws Exception {
    // when
    boolean good = run("nobody-" + UUID.randomUUID());

    // then
    assertThat(good).isFalse();
    assertThat(names).containsExactly("stack");
    assertThat(finding("stack")).asString().contains("does not exist");
  }

  @ParameterizedTest
  @CsvSource({"Active,On,true", "Active,Off,false", "Pending,On,false"})
  void looksWhetherThereIsASnapshot(String state, String optimization, boolean good)
      throws Exception {
    // given
    parameters.put("SnapStart", "on");
    HttpServer lambda =
        HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    List<String> asked = new ArrayList<>();
    lambda.createContext(
        "/",
        exchange -> {
          asked.add(exchange.getRequestURI().toString());
          byte[] configuration =
              JSON.std.asBytes(
                  Map.of(
                      "Version",
                      "3",
                      "State",
                      state,
                      "SnapStart",
                      Map.of("OptimizationStatus", optimization)));
          exchange.sendResponseHeaders(200, configuration.length);
          exchange.getResponseBody().write(configuration);
          exchange.close();
        });
    lambda.start();
    environment =
        Map.of(
            "AWS_ENDPOINT_URL",
            MOTO,
            "AWS_ENDPOINT_URL_LAMBDA",
            "http://127.0.0.1:" + lambda.getAddress().getPort());

    // when
    smoke(Kind.SIGNED, stack);
    lambda.stop(0);

    // then
    assertThat(finding("restore")).isInstanceOf(good ? Passed.class : Failed.class);
    assertThat(asked).containsExactly("/2015-03-31/functions/router/configuration?Qualifier=live");
  }

  @Test
  void theTableCommandFindsTheTableByItsStack() throws Exception {
    // given
    createStack(tier.address() + "/v1", stack);

    // when
    Ran ran = command("table", "owners", "--stack", stack, "--region", "us-east-1");

    // then
    assertThat(ran.code()).isZero();
    assertThat(ran.out()).contains("local/variant-1");
  }

  @Test
  void noKeyIsMadeInATableThatIsNoTableOfKeys() throws Exception {
    // given: the affinity table, with a row for its fleet

    // when
    Ran ran =
        command("keys", "create", "--table", stack, "--usage-plan", "plan", "--tenant", "acme");

    // then
    assertThat(ran.code()).isEqualTo(1);
    assertThat(ran.err())
        .isEqualTo("warmpath: table '" + stack + "' is no table of keys: it holds other rows\n");
  }

  @Test
  void keysAreMadeListedAndRevokedByTheStack() throws Exception {
    // given
    String table = "keys-" + stack;
    createTable(table);
    parameters.put("AuthMode", "KEYS");
    outputs.putAll(Map.of("KeysTableName", table, "UsagePlanId", createUsagePlan()));
    createStack(tier.address() + "/v1", stack);

    // when
    Ran created = command("keys", "create", "--stack", stack, "--tenant", "acme", "--name", "app");
    Ran listed = command("keys", "list", "--stack", stack, "--region", "us-east-1");
    String id = listed.out().lines().skip(1).findFirst().orElseThrow().split(" ", 2)[0];
    Ran revoked = command("keys", "revoke", "--stack", stack, id);

    // then
    assertThat(created.out()).startsWith("sk-wp-");
    assertThat(listed.out()).contains("acme", "app");
    assertThat(revoked.err()).contains("Revoked " + id);
    assertThat(List.of(created.code(), listed.code(), revoked.code())).containsOnly(0);
  }

  @Test
  void noKeyIsMadeForAStackWithoutATableOfThem() throws Exception {
    // given
    createStack(tier.address() + "/v1", stack);

    // when
    Ran ran = command("keys", "create", "--stack", stack, "--tenant", "acme");

    // then
    assertThat(ran.code()).isEqualTo(1);
    assertThat(ran.out()).isEmpty();
    assertThat(ran.err())
        .isEqualTo(
            "warmpath: stack "
                + stack
                + " has no table of keys: its AuthMode is IAM, and only KEYS has one\n");
  }

  /** What a command printed on both sides, and its exit code. */
  private record Ran(int code, String out, String err) {}

  private static Ran command(String... words) {
    StringWriter out = new StringWriter();
    StringWriter err = new StringWriter();
    CommandLine command = Main.commandLine();
    command.setOut(new PrintWriter(out, true)).setErr(new PrintWriter(err, true));
    return new Ran(command.execute(words), out.toString(), err.toString());
  }

  private String createUsagePlan() throws IOException {
    SignedHttp.Answer answer =
        moto.exchange(
            new SignedHttp.Call(
                "apigateway",
                "POST",
                URI.create(MOTO).resolve("/usageplans"),
                Map.of("Content-Type", "application/json"),
                JSON.std.asBytes(Map.of("name", stack))));
    return String.valueOf(JSON.std.mapFrom(answer.body()).get("id"));
  }

  private boolean smoke(Kind kind, String tableName) throws Exception {
    try (SigningDoor door = new SigningDoor(tier.address(), kind)) {
      createStack(door.uri() + "/v1", tableName);
      return run(stack);
    }
  }

  private boolean run(String stackName) throws InterruptedException {
    return new Smoke(
            new SmokeServices(AwsAccess.local(URI.create(MOTO)), environment),
            new SmokeOptions(
                stackName,
                key,
                "A ferry leaves pier 4 at noon. ".repeat(40),
                Duration.ZERO,
                () -> UUID.randomUUID().toString()),
            new RouterClock(InstantSource.system(), nanos),
            time -> {})
        .run(
            (check, finding) -> {
              names.add(check);
              findings.add(finding);
            });
  }

  private Finding finding(String check) {
    return findings.get(names.indexOf(check));
  }

  private void createTable(String name) throws IOException {
    Map<String, Object> request =
        Map.of(
            "TableName",
            name,
            "BillingMode",
            "PAY_PER_REQUEST",
            "AttributeDefinitions",
            List.of(Map.of("AttributeName", "pk", "AttributeType", "S")),
            "KeySchema",
            List.of(Map.of("AttributeName", "pk", "KeyType", "HASH")));
    send(
        "dynamodb",
        Map.of(
            "Content-Type",
            "application/x-amz-json-1.0",
            "X-Amz-Target",
            "DynamoDB_20120810.CreateTable"),
        JSON.std.asString(request));
  }

  private void createStack(String baseUrl, String tableName) throws IOException {
    outputs.putAll(Map.of("BaseUrl", baseUrl, "TableName", tableName, "FunctionName", "router"));
    Map<String, Object> template =
        Map.of(
            "Parameters",
            parameters.entrySet().stream()
                .collect(
                    Collectors.toMap(
                        Map.Entry::getKey, p -> Map.of("Type", "String", "Default", p.getValue()))),
            "Resources",
            Map.of("Topic", Map.of("Type", "AWS::SNS::Topic")),
            "Outputs",
            outputs.entrySet().stream()
                .collect(Collectors.toMap(Map.Entry::getKey, o -> Map.of("Value", o.getValue()))));
    Map<String, String> form = new HashMap<>();
    form.put("StackName", stack);
    form.put("TemplateBody", JSON.std.asString(template));
    query("cloudformation", "2010-05-15", "CreateStack", form);
  }

  private void publish(String metric) throws IOException {
    query(
        "monitoring",
        "2010-08-01",
        "PutMetricData",
        Map.of(
            "Namespace", "Warmpath",
            "MetricData.member.1.MetricName", metric,
            "MetricData.member.1.Dimensions.member.1.Name", "Endpoint",
            "MetricData.member.1.Dimensions.member.1.Value", stack,
            "MetricData.member.1.Value", "50"));
  }

  private void query(String service, String version, String action, Map<String, String> form)
      throws IOException {
    String body =
        "Action="
            + action
            + "&Version="
            + version
            + form.entrySet().stream()
                .map(
                    p ->
                        "&"
                            + p.getKey()
                            + "="
                            + URLEncoder.encode(p.getValue(), StandardCharsets.UTF_8))
                .collect(Collectors.joining());
    send(service, Map.of("Content-Type", "application/x-www-form-urlencoded"), body);
  }

  private void send(String service, Map<String, String> headers, String body) throws IOException {
    SignedHttp.Call call =
        new SignedHttp.Call(
            service,
            "POST",
            URI.create(MOTO).resolve("/"),
            headers,
            body.getBytes(StandardCharsets.UTF_8));
    SignedHttp.Answer answer = moto.exchange(call);
    assertThat(answer.status())
        .as(new String(answer.body(), StandardCharsets.UTF_8))
        .isEqualTo(200);
  }
}
