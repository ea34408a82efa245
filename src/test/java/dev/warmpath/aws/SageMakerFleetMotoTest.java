package dev.warmpath.aws;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.warmpath.aws.StubServer.Answer;
import dev.warmpath.aws.StubServer.Request;
import dev.warmpath.router.port.FleetUnavailableException;
import dev.warmpath.routing.Target;
import dev.warmpath.testing.Facility;
import dev.warmpath.testing.Required;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/**
 * The fleet source against moto, which made the endpoint from its own idea of SageMaker.
 *
 * <p>moto knows no inference components (it answers 500) and forgets RoutingConfig: a stub in front
 * of it answers the one question that moto cannot.
 */
@Required(value = Facility.MOTO, group = "SageMaker fleet against moto")
final class SageMakerFleetMotoTest {
  private static final URI MOTO = URI.create(System.getenv().getOrDefault("AWS_ENDPOINT_URL", ""));

  private final String endpoint = "chat-" + UUID.randomUUID();

  @Test
  void describesEndpointThatMotoMade() throws FleetUnavailableException {
    // given
    makeEndpoint();
    try (HttpClient client = HttpClient.newHttpClient();
        StubServer front = new StubServer(r -> forward(client, r));
        SageMakerFleetSource source = SageMakerClients.fleetSource(AwsAccess.local(front.uri()))) {

      // when
      List<Target> targets = source.describe(endpoint);

      // then
      assertThat(targets)
          .containsExactly(
              Target.ofVariant(endpoint, "a", 1, false), Target.ofVariant(endpoint, "b", 2, false));
    }
  }

  @Test
  void saysThatMotoKnowsNoSuchEndpoint() {
    try (SageMakerFleetSource source = SageMakerClients.fleetSource(AwsAccess.local(MOTO))) {
      assertThatThrownBy(() -> source.describe("nobody"))
          .isInstanceOf(FleetUnavailableException.class)
          .hasMessageStartingWith(
              "SageMaker refused DescribeEndpoint of nobody: HTTP status 400 ValidationException:"
                  + " Could not find endpoint");
    }
  }

  private void makeEndpoint() throws FleetUnavailableException {
    try (SageMakerControlPlane moto =
        new SageMakerControlPlane(SignedHttp.of(AwsAccess.local(MOTO), Duration.ofSeconds(30)))) {
      moto.call(
          "CreateModel",
          endpoint,
          Map.of(
              "ModelName",
              endpoint,
              "ExecutionRoleArn",
              "arn:aws:iam::123456789012:role/sagemaker",
              "PrimaryContainer",
              Map.of("Image", "123456789012.dkr.ecr.us-east-1.amazonaws.com/vllm:1")));
      moto.call(
          "CreateEndpointConfig",
          endpoint,
          Map.of(
              "EndpointConfigName",
              endpoint,
              "ProductionVariants",
              List.of(variant("a", 1), variant("b", 2))));
      moto.call(
          "CreateEndpoint",
          endpoint,
          Map.of("EndpointName", endpoint, "EndpointConfigName", endpoint));
    }
  }

  private Map<String, Object> variant(String name, int instances) {
    return Map.of(
        "VariantName",
        name,
        "ModelName",
        endpoint,
        "InstanceType",
        "ml.g4dn.xlarge",
        "InitialInstanceCount",
        instances,
        "InitialVariantWeight",
        1,
        "RoutingConfig",
        Map.of("RoutingStrategy", "LEAST_OUTSTANDING_REQUESTS"));
  }

  private static Answer forward(HttpClient client, Request request) {
    String operation = request.header("X-Amz-Target").orElseThrow();
    if (operation.equals("SageMaker.ListInferenceComponents")) {
      return Answer.json(200, "{\"InferenceComponents\":[]}");
    }
    HttpRequest.Builder forwarded =
        HttpRequest.newBuilder(MOTO).POST(HttpRequest.BodyPublishers.ofByteArray(request.body()));
    for (String header : List.of("X-Amz-Target", "Content-Type", "Authorization", "X-Amz-Date")) {
      request.header(header).ifPresent(value -> forwarded.header(header, value));
    }
    try {
      HttpResponse<String> response =
          client.send(forwarded.build(), HttpResponse.BodyHandlers.ofString());
      return Answer.json(response.statusCode(), response.body());
    } catch (IOException e) {
      throw new UncheckedIOException("moto does not answer", e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("the stub was closed too early", e);
    }
  }
}
