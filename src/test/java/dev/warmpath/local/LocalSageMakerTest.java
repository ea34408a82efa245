package dev.warmpath.local;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import com.fasterxml.jackson.jr.ob.JSON;
import dev.warmpath.engine.EngineProfile;
import dev.warmpath.local.LocalEndpoint.Hosted;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.auth.credentials.AwsBasicCredentials;
import software.amazon.awssdk.auth.credentials.StaticCredentialsProvider;
import software.amazon.awssdk.core.SdkBytes;
import software.amazon.awssdk.http.apache5.Apache5HttpClient;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.services.sagemakerruntime.SageMakerRuntimeClient;
import software.amazon.awssdk.services.sagemakerruntime.model.InternalFailureException;
import software.amazon.awssdk.services.sagemakerruntime.model.InvokeEndpointRequest;
import software.amazon.awssdk.services.sagemakerruntime.model.InvokeEndpointResponse;
import software.amazon.awssdk.services.sagemakerruntime.model.ModelErrorException;
import software.amazon.awssdk.services.sagemakerruntime.model.SageMakerRuntimeException;
import software.amazon.awssdk.services.sagemakerruntime.model.ValidationErrorException;

class LocalSageMakerTest {
  private static final String LONG_TEXT = "words of a long system prompt ".repeat(40);
  private static final InstantSource CLOCK = InstantSource.fixed(Instant.ofEpochSecond(1_000));

  private LocalVariant blue;
  private LocalVariant green;
  private LocalSageMaker server;
  private SageMakerRuntimeClient client;

  @BeforeEach
  void start() throws IOException {
    blue = LocalVariant.start("blue", EngineProfile.laptopDemo(10_000), System::nanoTime);
    green = LocalVariant.start("green", EngineProfile.laptopDemo(10_000), System::nanoTime);
    server =
        LocalSageMaker.listen(
            0,
            List.of(
                new LocalEndpoint(
                    "llm",
                    List.of(
                        Hosted.variant("blue", container(blue)),
                        Hosted.variant("green", container(green)))),
                new LocalEndpoint(
                    "components",
                    List.of(
                        new Hosted("all", "copy-1", container(blue)),
                        new Hosted("all", "copy-2", container(green)))),
                endpoint("busy", 429, "busy"),
                endpoint("broken", 500, "stack"),
                endpoint("silent", ContainerAnswer.NO_ANSWER, ""),
                new LocalEndpoint(
                    "defect",
                    List.of(
                        Hosted.variant(
                            "only",
                            (body, type) -> {
                              throw new IllegalStateException("a defect");
                            })))));
    client = client(server.uri());
  }

  @AfterEach
  void stop() {
    client.close();
    server.close();
    blue.close();
    green.close();
  }

  @Test
  void reportsCachedTokensWhenAPromptComesASecondTime() throws IOException {
    // given
    invoke("llm", chat(LONG_TEXT), r -> r.targetVariant("green"));

    // when
    InvokeEndpointResponse answer = invoke("llm", chat(LONG_TEXT), r -> r.targetVariant("green"));

    // then
    int promptTokens = (int) at(answer, "usage", "prompt_tokens");
    assertThat(answer.invokedProductionVariant()).isEqualTo("green");
    assertThat(answer.contentType()).isEqualTo("application/json");
    assertThat(at(answer, "usage", "prompt_tokens_details", "cached_tokens"))
        .isEqualTo((promptTokens - 1) / 16 * 16);
    assertThat(at(answer, "usage", "completion_tokens")).isEqualTo(16);
    assertThat(at(answer, "usage", "total_tokens")).isEqualTo(promptTokens + 16);
    assertThat(green.statistics().requests()).isEqualTo(2);
    assertThat(blue.statistics().requests()).isZero();
  }

  @Test
  void answersAChatAsOpenAiDoes() throws IOException {
    // when
    InvokeEndpointResponse answer =
        invoke(
            "llm",
            "{\"model\": \"default\", \"max_tokens\": 3, \"messages\": [{\"role\": \"user\","
                + " \"content\": \"hi\"}]}",
            r -> r.targetVariant("blue"));

    // then
    assertThat(at(answer, "object")).isEqualTo("chat.completion");
    assertThat(at(answer, "model")).isEqualTo("default");
    assertThat(at(answer, "created")).isEqualTo(1_000);
    assertThat(at(answer, "choices", 0, "message", "role")).isEqualTo("assistant");
    assertThat(at(answer, "choices", 0, "message", "content").toString())
        .matches("[a-z]{3} [a-z]{3} [a-z]{3}");
    assertThat(at(answer, "timings", "queue_ms")).isInstanceOf(Double.class);
    assertThat(at(answer, "timings", "prefill_ms")).isInstanceOf(Double.class);
    assertThat(at(answer, "timings", "decode_ms")).isInstanceOf(Double.class);
  }

  @Test
  void answersEveryFormatInItsOwnForm() throws IOException {
    // when
    InvokeEndpointResponse completion = invoke("llm", "{\"prompt\": \"hi\"}", r -> {});
    InvokeEndpointResponse response =
        invoke("llm", "{\"input\": \"hi\", \"max_output_tokens\": 2}", r -> {});
    InvokeEndpointResponse embedding = invoke("llm", "{\"input\": \"hi\"}", r -> {});
    InvokeEndpointResponse own = invoke("llm", "{\"inputs\": \"hi\"}", r -> {});

    // then
    assertThat(at(completion, "object")).isEqualTo("text_completion");
    assertThat(at(response, "object")).isEqualTo("response");
    assertThat(at(response, "usage", "input_tokens_details", "cached_tokens")).isEqualTo(0);
    assertThat(at(embedding, "object")).isEqualTo("list");
    assertThat(at(embedding, "data", 0, "object")).isEqualTo("embedding");
    assertThat(at(embedding, "usage", "prompt_tokens")).isEqualTo(1);
    assertThat(at(own, 0, "generated_text").toString()).hasSize(63);
  }

  @Test
  void givesAStreamAllAtOnceToWhoInvokesWithoutOne() {
    // when
    InvokeEndpointResponse answer =
        invoke("llm", "{\"prompt\": \"hi\", \"stream\": true, \"max_tokens\": 3}", r -> {});

    // then
    assertThat(answer.contentType()).startsWith("text/event-stream");
    assertThat(answer.body().asUtf8String().split("\n\n")).hasSize(5);
    assertThat(answer.body().asUtf8String()).endsWith("data: [DONE]\n\n");
  }

  @Test
  void spreadsRequestsThatNameNoVariant() {
    // given
    List<String> invoked = new ArrayList<>();

    // when
    for (int i = 0; i < 4; i++) {
      invoked.add(invoke("llm", chat("hi"), r -> {}).invokedProductionVariant());
    }

    // then
    assertThat(invoked).containsExactlyInAnyOrder("blue", "blue", "green", "green");
  }

  @Test
  void addressesInferenceComponentsByName() {
    // when
    InvokeEndpointResponse answer =
        invoke("components", chat("hi"), r -> r.inferenceComponentName("copy-2"));

    // then
    assertThat(answer.invokedProductionVariant()).isEqualTo("all");
    assertThat(green.statistics().requests()).isEqualTo(1);
    assertThat(blue.statistics().requests()).isZero();
  }

  @Test
  void rejectsWhatItDoesNotHost() {
    // when
    ValidationErrorException endpoint = invalid("nothing", r -> {});
    ValidationErrorException variant = invalid("llm", r -> r.targetVariant("red"));
    ValidationErrorException component =
        invalid("components", r -> r.inferenceComponentName("copy-3"));
    ValidationErrorException unnamed = invalid("components", r -> {});

    // then
    assertThat(endpoint.statusCode()).isEqualTo(400);
    assertThat(endpoint.awsErrorDetails().errorMessage())
        .isEqualTo("Endpoint nothing of account 000000000000 not found.");
    assertThat(variant).hasMessageContaining("red");
    assertThat(component).hasMessageContaining("copy-3");
    assertThat(unnamed).hasMessageContaining("header is required");
  }

  @Test
  void passesOnTheRefusalsOfTheModelServer() {
    // when
    ModelErrorException unknownModel =
        modelError("llm", "{\"model\": \"gpt\", \"prompt\": \"hi\"}");
    ModelErrorException badBody = modelError("llm", "{\"messages\": 3}");
    ModelErrorException tooLong = modelError("llm", chat("x".repeat(50_000)));

    // then
    assertThat(unknownModel.originalStatusCode()).isEqualTo(404);
    assertThat(unknownModel.originalMessage()).contains("`gpt` does not exist", "NotFoundError");
    assertThat(badBody.originalStatusCode()).isEqualTo(400);
    assertThat(badBody.originalMessage()).contains("messages must be an array");
    assertThat(tooLong.originalStatusCode()).isEqualTo(400);
    assertThat(tooLong.originalMessage()).contains("maximum context length is 10000 tokens");
  }

  @Test
  void reportsTheFailuresOfTheModelServerAsModelErrors() {
    // when
    ModelErrorException busy = modelError("busy", "{}");
    ModelErrorException broken = modelError("broken", "{}");
    ModelErrorException silent = modelError("silent", "{}");

    // then
    assertThat(busy.statusCode()).isEqualTo(424);
    assertThat(busy.originalStatusCode()).isEqualTo(429);
    assertThat(busy.originalMessage()).isEqualTo("busy");
    assertThat(busy.logStreamArn()).startsWith("arn:aws:logs:");
    assertThat(busy).hasMessageContaining("Received client error (429) from primary");
    assertThat(broken.originalStatusCode()).isEqualTo(500);
    assertThat(broken).hasMessageContaining("Received server error (500) from primary");
    assertThat(silent.originalStatusCode()).isZero();
    assertThat(silent).hasMessageContaining("timed out while waiting for a response");
  }

  @Test
  void answersADefectOfTheContainerAsAnInternalFailure() {
    // when
    InternalFailureException failure =
        catchThrowableOfType(InternalFailureException.class, () -> invoke("defect", "{}", r -> {}));

    // then
    assertThat(failure.statusCode()).isEqualTo(500);
  }

  @Test
  void refusesABodyAboveTheLimit() {
    // given
    SdkBytes body = SdkBytes.fromByteArrayUnsafe(new byte[LocalSageMaker.MAX_BODY_BYTES + 1]);

    // when
    SageMakerRuntimeException failure =
        catchThrowableOfType(
            SageMakerRuntimeException.class,
            () -> client.invokeEndpoint(r -> r.endpointName("llm").body(body)));

    // then
    assertThat(failure.statusCode()).isEqualTo(413);
  }

  @Test
  void saysWhichPortIsInUse() {
    // given
    int taken = server.uri().getPort();

    // when
    IOException failure =
        catchThrowableOfType(
            IOException.class, () -> LocalSageMaker.listen(taken, List.of()).close());

    // then
    assertThat(failure).hasMessageContaining("port " + taken + " of 127.0.0.1");
  }

  private InvokeEndpointResponse invoke(
      String endpoint, String body, Consumer<InvokeEndpointRequest.Builder> more) {
    return client.invokeEndpoint(
        r ->
            r.endpointName(endpoint)
                .contentType("application/json")
                .body(SdkBytes.fromUtf8String(body))
                .applyMutation(more));
  }

  private ValidationErrorException invalid(
      String endpoint, Consumer<InvokeEndpointRequest.Builder> more) {
    return catchThrowableOfType(
        ValidationErrorException.class, () -> invoke(endpoint, chat("hi"), more));
  }

  private ModelErrorException modelError(String endpoint, String body) {
    return catchThrowableOfType(ModelErrorException.class, () -> invoke(endpoint, body, r -> {}));
  }

  private static OpenAiContainer container(LocalVariant variant) {
    return new OpenAiContainer(variant, "default", Duration.ofMinutes(1), CLOCK);
  }

  private static LocalEndpoint endpoint(String name, int status, String body) {
    return new LocalEndpoint(
        name,
        List.of(
            Hosted.variant(
                "only",
                (request, type) ->
                    new ContainerAnswer(
                        status, body.getBytes(StandardCharsets.UTF_8), "text/plain"))));
  }

  private static SageMakerRuntimeClient client(URI uri) {
    return SageMakerRuntimeClient.builder()
        .endpointOverride(uri)
        .region(Region.US_EAST_1)
        .credentialsProvider(
            StaticCredentialsProvider.create(AwsBasicCredentials.create("local", "local")))
        .httpClientBuilder(Apache5HttpClient.builder())
        .overrideConfiguration(o -> o.retryStrategy(r -> r.maxAttempts(1)))
        .build();
  }

  private static String chat(String system) {
    return "{\"messages\": [{\"role\": \"system\", \"content\": \"" + system + "\"}]}";
  }

  /** What stands at a path of field names and array positions. */
  private static Object at(InvokeEndpointResponse answer, Object... path) throws IOException {
    Object value = JSON.std.anyFrom(answer.body().asByteArray());
    for (Object step : path) {
      Object next =
          switch (value) {
            case List<?> list -> list.get((int) step);
            case Map<?, ?> map -> map.get(step);
            default -> throw new AssertionError("nothing below " + value.getClass());
          };
      value = Objects.requireNonNull(next);
    }
    return value;
  }
}
