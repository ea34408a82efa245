package dev.warmpath.bootstrap;

import static org.assertj.core.api.Assertions.assertThat;

import dev.warmpath.testing.Hostile;
import dev.warmpath.testing.Seeds;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Feeds hostile values to every setting at once. */
class SettingsFuzzTest {
  private static final String SECRET = "a secret that nobody may read in a message";

  private static final List<Setting> SETTINGS = List.of(Setting.values());

  private static final Hostile VALUES =
      new Hostile(
          List.of(
                  "llm/blue,llm/green",
                  "llm",
                  "llm/ic:copy",
                  "a,b,c",
                  "affinity",
                  "400000",
                  "50",
                  "3600",
                  "warmpath",
                  "round-robin",
                  "cloudwatch",
                  "emf",
                  "auto",
                  "always",
                  "Warmpath",
                  "  ")
              .stream()
              .map(text -> text.getBytes(StandardCharsets.UTF_8))
              .toList(),
          List.of(
              ",",
              ",,",
              "/",
              "//",
              "ic:",
              "/ic:",
              " ",
              "\t",
              "\u0000",
              "\u0661\u0662",
              "+",
              "-",
              "0x",
              "1e3",
              "99999999999999999999",
              "-9223372036854775809",
              "NaN",
              "9".repeat(400),
              "x".repeat(400),
              "a,".repeat(40)));

  @Test
  void anEnvironmentIsUsedOrRefusedInWordsThatNameNoSecret() {
    Seeds.forAll(
        Hostile.inputs(10_000),
        (seed, random) -> {
          // given
          Map<String, String> environment = new HashMap<>();
          environment.put(Setting.TARGETS.variable(), "llm/blue");
          environment.put(Setting.TABLE.variable(), "affinity");
          environment.put(Setting.HASH_SALT.variable(), SECRET);
          for (int i = random.nextInt(5); i > 0; i--) {
            Setting setting = SETTINGS.get(random.nextInt(SETTINGS.size()));
            String value = new String(VALUES.input(random), StandardCharsets.UTF_8);
            environment.put(setting.variable(), setting == Setting.HASH_SALT ? SECRET : value);
          }

          // when // then
          try {
            Settings settings = Settings.of(environment);
            assertThat(settings.targets().isEmpty()).isNotEqualTo(settings.endpoints().isEmpty());
            assertThat(settings.models().served()).isNotEmpty();
            assertThat(settings.facts().capacityTokens()).isPositive();
            assertThat(settings.firstEndpoint()).isNotBlank();
            assertThat(settings.toString()).doesNotContain(SECRET);
          } catch (SettingsException e) {
            String message = String.valueOf(e.getMessage());
            assertThat(message).contains("WARMPATH_");
            assertThat(message).doesNotContain(SECRET);
          }
        });
  }
}
