package dev.warmpath.lambda;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.jr.ob.JSON;
import dev.warmpath.keys.BearerKey;
import dev.warmpath.keys.KeyCheck;
import dev.warmpath.keys.KeyLookup.Found;
import dev.warmpath.keys.KeyRow;
import dev.warmpath.keys.KeyRows;
import dev.warmpath.keys.PlanKey;
import dev.warmpath.keys.TokenLimits;
import dev.warmpath.testing.FakeClock;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class AuthorizerHandlerTest {
  private static final String METHOD =
      "arn:aws:execute-api:eu-west-1:123456789012:abc123/live/POST/v1/chat/completions";
  private static final String STAGE = "arn:aws:execute-api:eu-west-1:123456789012:abc123/live/*";

  private final FakeClock clock = new FakeClock();
  private final BearerKey key = KeyRows.key(1);
  private final KeyRow row = KeyRows.row(key, "acme", "friends", new TokenLimits(5, 7));
  private Found found = new Found.Row(row);
  private final AuthorizerHandler handler =
      new AuthorizerHandler(new KeyCheck(hash -> found, clock), "keys-table");

  @Test
  void allowsTheWholeStageAndNamesTheCaller() throws IOException {
    // when
    Map<String, Object> answer = ask(KeyRows.header(key));

    // then
    assertThat(answer)
        .containsEntry("principalId", "acme")
        .containsEntry("policyDocument", policy("Allow"))
        .containsEntry(
            "context",
            Map.of(
                "tenant", "acme",
                "keyId", row.id(),
                "scope", "group:friends",
                "tokensPerMinute", "5",
                "tokensPerDay", "7"))
        .containsEntry("usageIdentifierKey", PlanKey.value("keys-table", "acme"));
  }

  @Test
  void deniesTheWholeStageToAKeyThatDoesNotHold() throws IOException {
    // given
    found = new Found.Row(row.revokedAt(clock.instant()));

    // when
    Map<String, Object> answer = ask(KeyRows.header(key));

    // then
    assertThat(answer)
        .containsOnlyKeys("principalId", "policyDocument")
        .containsEntry("policyDocument", policy("Deny"));
  }

  @Test
  void failsWhereNobodyCanTellAndAdmitsFromMemoryWhereItCan() throws IOException {
    // given
    ask(KeyRows.header(key));
    found = new Found.Unavailable("down");

    // then
    assertThat(ask(KeyRows.header(key))).containsEntry("policyDocument", policy("Allow"));
    assertThatThrownBy(() -> ask(KeyRows.header(KeyRows.key(2))))
        .isInstanceOf(IllegalStateException.class)
        // This word would make API Gateway answer 401.
        .hasMessageNotContaining("Unauthorized");
    clock.advance(KeyCheck.MEMORY.plus(Duration.ofSeconds(1)));
    assertThatThrownBy(() -> ask(KeyRows.header(key))).isInstanceOf(IllegalStateException.class);
  }

  @Test
  void namesForTheUsagePlanDifferByTableAndTenantAndFitApiGateway() {
    assertThat(PlanKey.value("t", "a"))
        .isEqualTo(PlanKey.value("t", "a"))
        .isNotEqualTo(PlanKey.value("t", "b"))
        .isNotEqualTo(PlanKey.value("u", "a"))
        // API Gateway wants 20 to 128 characters.
        .matches("[a-z0-9]{20,128}");
  }

  private Map<String, Object> ask(String header) throws IOException {
    String event =
        JSON.std.asString(
            Map.of("type", "TOKEN", "authorizationToken", header, "methodArn", METHOD));
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    handler.handleRequest(
        new ByteArrayInputStream(event.getBytes(StandardCharsets.UTF_8)),
        out,
        TestContext.of("id"));
    return JSON.std.mapFrom(out.toByteArray());
  }

  private static Map<String, Object> policy(String effect) {
    return Map.of(
        "Version",
        "2012-10-17",
        "Statement",
        List.of(Map.of("Action", "execute-api:Invoke", "Effect", effect, "Resource", STAGE)));
  }
}
