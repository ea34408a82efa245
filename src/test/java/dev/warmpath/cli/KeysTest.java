package dev.warmpath.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import com.fasterxml.jackson.jr.ob.JSON;
import dev.warmpath.bootstrap.Settings;
import dev.warmpath.local.GatewayRefusal;
import dev.warmpath.router.RoutingMode;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import picocli.CommandLine;

/** Keys from the command that makes them to the door that they open. */
class KeysTest {
  private static final String PROMPT = "A long text that everybody sends. ".repeat(80);

  // JUnit sets it.
  @SuppressWarnings("NullAway.Init")
  @TempDir
  private Path folder;

  // Made before each test.
  @SuppressWarnings("NullAway.Init")
  private KeyFile keys;

  @BeforeEach
  void nameFile() {
    keys = new KeyFile(file());
  }

  @Test
  void aKeyOpensUntilItIsRevoked() throws Exception {
    // given
    String key = create("--tenant", "acme");
    String id = ids().getFirst();
    try (LocalTier tier = start();
        HttpClient client = HttpClient.newHttpClient()) {

      // when
      HttpResponse<String> opened = chat(client, tier, "Bearer " + key, "");
      run("revoke", "--file", file().toString(), id);
      HttpResponse<String> closed = chat(client, tier, "Bearer " + key, "");

      // then
      assertThat(opened.statusCode()).isEqualTo(200);
      assertThat(closed.statusCode()).isEqualTo(401);
      assertThat(closed.body()).isEqualTo(GatewayRefusal.ACCESS_DENIED.body());
      assertThat(closed.headers().firstValue("content-type")).contains("application/json");
    }
  }

  @Test
  void nobodyGetsInWithoutAKeyOrWithAWrongOne() throws Exception {
    // given
    String key = create("--tenant", "acme");
    String wrong = key.substring(0, key.length() - 4) + "AAAA";
    try (LocalTier tier = start();
        HttpClient client = HttpClient.newHttpClient()) {

      // then
      assertThat(chat(client, tier, "Bearer " + wrong, "").body())
          .isEqualTo(GatewayRefusal.ACCESS_DENIED.body());
      for (String header : List.of("", "Bearer x", "Basic " + key, key)) {
        HttpResponse<String> refused = chat(client, tier, header, "");
        assertThat(refused.statusCode()).isEqualTo(401);
        assertThat(refused.body()).isEqualTo(GatewayRefusal.UNAUTHORIZED.body());
      }
      HttpResponse<String> ping =
          client.send(
              HttpRequest.newBuilder(tier.address().resolve("/ping")).build(),
              BodyHandlers.ofString());
      assertThat(ping.statusCode()).isEqualTo(401);
    }
  }

  @Test
  void aDecisionIsExplainedToWhoHasAKey() throws Exception {
    // given
    String key = create("--tenant", "acme");
    try (LocalTier tier = start()) {
      String[] question = {
        "table", "explain", "--url", tier.address().toString(), "--body", "examples/chat.json"
      };
      StringWriter out = new StringWriter();
      StringWriter err = new StringWriter();
      CommandLine command = Main.commandLine();
      command.setOut(new PrintWriter(out, true)).setErr(new PrintWriter(err, true));

      // when
      int without = command.execute(with(question, "--key", ""));
      String refusal = err.toString();
      int explained = command.execute(with(question, "--key", key));

      // then
      assertThat(without).isEqualTo(1);
      assertThat(refusal).contains("401").doesNotContain(key);
      assertThat(explained).isZero();
      assertThat(out.toString()).contains("local/variant-1");
    }
  }

  @Test
  void aStoreThatCannotBeReadIsSaidAndRemembersWhomItKnew() throws Exception {
    // given
    String known = create("--tenant", "acme");
    String unknown = create("--tenant", "other");
    try (LocalTier tier = start();
        HttpClient client = HttpClient.newHttpClient()) {
      chat(client, tier, "Bearer " + known, "");
      Files.writeString(file(), "broken");

      // when
      HttpResponse<String> remembered = chat(client, tier, "Bearer " + known, "");
      HttpResponse<String> refused = chat(client, tier, "Bearer " + unknown, "");

      // then
      assertThat(remembered.statusCode()).isEqualTo(200);
      assertThat(refused.statusCode()).isEqualTo(503);
      assertThat(refused.body()).isEqualTo(GatewayRefusal.AUTHORIZER_FAILURE.body());
      assertThat(refused.headers().firstValue("retry-after")).contains("1");
    }
  }

  @Test
  void tenantsShareNoCacheUnlessTheyAreOfOneGroup() throws Exception {
    // given
    String acme = create("--tenant", "acme");
    String other = create("--tenant", "other");
    String friend = create("--tenant", "friend", "--group", "friends");
    String guest = create("--tenant", "guest", "--group", "friends");
    try (LocalTier tier = start();
        HttpClient client = HttpClient.newHttpClient()) {

      // when
      List<Long> cached = new ArrayList<>();
      for (String key : List.of(acme, acme, other, friend, guest)) {
        cached.add(cachedTokens(chat(client, tier, "Bearer " + key, "")));
      }
      long forged =
          cachedTokens(chat(client, tier, "Bearer " + other, "\"cache_salt\":\"tenant:acme\","));

      // then
      assertThat(cached.get(0)).as("acme, first").isZero();
      assertThat(cached.get(1)).as("acme, again").isPositive();
      assertThat(cached.get(2)).as("another tenant").isZero();
      assertThat(cached.get(3)).as("a group, first").isZero();
      assertThat(cached.get(4)).as("the same group").isPositive();
      assertThat(forged).as("a salt that names another tenant").isZero();
    }
  }

  @Test
  void aTenantOverBudgetIsToldWhenToComeBack() throws Exception {
    // given
    String poor = create("--tenant", "poor", "--tokens-per-day", "10");
    String rich = create("--tenant", "rich", "--tokens-per-day", "1000000");
    try (LocalTier tier = start();
        HttpClient client = HttpClient.newHttpClient()) {

      // when
      HttpResponse<String> first = chat(client, tier, "Bearer " + poor, "");
      HttpResponse<String> second = chat(client, tier, "Bearer " + poor, "");
      HttpResponse<String> others = chat(client, tier, "Bearer " + rich, "");

      // then
      assertThat(first.statusCode()).isEqualTo(200);
      assertThat(second.statusCode()).isEqualTo(429);
      assertThat(second.body()).contains("insufficient_quota", "budget of 10 tokens");
      assertThat(second.headers().firstValueAsLong("retry-after").orElse(0)).isBetween(1L, 86_400L);
      assertThat(others.statusCode()).isEqualTo(200);
    }
  }

  @Test
  void theListShowsEverythingButTheKey() throws IOException {
    // given
    String key = create("--tenant", "acme", "--name", "the app", "--tokens-per-minute", "500");

    // when
    int code = run("list", "--file", file().toString());

    // then
    assertThat(code).isZero();
    assertThat(keys.out()).contains("key_", "acme", "the app", "500", "any");
    assertThat(keys.out() + Files.readString(file())).doesNotContain(key.substring(6));
    assertThat(keys.err()).isEmpty();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "create --file F | 2 | Missing required option: '--tenant=NAME'",
        "create --tenant acme | 2 | --file=FILE",
        "create --file F --stack S --tenant acme | 2 | one of --stack=NAME",
        "create --stack S --usage-plan P --tenant acme | 2 | --usage-plan is needed with --table",
        "list --file F --region eu-west-1 | 2 | --region needs",
        "create --file F --tenant a/b | 2 | tenant must be",
        "create --file F --tenant acme --tokens-per-day -1 | 2 | tokens per day must be",
        "create --file F --tenant acme --usage-plan abc | 2 | --usage-plan is needed with --table",
        "create --table T --tenant acme | 2 | --usage-plan is needed with --table",
        "create --file F --table T --tenant acme | 2 | --usage-plan is needed with --table",
        "create --file F/none/here --tenant acme | 1 | there is no folder",
        "list --file F --table T | 2 | one of --stack=NAME",
        "list --file F | 1 | there is no file",
        "revoke --file F key_0 | 1 | there is no file",
        "revoke --file F | 2 | Missing required parameter: 'ID'"
      })
  void badInputIsToldInASentence(String line, int code, String sentence) {
    // when
    int given = run(line.strip().replace("F", file().toString()).split(" "));

    // then
    assertThat(given).isEqualTo(code);
    assertThat(keys.err()).contains(sentence.strip());
    assertThat(file()).doesNotExist();
  }

  @Test
  void revokingAnUnknownKeyChangesNothingAndRevokingTwiceKeepsTheTime() throws IOException {
    // given
    create("--tenant", "acme");
    String before = Files.readString(file());

    // when
    int unknown = run("revoke", "--file", file().toString(), "key_0000000000000000");
    String untouched = Files.readString(file());
    int first = run("revoke", "--file", file().toString(), ids().getFirst());
    String revoked = Files.readString(file());
    int second = run("revoke", "--file", file().toString(), ids().getFirst());

    // then
    assertThat(unknown).isEqualTo(1);
    assertThat(untouched).isEqualTo(before);
    assertThat(first).isZero();
    assertThat(second).isZero();
    assertThat(keys.err()).contains("revoked at");
    assertThat(Files.readString(file())).isEqualTo(revoked);
  }

  @Test
  void aLocalTierRefusesAFileThatIsNotThere() {
    assertThat(
            catchThrowable(
                () ->
                    new LocalOptions(
                        0,
                        1,
                        100_000,
                        new EngineKind.Timed(),
                        Settings.policy("warmpath"),
                        RoutingMode.ROUTE,
                        Optional.of(file()))))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("./warmpath keys create --file");
  }

  private static String[] with(String[] line, String... more) {
    return Stream.concat(Stream.of(line), Stream.of(more)).toArray(String[]::new);
  }

  private Path file() {
    return folder.resolve("keys.jsonl");
  }

  private LocalTier start() throws IOException {
    return LocalTier.start(
        new LocalOptions(
            0,
            1,
            100_000,
            new EngineKind.Timed(),
            Settings.policy("warmpath"),
            RoutingMode.ROUTE,
            Optional.of(file())),
        new RemoteServices());
  }

  private String create(String... options) {
    return keys.create(options);
  }

  private List<String> ids() {
    return keys.ids();
  }

  private int run(String... line) {
    return keys.run(line);
  }

  private static HttpResponse<String> chat(
      HttpClient client, LocalTier tier, String authorization, String field)
      throws IOException, InterruptedException {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(tier.address().resolve("/v1/chat/completions"))
            .header("content-type", "application/json")
            // Nobody is what he says he is.
            .header("x-warmpath-tenant", "acme")
            .POST(
                BodyPublishers.ofString(
                    "{%s\"max_tokens\":2,\"messages\":[{\"role\":\"user\",\"content\":\"%s\"}]}"
                        .formatted(field, PROMPT)));
    if (!authorization.isEmpty()) {
      request.header("authorization", authorization);
    }
    return client.send(request.build(), BodyHandlers.ofString());
  }

  private static long cachedTokens(HttpResponse<String> answer) throws IOException {
    assertThat(answer.statusCode()).isEqualTo(200);
    if (JSON.std.mapFrom(answer.body()).get("usage") instanceof Map<?, ?> usage
        && usage.get("prompt_tokens_details") instanceof Map<?, ?> details
        && details.get("cached_tokens") instanceof Number cached) {
      return cached.longValue();
    }
    throw new AssertionError("the answer reports no cached tokens: " + answer.body());
  }
}
