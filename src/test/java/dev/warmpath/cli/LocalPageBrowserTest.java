package dev.warmpath.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.warmpath.bootstrap.Settings;
import dev.warmpath.local.VariantStatistics;
import dev.warmpath.testing.Chromium;
import dev.warmpath.testing.Facility;
import dev.warmpath.testing.NodePackages;
import dev.warmpath.testing.Required;
import java.io.IOException;
import java.net.http.HttpClient;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.assertj.core.api.ListAssert;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What a browser makes of the page of a local tier. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@Required(value = Facility.CHROMIUM, group = "the local tier's page in a browser")
final class LocalPageBrowserTest {
  private final HttpClient client = HttpClient.newHttpClient();

  // Started in the first lines of every run, and of every test.
  @SuppressWarnings("NullAway.Init")
  private ClientProcess browser;

  @SuppressWarnings("NullAway.Init")
  private LocalTier tier;

  @BeforeAll
  void startBrowser() throws IOException {
    Path chromium = Chromium.executable().orElseThrow();
    browser = new ClientProcess(NodePackages.start("local_page.mjs", chromium.toString()));
  }

  @AfterAll
  void stopBrowser() throws IOException {
    browser.close();
    client.close();
  }

  @BeforeEach
  void startTier() throws IOException {
    tier =
        LocalTier.startWithPage(
            new LocalOptions(0, 2, 100_000, new EngineKind.Timed(), Settings.policy("warmpath")),
            new RemoteServices());
  }

  @AfterEach
  void stopTier() {
    tier.close();
  }

  @Test
  void tellsANewcomerWhatToPaste() throws Exception {
    // when
    ClientOutcome page =
        visit(
            Map.of(
                "audit", true,
                "waitFor", List.of(shown("#empty", "No request yet")),
                "texts", List.of("#curl", "#gain:not([hidden])", "#cards li")));

    // then
    texts(page, "#curl")
        .singleElement(InstanceOfAssertFactories.STRING)
        .startsWith("curl -si " + tier.address() + "/v1/chat/completions")
        .endsWith("-d @examples/chat.json");
    texts(page, "#gain:not([hidden])").isEmpty();
    texts(page, "#cards li").hasSize(2);
    behaves(page);
  }

  @Test
  void showsDecisionsWithTheirReasons() throws Exception {
    // given
    FamilyPrompts.ask(client, tier.address(), 1);
    FamilyPrompts.ask(client, tier.address(), 1);

    // when
    ClientOutcome page =
        visit(
            Map.of(
                "waitFor", List.of(shown("#decisions-note", "2 decisions: 1 warm, 1 new.")),
                "texts", List.of("#rows .why", "body")));

    // then
    texts(page, "#rows .why")
        .satisfiesExactly(
            newest -> assertThat(newest).asString().contains("as many as any target does"),
            first -> assertThat(first).asString().contains("No target holds any of the prompt"));
    texts(page, "body").noneMatch(text -> String.valueOf(text).contains(FamilyPrompts.SECRET));
    behaves(page);
  }

  @Test
  void itsNumbersEqualTheTiersStatistics() throws Exception {
    // given
    for (int i = 0; i < 7; i++) {
      FamilyPrompts.ask(client, tier.address(), i % 2);
    }

    // when
    ClientOutcome page =
        visit(
            Map.of(
                "waitFor", List.of(shown("#decisions-note", "7 decisions")),
                "texts", List.of("#hit-rate", "#gain-note", "#cards li")));

    // then
    List<VariantStatistics> statistics = tier.statistics();
    double cached = statistics.stream().mapToLong(VariantStatistics::cachedTokens).sum();
    double prompt = statistics.stream().mapToLong(VariantStatistics::promptTokens).sum();
    texts(page, "#hit-rate")
        .containsExactly(String.format(Locale.ROOT, "%.1f %%", 100 * cached / prompt));
    texts(page, "#gain-note")
        .singleElement(InstanceOfAssertFactories.STRING)
        .contains("the same 7 requests");
    texts(page, "#cards li")
        .zipSatisfy(
            statistics,
            (card, variant) ->
                assertThat(card)
                    .asString()
                    .contains(variant.variant())
                    .contains(variant.requests() + " request")
                    .contains(String.format(Locale.ROOT, "%,d", variant.computedPrefillTokens())));
    behaves(page);
  }

  @Test
  void sendsSampleTrafficByTheKeyboardAlone() throws Exception {
    // when
    ClientOutcome page =
        visit(
            Map.of(
                "waitFor", List.of(shown("#sample", "Send sample traffic")),
                "keys", List.of("Tab", "Tab", "Tab", "Enter"),
                "waitAfterKeys", List.of(shown("#decisions-note", "decision")),
                "texts", List.of("#sample")));

    // then
    assertThat(page.at("/focused")).asInstanceOf(InstanceOfAssertFactories.LIST).hasSize(4);
    assertThat(List.of("0", "1", "2"))
        .extracting(stop -> page.at("/focused/" + stop + "/id"))
        .containsExactly("Skip to the decisions", "pause", "sample");
    assertThat(List.of("0", "1", "2"))
        .allSatisfy(stop -> assertThat(page.at("/focused/" + stop + "/isVisible")).isEqualTo(true));
    texts(page, "#sample").singleElement(InstanceOfAssertFactories.STRING).startsWith("Sending ");
    behaves(page);
  }

  @Test
  void pausesByTheKeyboard() throws Exception {
    // when
    ClientOutcome page =
        visit(
            Map.of(
                "waitFor", List.of(shown("#live", "Live")),
                "keys", List.of("Tab", "Tab", "Enter"),
                "waitAfterKeys", List.of(shown("#live", "Paused")),
                "texts", List.of("#pause")));

    // then
    texts(page, "#pause").containsExactly("Resume");
    behaves(page);
  }

  @ParameterizedTest
  @CsvSource({
    "light, 1280, 'rgb(251, 251, 250)'",
    "light, 390, 'rgb(251, 251, 250)'",
    "dark, 1280, 'rgb(20, 22, 26)'",
    "dark, 390, 'rgb(20, 22, 26)'"
  })
  void fitsScreensOfAllKinds(String scheme, int width, String background) throws Exception {
    // given
    FamilyPrompts.ask(client, tier.address(), 1);
    FamilyPrompts.ask(client, tier.address(), 1);

    // when
    ClientOutcome page =
        visit(
            Map.of(
                "scheme",
                scheme,
                "width",
                width,
                "audit",
                true,
                "waitFor",
                List.of(shown("#decisions-note", "2 decisions"))));

    // then
    assertThat(page.at("/background")).isEqualTo(background);
    assertThat(page.at("/scrollWidth")).as("nothing sticks out").isEqualTo(width);
    behaves(page);
  }

  /** What holds of every visit. */
  private void behaves(ClientOutcome page) {
    assertThat(page.at("/error/message")).isNull();
    assertThat(page.at("/console")).as("what the browser complained of").isEqualTo(List.of());
    assertThat(page.at("/violations")).as("what axe-core found").isEqualTo(List.of());
    assertThat(page.at("/requests"))
        .asInstanceOf(InstanceOfAssertFactories.LIST)
        .isNotEmpty()
        .allMatch(url -> String.valueOf(url).startsWith(tier.address() + "/"));
  }

  private ClientOutcome visit(Map<String, Object> order) throws IOException {
    Map<String, Object> whole = new HashMap<>(order);
    whole.put("url", tier.address() + "/");
    return browser.carryOut(whole);
  }

  private static Map<String, String> shown(String selector, String text) {
    return Map.of("selector", selector, "text", text);
  }

  private static ListAssert<Object> texts(ClientOutcome page, String selector) {
    assertThat(page.at("/error/message")).isNull();
    return assertThat(page.at("/texts/" + selector)).asInstanceOf(InstanceOfAssertFactories.LIST);
  }
}
