package dev.warmpath.web;

import static dev.warmpath.web.Streams.utf8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.warmpath.keys.KeyRows;
import dev.warmpath.keys.TokenBudgets;
import dev.warmpath.keys.TokenLimits;
import dev.warmpath.keys.TokenWindow;
import dev.warmpath.prompt.PrefixHash;
import dev.warmpath.prompt.PrefixHasher;
import dev.warmpath.routing.Target;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TenantsTest {
  private static final byte[] SECRET = utf8("a secret for tests only");
  private static final String TEXT = "text of several blocks ".repeat(40);
  private static final Target TARGET = Target.ofVariant("endpoint", "a", 1, false);
  private static final Caller ACME = caller("acme", "");

  private final Tenants tenants = Tenants.withoutBudgets(SECRET, true);

  @Test
  void differentTenantsShareNothingThoughTheySendTheSame() throws RequestException {
    // when
    ParsedRequest acme = isolated(ACME, chat(""));
    ParsedRequest other = isolated(caller("other", ""), chat(""));

    // then
    assertThat(anchor(acme))
        .isEqualTo(anchor(isolated(ACME, chat(""))))
        .isNotEqualTo(anchor(other));
    assertThat(salt(acme)).isEqualTo(salt(isolated(ACME, chat("")))).isNotEqualTo(salt(other));
    assertThat(sent(acme)).doesNotContain("acme");
  }

  @Test
  void tenantsOfOneGroupShare() throws RequestException {
    // when
    ParsedRequest one = isolated(caller("acme", "friends"), chat(""));
    ParsedRequest two = isolated(caller("other", "friends"), chat(""));

    // then
    assertThat(anchor(one)).isEqualTo(anchor(two));
    assertThat(salt(one)).isEqualTo(salt(two));
  }

  @Test
  void aCallersOwnSaltDividesHisTenantAndReachesNoOther() throws RequestException {
    // given
    String acmes = salt(isolated(ACME, chat("")));

    // when
    ParsedRequest own = isolated(ACME, chat("\"cache_salt\":\"mine\","));
    ParsedRequest stolen = isolated(caller("other", ""), chat("\"cache_salt\":\"" + acmes + "\","));

    // then
    assertThat(salt(own)).isNotEqualTo("mine").isNotEqualTo(acmes);
    assertThat(anchor(own)).isNotEqualTo(anchor(isolated(ACME, chat(""))));
    assertThat(salt(stolen)).isNotEqualTo(acmes);
    assertThat(anchor(stolen)).isNotEqualTo(anchor(isolated(ACME, chat(""))));
  }

  @Test
  void aSaltThatStandsTwiceIsReplacedTwice() throws RequestException {
    // when
    String sent = sent(isolated(ACME, chat("\"cache_salt\":\"a\",\"cache_salt\":\"b\",")));

    // then
    assertThat(sent).doesNotContain("\"a\"", "\"b\"");
  }

  @Test
  void anotherSecretGivesOtherSalts() throws RequestException {
    // given
    Tenants elsewhere = Tenants.withoutBudgets(utf8("another secret for tests"), true);

    // then
    assertThat(salt(elsewhere.isolated(ACME, parsed(chat("")))))
        .isNotEqualTo(salt(isolated(ACME, chat(""))));
  }

  @Test
  void aCallerWithoutANamePassesUnchanged() throws RequestException {
    // given
    ParsedRequest request = parsed(chat("\"cache_salt\":\"mine\","));

    // then
    assertThat(tenants.isolated(Caller.UNNAMED, request)).isSameAs(request);
    assertThat(sent(request)).contains("\"cache_salt\":\"mine\"");
  }

  @Test
  void enginesThatRefuseTheFieldAreNotSentIt() throws RequestException {
    // given
    Tenants quiet = Tenants.withoutBudgets(SECRET, false);

    // when
    ParsedRequest request = quiet.isolated(ACME, parsed(chat("")));

    // then
    assertThat(sent(request)).doesNotContain("cache_salt");
    assertThat(anchor(request)).isEqualTo(anchor(isolated(ACME, chat(""))));
  }

  @ParameterizedTest
  @ValueSource(strings = {"{\"inputs\":\"x\"}", "{\"data\":[1]}"})
  void bodiesThatAreNotOpenAisStayAsTheyAre(String body) throws RequestException {
    assertThat(sent(isolated(ACME, body))).isEqualTo(body);
  }

  @Test
  void theMinutesBudgetIsRefusedWithTheTimeToWait() {
    // when
    HttpReply reply =
        OpenAiErrors.of(
            new TokenBudgets.Overrun(TokenWindow.MINUTE, 100, Duration.ofMillis(12_001)));

    // then
    assertThat(reply.status()).isEqualTo(429);
    assertThat(reply.headers())
        .containsEntry("retry-after", "13")
        .doesNotContainKey("x-should-retry");
    assertThat(Streams.text(reply.body()))
        .isEqualTo(
            "{\"error\":{\"message\":\"the budget of 100 tokens for this minute is used up; the next"
                + " begins in 13 s\",\"type\":\"rate_limit_error\",\"param\":null,"
                + "\"code\":\"rate_limit_exceeded\"}}");
  }

  @Test
  void theDaysBudgetIsRefusedAsAQuotaThatNoRetryHelps() {
    // when
    HttpReply reply =
        OpenAiErrors.of(new TokenBudgets.Overrun(TokenWindow.DAY, 100, Duration.ofHours(2)));

    // then
    assertThat(reply.headers())
        .containsEntry("retry-after", "7200")
        .containsEntry("x-should-retry", "false");
    assertThat(Streams.text(reply.body())).contains("\"code\":\"insufficient_quota\"");
  }

  private static Caller caller(String tenant, String group) {
    return Caller.of(KeyRows.row(KeyRows.key(1), tenant, group, TokenLimits.NONE));
  }

  private static String chat(String field) {
    return "{" + field + "\"messages\":[{\"role\":\"user\",\"content\":\"" + TEXT + "\"}]}";
  }

  private ParsedRequest isolated(Caller caller, String body) throws RequestException {
    return tenants.isolated(caller, parsed(body));
  }

  private static ParsedRequest parsed(String body) throws RequestException {
    return ParsedRequest.of(
        Endpoint.INVOCATIONS,
        new HttpRequest("POST", "/invocations", Map.of(), utf8(body), "id", Instant.EPOCH),
        new Models(List.of("public"), ""),
        new OpenAiAnswers(false),
        Instant.EPOCH);
  }

  private static PrefixHash anchor(ParsedRequest request) {
    return new PrefixHasher(SECRET).chain(request.prompt()).anchors().getFirst().hash();
  }

  private static String sent(ParsedRequest request) {
    return new String(request.body().bytesFor(TARGET), StandardCharsets.UTF_8);
  }

  private static String salt(ParsedRequest request) throws RequestException {
    return Optional.ofNullable(
            JsonBody.read(request.body().bytesFor(TARGET)).values().get("cache_salt"))
        .map(String::valueOf)
        .orElse("");
  }
}
