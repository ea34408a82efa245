package dev.warmpath.aws;

import com.fasterxml.jackson.jr.ob.JSON;
import dev.warmpath.keys.PlanKey;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import software.amazon.awssdk.core.exception.SdkException;
import software.amazon.awssdk.http.SdkHttpMethod;
import software.amazon.awssdk.http.SdkHttpRequest;
import software.amazon.awssdk.http.apache5.Apache5HttpClient;
import software.amazon.awssdk.regions.Region;

/**
 * API Gateway's usage plan, which bounds how often each tenant may call.
 *
 * <p>The SDK's client for it is a large jar, of which three calls would be used. Safe for any
 * number of threads.
 */
public final class ApiGatewayPlan implements AutoCloseable {
  private static final Duration TIMEOUT = Duration.ofSeconds(20);
  private static final int CONFLICT = 409;
  private static final int NOT_FOUND = 404;

  private final SignedCalls calls;
  private final AwsAccess access;
  private final String planId;

  private ApiGatewayPlan(SignedCalls calls, AwsAccess access, String planId) {
    this.calls = calls;
    this.access = access;
    this.planId = planId;
  }

  /** The plan of that id; nothing is asked yet. */
  public static ApiGatewayPlan of(AwsAccess access, String planId) {
    Apache5HttpClient.Builder http =
        Apache5HttpClient.builder().connectionTimeout(TIMEOUT).socketTimeout(TIMEOUT);
    return new ApiGatewayPlan(new SignedCalls(http.build(), access, "apigateway"), access, planId);
  }

  /** The server that the SDK's variables name for API Gateway, if they name one. */
  public static Optional<URI> endpoint(Map<String, String> environment) {
    return Stream.of("AWS_ENDPOINT_URL_API_GATEWAY", "AWS_ENDPOINT_URL")
        .map(name -> environment.getOrDefault(name, ""))
        .filter(value -> !value.isBlank())
        .findFirst()
        .map(URI::create);
  }

  /**
   * Lets a tenant in under the plan; does nothing for one who is in it.
   *
   * @param table the table of keys
   * @throws IOException with a sentence for the operator, if that is not sure to be done
   */
  public void enrol(String table, String tenant) throws IOException {
    String value = PlanKey.value(table, tenant);
    String keyId = find(value).orElse("");
    if (keyId.isEmpty()) {
      keyId = create(value, tenant);
    }
    SignedCalls.Answer joined =
        send(
            SdkHttpMethod.POST,
            "/usageplans/" + planId + "/keys",
            Map.of("keyId", keyId, "keyType", "API_KEY"));
    if (joined.status() == NOT_FOUND) {
      throw new IOException("there is no usage plan '" + planId + "' here");
    }
    if (!joined.isSuccess() && joined.status() != CONFLICT) {
      throw refused("adding the tenant to the usage plan", joined);
    }
  }

  /** Closes the connections. */
  @Override
  public void close() {
    calls.close();
  }

  /** The key's name is its value, so that it can be found without reading all values. */
  private Optional<String> find(String value) throws IOException {
    SignedCalls.Answer answer = send(SdkHttpMethod.GET, "/apikeys?name=" + value, Map.of());
    if (!answer.isSuccess()) {
      throw refused("looking for the tenant's API key", answer);
    }
    JsonObject found = JsonObject.parse(answer.body());
    // The API's own models say "items", its wire format "item".
    return Stream.of("item", "items")
        .flatMap(name -> found.objects(name).stream())
        .filter(key -> key.text("name").equals(value))
        .map(key -> key.text("id"))
        .findFirst();
  }

  private String create(String value, String tenant) throws IOException {
    SignedCalls.Answer answer =
        send(
            SdkHttpMethod.POST,
            "/apikeys",
            Map.of(
                "name",
                value,
                "value",
                value,
                "description",
                "Warmpath counts the requests of tenant " + tenant + " by this",
                "enabled",
                true));
    if (!answer.isSuccess()) {
      throw refused("making the tenant's API key", answer);
    }
    return JsonObject.parse(answer.body()).text("id");
  }

  private SignedCalls.Answer send(SdkHttpMethod method, String path, Map<String, Object> input)
      throws IOException {
    URI base = access.endpoint().orElseGet(() -> standardEndpoint(access.resolvedRegion()));
    SdkHttpRequest.Builder request =
        SdkHttpRequest.builder().method(method).uri(URI.create(base + path));
    byte[] body = new byte[0];
    if (method == SdkHttpMethod.POST) {
      request.putHeader("Content-Type", "application/json");
      body = JSON.std.asBytes(input);
    }
    try {
      // Without it the API answers in HAL, its first format.
      return calls.send(request.putHeader("Accept", "application/json").build(), body);
    } catch (IOException | UncheckedIOException | SdkException e) {
      throw new IOException("API Gateway gave no answer: " + e.getClass().getSimpleName(), e);
    }
  }

  private static URI standardEndpoint(Region region) {
    return URI.create(
        "https://apigateway." + region.id() + "." + region.metadata().partition().dnsSuffix());
  }

  private static IOException refused(String what, SignedCalls.Answer answer) {
    String said;
    try {
      said = ": " + ModelMessage.bounded(JsonObject.parse(answer.body()).text("message"));
    } catch (IOException e) {
      // Some proxy's page instead of JSON: the status has to do.
      said = "";
    }
    return new IOException(
        "API Gateway refused %s: HTTP status %d%s".formatted(what, answer.status(), said));
  }
}
