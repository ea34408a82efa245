package dev.warmpath.aws;

import com.fasterxml.jackson.jr.ob.JSON;
import dev.warmpath.keys.PlanKey;
import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import software.amazon.awssdk.core.exception.SdkException;

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

  private final SignedHttp calls;
  private final String planId;

  private ApiGatewayPlan(SignedHttp calls, String planId) {
    this.calls = calls;
    this.planId = planId;
  }

  /** The plan of that id; nothing is asked yet. */
  public static ApiGatewayPlan of(AwsAccess access, String planId) {
    return new ApiGatewayPlan(SignedHttp.of(access, TIMEOUT), planId);
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
    SignedHttp.Answer joined =
        send(
            "POST",
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
    SignedHttp.Answer answer = send("GET", "/apikeys?name=" + value, Map.of());
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
    SignedHttp.Answer answer =
        send(
            "POST",
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

  private SignedHttp.Answer send(String method, String path, Map<String, Object> input)
      throws IOException {
    boolean posts = method.equals("POST");
    // Without it the API answers in HAL, its first format.
    Map<String, String> accept = Map.of("Accept", "application/json");
    Map<String, String> both =
        Map.of("Accept", "application/json", "Content-Type", "application/json");
    try {
      return calls.exchange(
          new SignedHttp.Call(
              "apigateway",
              method,
              URI.create(calls.address("apigateway") + path),
              posts ? both : accept,
              posts ? JSON.std.asBytes(input) : new byte[0]));
    } catch (IOException e) {
      Throwable cause = e.getCause() instanceof SdkException thrown ? thrown : e;
      throw new IOException("API Gateway gave no answer: " + cause.getClass().getSimpleName(), e);
    }
  }

  private static IOException refused(String what, SignedHttp.Answer answer) {
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
