package dev.warmpath.aws;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.jr.ob.JSON;
import dev.warmpath.aws.StubServer.Answer;
import dev.warmpath.aws.StubServer.Request;
import dev.warmpath.router.port.FleetUnavailableException;
import dev.warmpath.routing.Target;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SageMakerFleetSourceTest {
  private static final String NO_COMPONENTS = "{\"InferenceComponents\":[]}";

  private final Map<String, Answer> answers = new HashMap<>();
  private final StubServer server = new StubServer(this::answer);
  private final SageMakerFleetSource source =
      SageMakerClients.fleetSource(AwsAccess.local(server.uri()));

  @AfterEach
  void close() {
    source.close();
    server.close();
  }

  @Test
  void signsJsonCallToTheNamedOperation() throws FleetUnavailableException {
    // given
    endpoint("InService", variant("a", 1, ""));

    // when
    source.describe("chat");

    // then
    Request request = server.requests().getFirst();
    assertThat(request.method()).isEqualTo("POST");
    assertThat(request.header("X-Amz-Target")).contains("SageMaker.DescribeEndpoint");
    assertThat(request.header("Content-Type")).contains("application/x-amz-json-1.1");
    assertThat(request.text()).isEqualTo("{\"EndpointName\":\"chat\"}");
    assertThat(request.header("Authorization").orElseThrow())
        .startsWith("AWS4-HMAC-SHA256 Credential=local/")
        .contains("/us-east-1/sagemaker/aws4_request");
  }

  @Test
  void takesStaffedVariantsForTargets() throws FleetUnavailableException {
    // given
    endpoint(
        "InService",
        variant("one", 1, ""),
        variant("four", 4, "\"RoutingConfig\":{\"RoutingStrategy\":\"PREFIX_AWARE\"}"),
        variant("lor", 1, "\"RoutingConfig\":{\"RoutingStrategy\":\"LEAST_OUTSTANDING_REQUESTS\"}"),
        variant("new", 1, "\"RoutingConfig\":{\"RoutingStrategy\":\"NEXT_BIG_THING\"}"),
        variant("empty", 0, ""),
        "{\"VariantName\":\"serverless\",\"CurrentServerlessConfig\":{\"MaxConcurrency\":5}}");

    // when
    List<Target> targets = source.describe("chat");

    // then
    assertThat(targets)
        .containsExactly(
            Target.ofVariant("chat", "one", 1, false),
            Target.ofVariant("chat", "four", 4, true),
            Target.ofVariant("chat", "lor", 1, false),
            Target.ofVariant("chat", "new", 1, false));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"InService", "Updating", "SystemUpdating", "RollingBack", "UpdateRollbackFailed"})
  void keepsFleetWhileEndpointServes(String status) throws FleetUnavailableException {
    // given
    endpoint(status, variant("a", 1, ""));

    // when
    List<Target> targets = source.describe("chat");

    // then
    assertThat(targets).containsExactly(Target.ofVariant("chat", "a", 1, false));
  }

  @ParameterizedTest
  @ValueSource(strings = {"OutOfService", "Creating", "Deleting", "Failed", "SomethingNew", ""})
  void hasNoFleetWhileEndpointDoesNotServe(String status) throws FleetUnavailableException {
    // given
    endpoint(status, variant("a", 1, ""));

    // when
    List<Target> targets = source.describe("chat");

    // then
    assertThat(targets).isEmpty();
  }

  @Test
  void leavesOutVariantsThatComeAndGo() throws FleetUnavailableException {
    // given
    endpoint(
        "Updating",
        variant("stays", 1, "\"VariantStatus\":[{\"Status\":\"Updating\"}]"),
        variant("bakes", 1, "\"VariantStatus\":[{\"Status\":\"Baking\"}]"),
        variant("comes", 1, "\"VariantStatus\":[{\"Status\":\"Creating\"}]"),
        variant("goes", 1, "\"VariantStatus\":[{\"Status\":\"Deleting\"}]"));

    // when
    List<Target> targets = source.describe("chat");

    // then
    assertThat(targets).extracting(Target::label).containsExactly("stays", "bakes");
  }

  @Test
  void keepsOnlyVariantWhoseNextFleetIsBeingCreated() throws FleetUnavailableException {
    // given
    endpoint("Updating", variant("a", 1, "\"VariantStatus\":[{\"Status\":\"Creating\"}]"));

    // when
    List<Target> targets = source.describe("chat");

    // then
    assertThat(targets).extracting(Target::label).containsExactly("a");
  }

  @Test
  void prefersInferenceComponentsOverTheirVariants() throws FleetUnavailableException {
    // given
    endpoint(
        "InService",
        variant("aware", 2, "\"RoutingConfig\":{\"RoutingStrategy\":\"PREFIX_AWARE\"}"),
        variant("plain", 2, ""));
    answers.put(
        "ListInferenceComponents",
        Answer.json(
            200,
            "{\"InferenceComponents\":["
                + listed("llama", "aware", "InService")
                + ","
                + listed("qwen", "plain", "Updating")
                + ","
                + listed("gone", "plain", "Deleting")
                + ","
                + listed("asleep", "plain", "InService")
                + ","
                + listed("lora", "plain", "InService")
                + "]}"));
    copies("llama", "{\"CurrentCopyCount\":3}");
    copies("qwen", "{\"CurrentCopyCount\":1}");
    copies("asleep", "{\"CurrentCopyCount\":0}");
    copies("lora", "null");

    // when
    List<Target> targets = source.describe("chat");

    // then
    assertThat(targets)
        .containsExactly(
            Target.ofComponent("chat", "llama", 3, true),
            Target.ofComponent("chat", "qwen", 1, false));
  }

  @Test
  void countsAComponentOnceThatStandsOnTwoPages() throws FleetUnavailableException {
    // given
    endpoint("InService", variant("a", 2, ""));
    String c1 = listed("c1", "a", "InService");
    answers.put(
        "ListInferenceComponents",
        Answer.json(200, "{\"NextToken\":\"more\",\"InferenceComponents\":[" + c1 + "]}"));
    answers.put(
        "ListInferenceComponents more", Answer.json(200, "{\"InferenceComponents\":[" + c1 + "]}"));
    copies("c1", "{\"CurrentCopyCount\":1}");

    // when
    List<Target> targets = source.describe("chat");

    // then
    assertThat(targets).containsExactly(Target.ofComponent("chat", "c1", 1, false));
  }

  @Test
  void hasNoFleetWhileAllInferenceComponentsSleep() throws FleetUnavailableException {
    // given
    endpoint("InService", variant("a", 2, ""));
    answers.put(
        "ListInferenceComponents",
        Answer.json(200, "{\"InferenceComponents\":[" + listed("llama", "a", "Creating") + "]}"));

    // when
    List<Target> targets = source.describe("chat");

    // then
    assertThat(targets).isEmpty();
  }

  @Test
  void readsAllPagesOfInferenceComponents() throws FleetUnavailableException {
    // given
    endpoint("InService", variant("a", 2, ""));
    answers.put(
        "ListInferenceComponents",
        Answer.json(
            200,
            "{\"NextToken\":\"more\",\"InferenceComponents\":["
                + listed("c1", "a", "InService")
                + "]}"));
    answers.put(
        "ListInferenceComponents more",
        Answer.json(200, "{\"InferenceComponents\":[" + listed("c2", "a", "InService") + "]}"));
    copies("c1", "{\"CurrentCopyCount\":1}");
    copies("c2", "{\"CurrentCopyCount\":1}");

    // when
    List<Target> targets = source.describe("chat");

    // then
    assertThat(targets).extracting(Target::label).containsExactly("c1", "c2");
  }

  @Test
  void givesUpOnListWithoutEnd() {
    // given
    endpoint("InService", variant("a", 2, ""));
    Answer endless = Answer.json(200, "{\"NextToken\":\"more\",\"InferenceComponents\":[]}");
    answers.put("ListInferenceComponents", endless);
    answers.put("ListInferenceComponents more", endless);

    // then
    assertThatThrownBy(() -> source.describe("chat"))
        .isInstanceOf(FleetUnavailableException.class)
        .hasMessage("SageMaker lists the inference components of chat without end");
  }

  @Test
  void saysWhichEndpointIsUnknown() {
    // given
    answers.put(
        "DescribeEndpoint",
        Answer.json(
            400, "{\"__type\":\"ValidationException\",\"message\":\"Could not find endpoint.\"}"));

    // then
    assertThatThrownBy(() -> source.describe("chat"))
        .isInstanceOf(FleetUnavailableException.class)
        .hasMessage(
            "SageMaker refused DescribeEndpoint of chat: HTTP status 400 ValidationException: Could"
                + " not find endpoint.");
  }

  @Test
  void saysWhichPermissionIsMissing() {
    // given
    endpoint("InService", variant("a", 1, ""));
    answers.put(
        "ListInferenceComponents",
        Answer.json(
            400, "{\"__type\":\"com.amazon#AccessDeniedException\",\"Message\":\"may not\"}"));

    // then
    assertThatThrownBy(() -> source.describe("chat"))
        .isInstanceOf(FleetUnavailableException.class)
        .hasMessage(
            "SageMaker refused ListInferenceComponents of chat: HTTP status 400"
                + " AccessDeniedException: may not");
  }

  @ParameterizedTest
  @ValueSource(strings = {"<html>no</html>", "", "[]", "null", "{\"EndpointStatus\""})
  void survivesAnswersThatAreNoJsonObject(String body) {
    // given
    answers.put("DescribeEndpoint", Answer.json(200, body));

    // then
    assertThatThrownBy(() -> source.describe("chat"))
        .isInstanceOf(FleetUnavailableException.class)
        .hasMessageStartingWith("SageMaker gave no answer to DescribeEndpoint of chat: ");
  }

  @Test
  void survivesProxyPage() {
    // given
    answers.put("DescribeEndpoint", Answer.json(503, "<html>no</html>"));

    // then
    assertThatThrownBy(() -> source.describe("chat"))
        .isInstanceOf(FleetUnavailableException.class)
        .hasMessage("SageMaker refused DescribeEndpoint of chat: HTTP status 503");
  }

  @Test
  void survivesRefusedConnection() throws IOException {
    // given
    URI nobody;
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      nobody = URI.create("http://127.0.0.1:" + socket.getLocalPort());
    }

    // then
    try (SageMakerFleetSource lost = SageMakerClients.fleetSource(AwsAccess.local(nobody))) {
      assertThatThrownBy(() -> lost.describe("chat"))
          .isInstanceOf(FleetUnavailableException.class)
          .hasMessageStartingWith("SageMaker gave no answer to DescribeEndpoint of chat: ");
    }
  }

  @Test
  void findsControlPlaneWhereTheUsualVariablesPoint() {
    assertThat(AwsAccess.endpoint(Map.of(), "SAGEMAKER")).isEmpty();
    assertThat(AwsAccess.endpoint(Map.of("AWS_ENDPOINT_URL", " "), "SAGEMAKER")).isEmpty();
    assertThat(
            AwsAccess.endpoint(
                Map.of("AWS_ENDPOINT_URL", "http://a", "AWS_ENDPOINT_URL_SAGEMAKER", "http://b"),
                "SAGEMAKER"))
        .contains(URI.create("http://b"));
    assertThat(AwsAccess.endpoint(Map.of("AWS_ENDPOINT_URL", "http://a"), "SAGEMAKER"))
        .contains(URI.create("http://a"));
  }

  private void endpoint(String status, String... variants) {
    answers.put(
        "DescribeEndpoint",
        Answer.json(
            200,
            "{\"EndpointName\":\"chat\",\"EndpointStatus\":\""
                + status
                + "\",\"ProductionVariants\":["
                + String.join(",", variants)
                + "]}"));
  }

  private static String variant(String name, int instances, String more) {
    return "{\"VariantName\":\""
        + name
        + "\",\"CurrentInstanceCount\":"
        + instances
        + (more.isEmpty() ? "" : "," + more)
        + "}";
  }

  private static String listed(String name, String variant, String status) {
    return """
        {"InferenceComponentName":"%s","VariantName":"%s","InferenceComponentStatus":"%s"}"""
        .formatted(name, variant, status);
  }

  private void copies(String component, String runtimeConfig) {
    answers.put(
        "DescribeInferenceComponent " + component,
        Answer.json(200, "{\"RuntimeConfig\":" + runtimeConfig + "}"));
  }

  private Answer answer(Request request) {
    String operation =
        request.header("X-Amz-Target").orElseThrow().substring("SageMaker.".length());
    try {
      Map<String, Object> input = JSON.std.mapFrom(request.body());
      Object page = input.getOrDefault("NextToken", "");
      Object component = input.getOrDefault("InferenceComponentName", "");
      String key = (operation + " " + page + component).strip();
      return answers.getOrDefault(key, Answer.json(200, NO_COMPONENTS));
    } catch (IOException e) {
      throw new UncheckedIOException("the source must send JSON", e);
    }
  }
}
