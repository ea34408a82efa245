package dev.warmpath.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.jr.ob.JSON;
import dev.warmpath.bootstrap.Settings;
import dev.warmpath.demo.SampleTraffic;
import dev.warmpath.demo.SampleTraffic.Progress;
import dev.warmpath.demo.Traffic;
import dev.warmpath.local.VariantStatistics;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.ToLongFunction;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@Timeout(120)
class TierPageTest {
  private final HttpClient client = HttpClient.newHttpClient();

  // Started before every test.
  @SuppressWarnings("NullAway.Init")
  private LocalTier tier;

  @BeforeEach
  void start() throws IOException {
    tier = start("warmpath", Optional.empty());
  }

  @AfterEach
  void stop() {
    tier.close();
    client.close();
  }

  @Test
  void showsWhatTheEnginesCounted() throws Exception {
    // given
    for (int i = 0; i < 6; i++) {
      FamilyPrompts.ask(client, tier.address(), i % 2);
    }

    // when
    Map<String, Object> state = stateAfter(6, tier.address());

    // then
    List<VariantStatistics> statistics = tier.statistics();
    assertThat(number(state, "comparison", "requests")).isEqualTo(6);
    assertThat(number(state, "comparison", "promptTokens"))
        .isEqualTo(sum(statistics, VariantStatistics::promptTokens));
    assertThat(number(state, "comparison", "measured", "cachedTokens"))
        .isEqualTo(sum(statistics, VariantStatistics::cachedTokens))
        .isPositive();
    assertThat(number(state, "decisions", "total")).isEqualTo(6);
    assertThat(at(state, "decisions", "reasons")).isEqualTo(Map.of("new", 2, "warm", 4));
    assertThat((List<?>) at(state, "fleet"))
        .extracting(variant -> ((Map<?, ?>) variant).get("requests"))
        .isEqualTo(statistics.stream().map(v -> (int) v.requests()).toList());
    assertThat((List<?>) at(state, "fleet"))
        .extracting(variant -> ((Map<?, ?>) variant).get("prefixes"))
        .as("prefixes owned")
        .isNotEqualTo(List.of(0, 0));
  }

  @Test
  void aTierThatIsRoundRobinEqualsItsReplay() throws Exception {
    // given
    try (LocalTier inTurn = start("round-robin", Optional.empty())) {
      // when
      for (int i = 0; i < 12; i++) {
        FamilyPrompts.ask(client, inTurn.address(), i % 3);
      }
      Map<String, Object> state = stateAfter(12, inTurn.address());

      // then
      assertThat(number(state, "comparison", "requests")).isEqualTo(12);
      assertThat(number(state, "comparison", "measured", "cachedTokens"))
          .isEqualTo(number(state, "comparison", "replayed", "cachedTokens"))
          .isPositive();
    }
  }

  @Test
  void showsNoTextOfPromptsOrAnswers() throws Exception {
    // given
    FamilyPrompts.ask(client, tier.address(), 1);

    // when
    String state = JSON.std.asString(stateAfter(1, tier.address()));

    // then
    assertThat(state).contains("holds any of the prompt").doesNotContain(FamilyPrompts.SECRET);
  }

  @ParameterizedTest
  @CsvSource({
    "/, text/html; charset=utf-8",
    "/warmpath/page/page.css, text/css; charset=utf-8",
    "/warmpath/page/page.js, text/javascript; charset=utf-8",
    "/warmpath/page/icon.svg, image/svg+xml",
    "/warmpath/page/state, application/json"
  })
  void servesFilesThatMayFetchNothingFromElsewhere(String path, String type) throws Exception {
    // when
    HttpResponse<String> answer = get(tier.address(), path);

    // then
    assertThat(answer.statusCode()).isEqualTo(200);
    assertThat(answer.headers().firstValue("content-type")).contains(type);
    assertThat(answer.headers().firstValue("content-security-policy"))
        .hasValueSatisfying(
            policy -> assertThat(policy).startsWith("default-src 'none'").doesNotContain("http"));
    assertThat(answer.body().replace("http://www.w3.org/2000/svg", "").replace("${", ""))
        .doesNotContain("https://")
        .doesNotContainPattern("(src|href)=\"(?!/warmpath/page/|#)");
  }

  @Test
  void leavesAllOtherPathsToTheCallers() throws Exception {
    assertThat(get(tier.address(), "/v1/models").body()).contains("\"default\"");
    assertThat(get(tier.address(), "/nowhere").statusCode()).isEqualTo(404);
    assertThat(get(tier.address(), "/warmpath/page/nowhere").statusCode()).isEqualTo(404);
  }

  @Test
  void showsNothingUnderAnotherName() throws Exception {
    // when: as the browser of somebody whose name server points a foreign site here
    String answer;
    try (Socket socket = new Socket(InetAddress.ofLiteral("127.0.0.1"), tier.address().getPort())) {
      String request =
          "GET /warmpath/page/state HTTP/1.1\r\nHost: evil.example:%d\r\nConnection: close\r\n\r\n"
              .formatted(tier.address().getPort());
      socket.getOutputStream().write(request.getBytes(StandardCharsets.US_ASCII));
      answer = new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    }

    // then
    assertThat(answer).startsWith("HTTP/1.1 403").doesNotContain("variant-1");
  }

  @Test
  void sendsNothingForAPageOfAnotherSite() throws Exception {
    // when
    HttpResponse<String> answer = post(tier.address(), "/warmpath/page/sample", Map.of());

    // then
    assertThat(answer.statusCode()).isEqualTo(403);
    assertThat(number(state(tier.address()), "sample", "requests")).isZero();
  }

  @Test
  void startsItsSampleTrafficOnce() throws Exception {
    // given
    Map<String, String> fromPage = Map.of("x-warmpath-page", "1");

    // when
    String first = post(tier.address(), "/warmpath/page/sample", fromPage).body();
    String second = post(tier.address(), "/warmpath/page/sample", fromPage).body();

    // then
    assertThat(first).isEqualTo("{\"started\":true}");
    assertThat(second).isEqualTo("{\"started\":false}");
    assertThat(number(state(tier.address()), "sample", "requests")).isPositive();
  }

  @Test
  void aTierThatWantsKeysTakesNoSampleTraffic(@TempDir Path folder) throws Exception {
    // given
    Path keys = Files.createFile(folder.resolve("keys.jsonl"));
    try (LocalTier closed = start("warmpath", Optional.of(keys))) {
      // when
      HttpResponse<String> answer =
          post(closed.address(), "/warmpath/page/sample", Map.of("x-warmpath-page", "1"));

      // then
      assertThat(answer.statusCode()).isEqualTo(409);
      assertThat(state(closed.address())).doesNotContainKey("sample");
      assertThat(at(state(closed.address()), "tier", "needsKey")).isEqualTo(true);
    }
  }

  @Test
  void sampleTrafficIsAnsweredToItsEnd() throws Exception {
    // given
    Traffic few = new Traffic("few", 2, 5, 3, 1);
    try (SampleTraffic sample = new SampleTraffic(tier.address(), few, 3, Duration.ZERO)) {
      // when
      assertThat(sample.start()).isTrue();
      while (sample.progress().running()) {
        Thread.onSpinWait();
      }

      // then
      Progress end = sample.progress();
      assertThat(end.ended()).isEqualTo(end.requests()).isPositive();
      assertThat(end.failed()).isZero();
      assertThat(sum(tier.statistics(), VariantStatistics::requests)).isEqualTo(end.requests());
      assertThat(number(stateAfter(end.requests(), tier.address()), "decisions", "total"))
          .isEqualTo(end.requests());
    }
  }

  private static LocalTier start(String policy, Optional<Path> keys) throws IOException {
    return LocalTier.startWithPage(
        new LocalOptions(
            0,
            2,
            100_000,
            new EngineKind.Timed(),
            Settings.policy(policy),
            Settings.mode("route"),
            keys),
        new RemoteServices());
  }

  private HttpResponse<String> get(URI address, String path) throws Exception {
    HttpRequest request = HttpRequest.newBuilder(address.resolve(path)).build();
    return client.send(request, BodyHandlers.ofString());
  }

  private HttpResponse<String> post(URI address, String path, Map<String, String> headers)
      throws Exception {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(address.resolve(path)).POST(BodyPublishers.noBody());
    headers.forEach(request::header);
    return client.send(request.build(), BodyHandlers.ofString());
  }

  private Map<String, Object> state(URI address) throws Exception {
    return JSON.std.mapFrom(get(address, "/warmpath/page/state").body());
  }

  /** A decision is told once its answer is out: the caller may be a moment ahead. */
  private Map<String, Object> stateAfter(long decisions, URI address) throws Exception {
    Map<String, Object> state = state(address);
    while (number(state, "decisions", "total") < decisions) {
      state = state(address);
    }
    return state;
  }

  private static Object at(Map<String, Object> json, String... path) {
    Object value = json;
    for (String name : path) {
      value = Optional.ofNullable(((Map<?, ?>) value).get(name)).orElseThrow();
    }
    return value;
  }

  private static long number(Map<String, Object> json, String... path) {
    return ((Number) at(json, path)).longValue();
  }

  private static long sum(
      List<VariantStatistics> statistics, ToLongFunction<VariantStatistics> of) {
    return statistics.stream().mapToLong(of).sum();
  }
}
