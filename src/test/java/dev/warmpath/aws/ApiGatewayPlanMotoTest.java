package dev.warmpath.aws;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.jr.ob.JSON;
import dev.warmpath.keys.PlanKey;
import dev.warmpath.testing.Facility;
import dev.warmpath.testing.Required;
import java.io.IOException;
import java.net.URI;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.http.SdkHttpMethod;
import software.amazon.awssdk.http.SdkHttpRequest;
import software.amazon.awssdk.http.apache5.Apache5HttpClient;

@Required(value = Facility.MOTO, group = "usage plans against moto")
final class ApiGatewayPlanMotoTest {
  private final AwsAccess access =
      AwsAccess.of(ApiGatewayPlan.endpoint(System.getenv()).orElseThrow());
  private final SignedCalls calls =
      new SignedCalls(Apache5HttpClient.builder().build(), access, "apigateway");
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
    return call(SdkHttpMethod.GET, "/usageplans/" + planId + "/keys", Map.of())
        .objects("item")
        .stream()
        .map(key -> key.text("name"))
        .toList();
  }

  private JsonObject post(String path, Map<String, Object> input) throws IOException {
    return call(SdkHttpMethod.POST, path, input);
  }

  private JsonObject call(SdkHttpMethod method, String path, Map<String, Object> input)
      throws IOException {
    SdkHttpRequest request =
        SdkHttpRequest.builder()
            .method(method)
            .uri(URI.create(access.endpoint().orElseThrow() + path))
            .putHeader("Content-Type", "application/json")
            .build();
    byte[] body = method == SdkHttpMethod.POST ? JSON.std.asBytes(input) : new byte[0];
    return JsonObject.parse(calls.send(request, body).body());
  }
}
