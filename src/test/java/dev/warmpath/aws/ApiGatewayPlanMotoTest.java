package dev.warmpath.aws;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.jr.ob.JSON;
import dev.warmpath.keys.PlanKey;
import dev.warmpath.testing.Facility;
import dev.warmpath.testing.Required;
import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

@Required(value = Facility.MOTO, group = "usage plans against moto")
final class ApiGatewayPlanMotoTest {
  private final AwsAccess access =
      AwsAccess.of(AwsAccess.endpoint(System.getenv(), "API_GATEWAY").orElseThrow());
  private final SignedHttp calls = SignedHttp.of(access, Duration.ofSeconds(30));
  private final String table = "keys-" + UUID.randomUUID();

  @AfterEach
  void close() {
    calls.close();
  }

  @Test
  void aTenantJoinsThePlanOnceHoweverManyKeysHeHas() throws IOException {
    // given
    String planId = post("/usageplans", Map.of("name", table)).text("id");

    // when
    try (ApiGatewayPlan plan = ApiGatewayPlan.of(access, planId)) {
      plan.enrol(table, "acme");
      plan.enrol(table, "acme");
      plan.enrol(table, "other");
    }

    // then
    assertThat(names(planId))
        .containsExactlyInAnyOrder(PlanKey.value(table, "acme"), PlanKey.value(table, "other"));
  }

  private List<String> names(String planId) throws IOException {
    return call("GET", "/usageplans/" + planId + "/keys", Map.of()).objects("item").stream()
        .map(key -> key.text("name"))
        .toList();
  }

  private JsonObject post(String path, Map<String, Object> input) throws IOException {
    return call("POST", path, input);
  }

  private JsonObject call(String method, String path, Map<String, Object> input)
      throws IOException {
    byte[] body = method.equals("POST") ? JSON.std.asBytes(input) : new byte[0];
    return JsonObject.parse(
        calls
            .exchange(
                new SignedHttp.Call(
                    "apigateway",
                    method,
                    URI.create(access.endpoint().orElseThrow() + path),
                    Map.of("Content-Type", "application/json"),
                    body))
            .body());
  }
}
