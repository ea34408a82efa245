package dev.warmpath.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpServer;
import dev.warmpath.aws.AwsAccess;
import dev.warmpath.bootstrap.Settings;
import dev.warmpath.cli.SigningDoor.Kind;
import dev.warmpath.smoke.Deployment;
import dev.warmpath.smoke.SmokeServices;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import picocli.CommandLine;

/** What {@code warmpath table} finds by a stack's name, against a CloudFormation of one stack. */
class TableStackTest {
  private static final Path BODY = Path.of("examples", "chat.json");

  private static final String NOT_THERE =
      """
      <ErrorResponse xmlns="http://cloudformation.amazonaws.com/doc/2010-05-15/">
        <Error><Type>Sender</Type><Code>ValidationError</Code>
        <Message>Stack with id nobody does not exist</Message></Error>
      </ErrorResponse>
      """;

  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();
  private final Map<String, String> outputs = new HashMap<>(Map.of("TableName", "affinity-1"));
  private String authMode = "IAM";

  // Started before every test.
  @SuppressWarnings("NullAway.Init")
  private HttpServer cloudFormation;

  @BeforeEach
  void start() throws IOException {
    cloudFormation =
        HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    cloudFormation.createContext(
        "/",
        exchange -> {
          String form =
              new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
          boolean known = form.contains("StackName=warmpath");
          byte[] answer = (known ? description() : NOT_THERE).getBytes(StandardCharsets.UTF_8);
          exchange.sendResponseHeaders(known ? 200 : 400, answer.length);
          exchange.getResponseBody().write(answer);
          exchange.close();
        });
    cloudFormation.start();
  }

  @AfterEach
  void stop() {
    cloudFormation.stop(0);
  }

  @ParameterizedTest
  @CsvSource({"IAM,SIGNED,''", "API_KEY,KEYED,the key of a test", "KEYS,BEARING,the key of a test"})
  void explainsThroughTheDoorThatTheStackHas(String mode, Kind kind, String key) throws Exception {
    // given
    authMode = mode;
    try (LocalTier tier = tier();
        SigningDoor door = new SigningDoor(tier.address(), kind)) {
      outputs.put("BaseUrl", door.uri() + "/v1");

      // when
      int code = RouteQuestion.of(deployment(), key).ask(BODY, false, terminal());

      // then
      assertThat(err.toString()).isEmpty();
      assertThat(code).isZero();
      assertThat(out.toString()).contains("local/variant-");
    }
  }

  @Test
  void saysThatADoorRefusesAWrongKey() throws Exception {
    // given
    authMode = "API_KEY";
    try (LocalTier tier = tier();
        SigningDoor door = new SigningDoor(tier.address(), Kind.KEYED)) {
      outputs.put("BaseUrl", door.uri() + "/v1");

      // when
      int code = RouteQuestion.of(deployment(), "another key").ask(BODY, false, terminal());

      // then
      assertThat(code).isEqualTo(1);
      assertThat(err.toString()).contains("403");
    }
  }

  @Test
  void saysThatADoorWantsAKey() throws Exception {
    // given
    authMode = "KEYS";
    outputs.put("BaseUrl", "http://127.0.0.1:1/v1");
    RouteQuestion question = RouteQuestion.of(deployment(), "");

    // when, then
    assertThatThrownBy(() -> question.ask(BODY, false, terminal()))
        .isInstanceOf(IOException.class)
        .hasMessage(
            "the door of stack warmpath wants a key (AuthMode KEYS), and none is given: set"
                + " WARMPATH_API_KEY");
  }

  @Test
  void namesTheTableOfTheStack() throws Exception {
    assertThat(deployment().table()).isEqualTo("affinity-1");
  }

  @Test
  void namesTheTableOfKeysAndThePlanOfTheStack() throws Exception {
    // given
    authMode = "KEYS";
    outputs.putAll(Map.of("KeysTableName", "keys-1", "UsagePlanId", "plan-1"));
    Deployment deployment = deployment();

    // then
    assertThat(deployment.keysTable()).isEqualTo("keys-1");
    assertThat(deployment.usagePlan()).isEqualTo("plan-1");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "IAM | has no table of keys: its AuthMode is IAM, and only KEYS has one",
        "API_KEY | has no table of keys: its AuthMode is API_KEY, and only KEYS has one",
        "KEYS | is CREATE_COMPLETE and has no output KeysTableName"
      })
  void saysThatAStackHasNoTableOfKeys(String mode, String sentence) throws Exception {
    // given
    authMode = mode.strip();
    Deployment deployment = deployment();

    // when, then
    assertThatThrownBy(deployment::keysTable)
        .isInstanceOf(IOException.class)
        .hasMessageContaining("stack warmpath " + sentence.strip());
  }

  @Test
  void saysThatAStackIsNotOurs() throws Exception {
    // given
    outputs.clear();
    Deployment other = deployment();

    // when, then
    assertThatThrownBy(other::table)
        .isInstanceOf(IOException.class)
        .hasMessageContaining("stack warmpath is CREATE_COMPLETE and has no output TableName");
  }

  @Test
  void saysThatThereIsNoSuchStack() {
    assertThatThrownBy(() -> Deployment.described(services(), "nobody"))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("Stack with id nobody does not exist");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "owners --stack a --table b | --table, --stack and --url exclude each other",
        "export --stack a --url http://127.0.0.1:1 | --table, --stack and --url exclude each other",
        "drain llm/blue --yes --region eu-west-1 | need --table or --stack",
        "explain --body B --stack a --url http://127.0.0.1:1 | --stack and --url exclude",
        "explain --body B --region eu-west-1 | --region needs --stack"
      })
  void refusesOptionsThatDoNotBelongTogether(String line, String sentence) {
    // given
    CommandLine command = Main.commandLine();
    command.setOut(new PrintWriter(out, true)).setErr(new PrintWriter(err, true));

    // when
    int code = command.execute(("table " + line.strip()).replace("B", BODY.toString()).split(" "));

    // then
    assertThat(code).isEqualTo(2);
    assertThat(err.toString()).contains(sentence.strip());
  }

  private Deployment deployment() throws IOException {
    return Deployment.described(services(), "warmpath");
  }

  private SmokeServices services() {
    URI uri = URI.create("http://127.0.0.1:" + cloudFormation.getAddress().getPort());
    return new SmokeServices(
        AwsAccess.local(uri), Map.of("AWS_ENDPOINT_URL_CLOUDFORMATION", uri.toString()));
  }

  private static LocalTier tier() throws IOException {
    return LocalTier.start(
        new LocalOptions(0, 2, 100_000, new EngineKind.Timed(), Settings.policy("warmpath")),
        new RemoteServices());
  }

  private Terminal terminal() {
    return new Terminal(new PrintWriter(out, true), new PrintWriter(err, true), Optional.empty());
  }

  /** As the API reference of CloudFormation shows an answer to DescribeStacks. */
  private String description() {
    return """
        <DescribeStacksResponse xmlns="http://cloudformation.amazonaws.com/doc/2010-05-15/">
          <DescribeStacksResult><Stacks><member>
            <StackName>warmpath</StackName><StackStatus>CREATE_COMPLETE</StackStatus>
            <Parameters><member>
              <ParameterKey>AuthMode</ParameterKey><ParameterValue>%s</ParameterValue>
            </member></Parameters>
            <Outputs>%s</Outputs>
          </member></Stacks></DescribeStacksResult>
        </DescribeStacksResponse>
        """
        .formatted(
            authMode,
            outputs.entrySet().stream()
                .map(
                    o ->
                        "<member><OutputKey>%s</OutputKey><OutputValue>%s</OutputValue></member>"
                            .formatted(o.getKey(), o.getValue()))
                .collect(Collectors.joining()));
  }
}
