package dev.warmpath.aws;

import static org.assertj.core.api.Assertions.assertThat;

import dev.warmpath.aws.StubServer.Answer;
import dev.warmpath.router.port.EngineCall;
import dev.warmpath.router.port.EngineOutcome;
import dev.warmpath.router.port.EngineOutcome.Answered;
import dev.warmpath.router.port.EngineOutcome.Failed;
import dev.warmpath.router.port.EngineOutcome.Kind;
import dev.warmpath.router.port.Trouble;
import dev.warmpath.routing.Target;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import software.amazon.awssdk.auth.credentials.AwsCredentialsProvider;
import software.amazon.awssdk.auth.credentials.AwsCredentialsProviderChain;
import software.amazon.awssdk.core.exception.SdkClientException;

class SageMakerEngineTest {
  private static final Duration LONG = Duration.ofSeconds(30);
  private static final Duration SHORT = Duration.ofMillis(300);
  private static final Target VARIANT = Target.ofVariant("chat", "a", 1, false);
  private static final String COMPLETION = "{\"choices\":[]}";
  private static final String LOGS =
      "arn:aws:logs:us-east-1:111122223333:log-group:/aws/sagemaker/Endpoints/chat";

  private final List<Trouble> troubles = new CopyOnWriteArrayList<>();

  @Test
  void addressesVariantByTargetVariant() {
    try (StubServer server = new StubServer(r -> Answer.json(200, COMPLETION))) {
      // when
      invoke(server.uri(), call(VARIANT, LONG, "", "req-1"));

      // then
      StubServer.Request request = server.requests().getFirst();
      assertThat(request.method()).isEqualTo("POST");
      assertThat(request.path()).isEqualTo("/endpoints/chat/invocations");
      assertThat(request.text()).isEqualTo("{\"messages\":[]}");
      assertThat(request.header("Content-Type")).contains("application/json");
      assertThat(request.header("X-Amzn-SageMaker-Target-Variant")).contains("a");
      assertThat(request.header("X-Amzn-SageMaker-Inference-Component")).isEmpty();
      assertThat(request.header("X-Amzn-SageMaker-Prefix-Aware-Id")).isEmpty();
      assertThat(request.header("X-Amzn-SageMaker-Inference-Id")).contains("req-1");
      assertThat(request.header("Authorization").orElseThrow())
          .contains("/us-east-1/sagemaker/aws4_request");
    }
  }

  @Test
  void addressesComponentByItsName() {
    try (StubServer server = new StubServer(r -> Answer.json(200, COMPLETION))) {
      // when
      invoke(server.uri(), call(Target.ofComponent("chat", "llama", 1), LONG, "", "req-1"));

      // then
      StubServer.Request request = server.requests().getFirst();
      assertThat(request.header("X-Amzn-SageMaker-Inference-Component")).contains("llama");
      assertThat(request.header("X-Amzn-SageMaker-Target-Variant")).isEmpty();
    }
  }

  @Test
  void addressesWholeEndpointByNothingElseAndSendsPrefixAwareId() {
    try (StubServer server = new StubServer(r -> Answer.json(200, COMPLETION))) {
      // when
      invoke(server.uri(), call(Target.ofEndpoint("chat", 4, true), LONG, "family-0", "req-1"));

      // then
      StubServer.Request request = server.requests().getFirst();
      assertThat(request.header("X-Amzn-SageMaker-Prefix-Aware-Id")).contains("family-0");
      assertThat(request.header("X-Amzn-SageMaker-Inference-Component")).isEmpty();
      assertThat(request.header("X-Amzn-SageMaker-Target-Variant")).isEmpty();
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {"7|PT7S", "0|PT0S", "Fri, 31 Dec 2027 23:59:59 GMT|", "99999999999|"})
  void tellsAfterHowLongSageMakerWantsToBeAskedAgain(String header, @Nullable Duration told) {
    Answer throttled = error(400, "ThrottlingException", "slow").with("Retry-After", header);
    try (StubServer server = new StubServer(r -> throttled)) {
      // when
      EngineOutcome outcome = invoke(server.uri(), call(VARIANT, LONG, "", "req-1"));

      // then
      assertThat(((Failed) outcome).kind()).isEqualTo(Kind.BACKPRESSURE);
      assertThat(((Failed) outcome).retryAfter()).isEqualTo(Optional.ofNullable(told));
    }
  }

  @Test
  void cutsRequestIdToWhatHeaderCarries() {
    try (StubServer server = new StubServer(r -> Answer.json(200, COMPLETION))) {
      // when
      invoke(server.uri(), call(VARIANT, LONG, "", "évil\r\nX-Other: 1 " + "x".repeat(100)));
      invoke(server.uri(), call(VARIANT, LONG, "", "é"));

      // then
      assertThat(server.requests().getFirst().header("X-Amzn-SageMaker-Inference-Id").orElseThrow())
          .startsWith("vilX-Other:1x")
          .hasSize(64);
      assertThat(server.requests().getFirst().header("X-Other")).isEmpty();
      assertThat(server.requests().getLast().header("X-Amzn-SageMaker-Inference-Id")).isEmpty();
    }
  }

  @Test
  void returnsAnswerAsSent() {
    Answer answer = Answer.json(200, COMPLETION).with("x-Amzn-Invoked-Production-Variant", "a");
    try (StubServer server = new StubServer(r -> answer)) {
      // when
      EngineOutcome outcome = invoke(server.uri(), call(VARIANT, LONG, "", "req-1"));

      // then
      assertThat(outcome)
          .isInstanceOfSatisfying(
              Answered.class,
              answered -> {
                assertThat(new String(answered.body(), StandardCharsets.UTF_8))
                    .isEqualTo(COMPLETION);
                assertThat(answered.contentType()).isEqualTo("application/json");
                assertThat(answered.invokedVariant()).isEqualTo("a");
              });
      assertThat(troubles).isEmpty();
    }
  }

  @Test
  void returnsAnswerWithoutTypeAndVariant() {
    try (StubServer server = new StubServer(r -> new Answer(200, Map.of(), new byte[] {'x'}))) {
      // when
      EngineOutcome outcome = invoke(server.uri(), call(VARIANT, LONG, "", "req-1"));

      // then
      assertThat(outcome)
          .isInstanceOfSatisfying(
              Answered.class,
              answered -> {
                assertThat(answered.body()).containsExactly('x');
                assertThat(answered.contentType()).isEqualTo("application/octet-stream");
                assertThat(answered.invokedVariant()).isEmpty();
              });
      assertThat(troubles).isEmpty();
    }
  }

  @Test
  void takesEmptyAnswerForFault() {
    try (StubServer server = new StubServer(r -> new Answer(200, Map.of(), new byte[0]))) {
      // when
      EngineOutcome outcome = invoke(server.uri(), call(VARIANT, LONG, "", "req-1"));

      // then
      assertThat(outcome).isEqualTo(new Failed(Kind.FAULT, 200, "the model sent an empty answer"));
    }
  }

  @Test
  void countsAnswerOfAnotherVariant() {
    Answer answer = Answer.json(200, COMPLETION).with("x-Amzn-Invoked-Production-Variant", "b");
    try (StubServer server = new StubServer(r -> answer)) {
      // when
      EngineOutcome outcome = invoke(server.uri(), call(VARIANT, LONG, "", "req-1"));
      invoke(server.uri(), call(Target.ofComponent("chat", "llama", 1), LONG, "", "req-2"));
      invoke(server.uri(), call(Target.ofEndpoint("chat", 2, false), LONG, "", "req-3"));

      // then
      assertThat(outcome).isInstanceOf(Answered.class);
      assertThat(troubles).containsExactly(Trouble.VARIANT_MISMATCH);
    }
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("errors")
  void mapsErrorToItsKind(String name, Answer answer, Failed expected) {
    try (StubServer server = new StubServer(r -> answer)) {
      // when
      EngineOutcome outcome = invoke(server.uri(), call(VARIANT, LONG, "", "req-1"));

      // then
      assertThat(outcome).isEqualTo(expected);
      assertThat(server.requests()).hasSize(1);
    }
  }

  static Stream<Arguments> errors() {
    String openAi =
        "{\"error\":{\"message\":\"max_tokens is too large\",\"type\":\"BadRequestError\"}}";
    String busy = "the model is busy, try again later";
    String sageMakerBusy = "SageMaker is busy, try again later";
    String silence =
        "Your invocation timed out while waiting for a response from container primary."
            + " Review the latency metrics for each container in Amazon CloudWatch";
    String noCapacity =
        "Inference Component has no capacity to process this request."
            + " ApplicationAutoScaling may be in-progress (if configured)";
    String needsComponent =
        "Inference Component Name header is required for endpoints to which you plan to deploy"
            + " inference components.";
    String unknown = "SageMaker does not know chat/a as in service";
    String mayNot = "the router may not invoke chat/a";
    return Stream.of(
        arguments("model429", model(429, "slow"), Kind.BACKPRESSURE, 429, busy),
        arguments("model503", model(503, "full"), Kind.BACKPRESSURE, 503, busy),
        arguments("model400", model(400, openAi), Kind.CALLER, 400, "max_tokens is too large"),
        arguments("model404", model(404, "no such model"), Kind.CALLER, 404, "no such model"),
        arguments(
            "modelSilent400", model(400, ""), Kind.CALLER, 400, "the model refuses the request"),
        arguments(
            "model408", model(408, ""), Kind.TIMEOUT, 408, "the model did not answer in time"),
        arguments(
            "modelTimedOut",
            model(0, silence),
            Kind.TIMEOUT,
            0,
            "the model did not answer in time"),
        arguments(
            "modelGone", model(0, "could not get a response"), Kind.FAULT, 0, "the model failed"),
        arguments(
            "model500", model(500, "boom"), Kind.FAULT, 500, "the model failed with status 500"),
        arguments(
            "modelNotReady",
            error(429, "ModelNotReadyException", "loading"),
            Kind.BACKPRESSURE,
            429,
            sageMakerBusy),
        arguments(
            "unavailable",
            error(503, "ServiceUnavailable", "later"),
            Kind.BACKPRESSURE,
            503,
            sageMakerBusy),
        arguments(
            "throttling",
            error(400, "ThrottlingException", "Rate exceeded"),
            Kind.BACKPRESSURE,
            400,
            sageMakerBusy),
        arguments(
            "noEndpoint",
            error(400, "ValidationError", "Endpoint chat of account 111122223333 not found."),
            Kind.MISCONFIGURED,
            400,
            unknown),
        arguments(
            "noVariant",
            error(400, "ValidationError", "Could not find variant a."),
            Kind.MISCONFIGURED,
            400,
            unknown),
        arguments(
            "notInService",
            error(400, "ValidationError", "Endpoint chat is not in service"),
            Kind.MISCONFIGURED,
            400,
            unknown),
        arguments(
            "needsComponent",
            error(400, "ValidationError", needsComponent),
            Kind.MISCONFIGURED,
            400,
            unknown),
        arguments(
            "noCapacity",
            error(400, "ValidationError", noCapacity),
            Kind.BACKPRESSURE,
            400,
            "the model has no capacity, try again later"),
        arguments(
            "invalid",
            error(400, "ValidationError", "1 validation error detected"),
            Kind.CALLER,
            400,
            "SageMaker finds the request invalid: 1 validation error detected"),
        arguments(
            "accessDenied",
            error(
                403,
                "AccessDeniedException",
                "User: arn:aws:iam::111122223333:role/r is not authorized"),
            Kind.MISCONFIGURED,
            403,
            mayNot + " (AccessDeniedException)"),
        arguments(
            "expiredToken",
            error(403, "ExpiredTokenException", "expired"),
            Kind.MISCONFIGURED,
            403,
            mayNot + " (ExpiredTokenException)"),
        arguments(
            "expiredToken400",
            error(400, "ExpiredTokenException", "expired"),
            Kind.MISCONFIGURED,
            400,
            mayNot + " (ExpiredTokenException)"),
        arguments(
            "unknownKey",
            error(403, "UnrecognizedClientException", "invalid token"),
            Kind.MISCONFIGURED,
            403,
            mayNot + " (UnrecognizedClientException)"),
        arguments(
            "internal",
            error(500, "InternalFailure", "boom"),
            Kind.FAULT,
            500,
            "SageMaker failed with status 500"),
        arguments(
            "badGateway",
            new Answer(502, Map.of(), new byte[0]),
            Kind.FAULT,
            502,
            "SageMaker failed with status 502"),
        arguments(
            "gatewayTimeout",
            new Answer(504, Map.of(), new byte[0]),
            Kind.FAULT,
            504,
            "SageMaker failed with status 504"),
        arguments(
            "dependency",
            error(530, "InternalDependencyException", "call us"),
            Kind.FAULT,
            530,
            "SageMaker failed with status 530"),
        arguments(
            "tooLarge",
            new Answer(413, Map.of(), new byte[0]),
            Kind.CALLER,
            413,
            "the request is too large for SageMaker"),
        arguments(
            "wrongServer",
            new Answer(404, Map.of(), new byte[0]),
            Kind.MISCONFIGURED,
            404,
            "what was taken for SageMaker does not offer InvokeEndpoint"),
        arguments(
            "otherRefusal",
            error(418, "TeapotException", "short and stout"),
            Kind.CALLER,
            418,
            "SageMaker refuses the request (TeapotException)"));
  }

  @Test
  void endsHungCallAtItsTimeout() throws IOException {
    try (RawServer server = new RawServer("", false)) {
      // when
      EngineOutcome outcome = invoke(server.uri(), call(VARIANT, SHORT, "", "req-1"));

      // then
      assertThat(outcome)
          .isEqualTo(new Failed(Kind.TIMEOUT, 0, "the model did not answer within 0.3 s"));
      assertThat(server.connections()).isEqualTo(1);
      // The SDK ends a call by interrupting its thread: what comes next must not notice.
      assertThat(Thread.currentThread().isInterrupted()).isFalse();
    }
  }

  @Test
  void endsCallThatHangsInTheMiddleOfItsAnswer() throws IOException {
    String half = "HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\n{\"choices\":";
    try (RawServer server = new RawServer(half, false)) {
      // when
      EngineOutcome outcome = invoke(server.uri(), call(VARIANT, SHORT, "", "req-1"));

      // then
      assertThat(outcome).extracting("kind").isEqualTo(Kind.TIMEOUT);
      assertThat(Thread.currentThread().isInterrupted()).isFalse();
    }
  }

  @ParameterizedTest
  @MethodSource("cutAnswers")
  void takesCutAnswerForFault(String cut) throws IOException {
    try (RawServer server = new RawServer(cut, true)) {
      // when
      EngineOutcome outcome = invoke(server.uri(), call(VARIANT, LONG, "", "req-1"));

      // then
      assertThat(outcome)
          .isEqualTo(new Failed(Kind.FAULT, 0, "the connection to SageMaker failed"));
      assertThat(server.connections()).isEqualTo(1);
    }
  }

  static Stream<String> cutAnswers() {
    return Stream.of(
        "",
        "HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\n{\"choices\":",
        "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n10\r\n{\"choices\":",
        "no HTTP at all\r\n\r\n");
  }

  @Test
  void takesRefusedConnectionForFault() throws IOException {
    // given
    URI nobody;
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      nobody = URI.create("http://127.0.0.1:" + socket.getLocalPort());
    }

    // when
    EngineOutcome outcome = invoke(nobody, call(VARIANT, LONG, "", "req-1"));

    // then
    assertThat(outcome).isEqualTo(new Failed(Kind.FAULT, 0, "the connection to SageMaker failed"));
  }

  @Test
  void survivesServerThatKeepsNoConnection() {
    Answer answer = Answer.json(200, COMPLETION).with("Connection", "close");
    try (StubServer server = new StubServer(r -> answer);
        SageMakerEngine engine = engine(AwsAccess.local(server.uri()))) {
      // when
      List<EngineOutcome> outcomes =
          Stream.generate(() -> engine.invoke(call(VARIANT, LONG, "", "req-1"))).limit(5).toList();

      // then
      assertThat(outcomes).hasOnlyElementsOfType(Answered.class);
    }
  }

  @Test
  void takesMissingCredentialsForMisconfiguration() {
    // given
    AwsCredentialsProvider none =
        AwsCredentialsProviderChain.of(
            () -> {
              throw SdkClientException.create("nothing here");
            });
    AwsAccess access =
        new AwsAccess(
            Optional.of("us-east-1"), Optional.of(URI.create("http://127.0.0.1:9")), none);

    // when
    EngineOutcome outcome;
    try (SageMakerEngine engine = engine(access)) {
      outcome = engine.invoke(call(VARIANT, LONG, "", "req-1"));
    }

    // then
    assertThat(outcome)
        .isEqualTo(new Failed(Kind.MISCONFIGURED, 0, "the router has no AWS credentials"));
  }

  @Test
  void answersManyCallsAtOnce() throws InterruptedException {
    int calls = 200;
    CountDownLatch all = new CountDownLatch(calls);
    List<EngineOutcome> outcomes = new CopyOnWriteArrayList<>();
    // No call is answered before all have arrived: none may wait for another's connection.
    try (StubServer server =
            new StubServer(
                r -> {
                  all.countDown();
                  await(all);
                  return Answer.json(200, COMPLETION);
                });
        SageMakerEngine engine = engine(AwsAccess.local(server.uri()))) {
      // when
      List<Thread> threads =
          Stream.generate(
                  () ->
                      Thread.ofPlatform()
                          .start(
                              () -> outcomes.add(engine.invoke(call(VARIANT, LONG, "", "req-1")))))
              .limit(calls)
              .toList();
      for (Thread thread : threads) {
        thread.join();
      }
    }

    // then
    assertThat(outcomes).hasSize(calls).hasOnlyElementsOfType(Answered.class);
  }

  private static void await(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private EngineOutcome invoke(URI server, EngineCall call) {
    try (SageMakerEngine engine = engine(AwsAccess.local(server))) {
      return engine.invoke(call);
    }
  }

  private SageMakerEngine engine(AwsAccess access) {
    return SageMakerClients.engine(access, LONG, troubles::add);
  }

  private static EngineCall call(
      Target target, Duration timeout, String prefixAwareId, String requestId) {
    byte[] body = "{\"messages\":[]}".getBytes(StandardCharsets.UTF_8);
    return new EngineCall(target, body, "application/json", timeout, prefixAwareId, requestId);
  }

  private static Arguments arguments(
      String name, Answer answer, Kind kind, int status, String message) {
    return Arguments.of(name, answer, new Failed(kind, status, message));
  }

  /** What SageMaker answers when a model's container does not answer 200. */
  private static Answer model(int originalStatus, String originalMessage) {
    String escaped = originalMessage.replace("\"", "\\\"");
    String side = originalStatus >= 400 && originalStatus < 500 ? "client" : "server";
    return Answer.json(
            424,
            """
            {"Message":"Received %s error (%d) from primary with message \\"%s\\". See \
            https://us-east-1.console.aws.amazon.com/cloudwatch/home for more information.",\
            "OriginalStatusCode":%d,"OriginalMessage":"%s","LogStreamArn":"%s","ErrorCode":"X"}"""
                .formatted(side, originalStatus, escaped, originalStatus, escaped, LOGS))
        .with("x-amzn-ErrorType", "ModelError");
  }

  private static Answer error(int status, String code, String message) {
    return Answer.json(status, "{\"Message\":\"" + message + "\"}")
        .with("x-amzn-ErrorType", code)
        .with("x-amzn-RequestId", "4f3c");
  }
}
