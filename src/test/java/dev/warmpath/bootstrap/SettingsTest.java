package dev.warmpath.bootstrap;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.warmpath.routing.PrefixAffinityPolicy;
import dev.warmpath.routing.SheddingPolicy;
import dev.warmpath.web.ServedModel;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class SettingsTest {
  private static final Map<String, String> LEAST =
      Map.of(
          "WARMPATH_ENDPOINTS", "llama",
          "WARMPATH_TABLE", "affinity",
          "WARMPATH_HASH_SALT", "0123456789abcdef");

  @Test
  void threeVariablesAreEnough() {
    Settings settings = Settings.of(LEAST);

    assertThat(settings.endpoints()).containsExactly("llama");
    assertThat(settings.models().names()).containsExactly("default");
    assertThat(settings.policy().name()).isEqualTo("warmpath");
    assertThat(settings.tableBudget()).isEqualTo(Duration.ofMillis(50));
    assertThat(settings.metrics()).isEqualTo(Settings.MetricsTarget.CLOUDWATCH);
  }

  @Test
  void anEmptyVariableIsAnAbsentOne() {
    assertThat(Settings.of(with("WARMPATH_KV_TOKENS", " ")).facts().capacityTokens())
        .isEqualTo(400_000);
  }

  @Test
  void everyFaultIsListedAtOnceByItsVariable() {
    Map<String, String> wrong =
        Map.of(
            "WARMPATH_HASH_SALT", "short",
            "WARMPATH_POLICY", "guess",
            "WARMPATH_KV_TOKENS", "many",
            "WARMPATH_TABLE_BUDGET_MS", "0",
            "WARMPATH_METRICS", "paper",
            "WARMPATH_CACHE_REPORTING", "never",
            "WARMPATH_MODEL", ",");

    assertThatThrownBy(() -> Settings.of(wrong))
        .isInstanceOf(SettingsException.class)
        .hasMessageContainingAll(
            "WARMPATH_ENDPOINTS or WARMPATH_TARGETS must be set",
            "WARMPATH_TABLE is required",
            "WARMPATH_HASH_SALT must have at least 16 bytes but has 5",
            "WARMPATH_POLICY must be warmpath, least-outstanding or round-robin but was 'guess'",
            "WARMPATH_KV_TOKENS must be a whole number from 1000 to 1000000000 but was 'many'",
            "WARMPATH_TABLE_BUDGET_MS",
            "WARMPATH_METRICS",
            "WARMPATH_CACHE_REPORTING",
            "WARMPATH_MODEL must name a model");
  }

  @Test
  void endpointsAndTargetsExcludeEachOther() {
    assertThatThrownBy(() -> Settings.of(with("WARMPATH_TARGETS", "llama/a")))
        .hasMessageContaining("not both");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "llama,llama|must name each endpoint once",
        "llama qwen|has a wrong name: 'llama qwen'",
        "llama/a|has a wrong name: 'llama/a'",
        "arn:aws:sagemaker|has a wrong name: 'arn:aws:sagemaker'",
        "a1,a2,a3,a4,a5,a6,a7,a8,a9,b1,b2,b3,b4,b5,b6,b7,b8,b9,c1,c2,c3|must name at most 20"
      })
  void endpointsMustBeFewAndDistinctNames(String endpoints, String fault) {
    assertThatThrownBy(() -> Settings.of(with("WARMPATH_ENDPOINTS", endpoints)))
        .isInstanceOf(SettingsException.class)
        .hasMessageContaining("WARMPATH_ENDPOINTS " + fault);
  }

  @ParameterizedTest
  @ValueSource(strings = {",", " , ,", "\n,"})
  void aListOfNoTargetIsNone(String targets) {
    Map<String, String> environment = with("WARMPATH_TARGETS", targets);
    environment.remove("WARMPATH_ENDPOINTS");

    assertThatThrownBy(() -> Settings.of(environment))
        .isInstanceOf(SettingsException.class)
        .hasMessageContaining("WARMPATH_ENDPOINTS or WARMPATH_TARGETS must be set");
  }

  @Test
  void requestsAreTurnedAwayOnlyWhereThatIsSetAndNeverInShadowMode() {
    assertThat(settings(Map.of()).policy()).isInstanceOf(PrefixAffinityPolicy.class);
    Map<String, String> set = Map.of("WARMPATH_SHED_AFTER_SECONDS", "5");
    assertThat(settings(set).policy())
        .isEqualTo(new SheddingPolicy(settings(Map.of()).policy(), Duration.ofSeconds(5)));
    assertThat(
            settings(Map.of("WARMPATH_SHED_AFTER_SECONDS", "5", "WARMPATH_ROUTING_MODE", "shadow"))
                .policy())
        .isInstanceOf(PrefixAffinityPolicy.class);
  }

  private static Settings settings(Map<String, String> more) {
    Map<String, String> environment =
        new HashMap<>(
            Map.of(
                "WARMPATH_ENDPOINTS", "chat",
                "WARMPATH_TABLE", "affinity",
                "WARMPATH_HASH_SALT", "0123456789abcdef"));
    environment.putAll(more);
    return Settings.of(environment);
  }

  @Test
  void modelsMayNameTheirPlaces() {
    // given
    Map<String, String> environment =
        Map.of(
            "WARMPATH_ENDPOINTS", "chat-a,chat-b,embed",
            "WARMPATH_MODEL", "llama=chat-a,chat-b; sql = chat-a/blue ;org/bge:v1=embed/ic:bge;",
            "WARMPATH_ENGINE_MODEL", "sql=sql-lora",
            "WARMPATH_TABLE", "affinity",
            "WARMPATH_HASH_SALT", "0123456789abcdef");

    // when
    Settings settings = Settings.of(environment);

    // then
    assertThat(settings.models().served())
        .containsExactly(
            new ServedModel("llama", ""),
            new ServedModel("sql", "sql-lora"),
            new ServedModel("org/bge:v1", ""));
    assertThat(settings.serving().places())
        .isEqualTo(
            Map.of(
                "llama", Set.of("chat-a", "chat-b"),
                "sql", Set.of("chat-a/blue"),
                "org/bge:v1", Set.of("embed/ic:bge")));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "a=llama;b|WARMPATH_MODEL has an entry that is not MODEL=…: 'b'",
        "=llama|WARMPATH_MODEL has an entry that is not MODEL=…: '=llama'",
        "a=|WARMPATH_MODEL names '', which is neither an endpoint of the fleet nor a target in one",
        "a=qwen|WARMPATH_MODEL names 'qwen', which is neither",
        "a=qwen/blue|WARMPATH_MODEL names 'qwen/blue', which is neither",
        "a=qwen|WARMPATH_MODEL leaves endpoint 'llama' without a model",
        "a=llama;a=llama|WARMPATH_MODEL must name each model once but has 'a' twice",
        "a,a|WARMPATH_MODEL must name each model once but has 'a' twice"
      })
  void modelsMustNameWhatThereIs(String models, String fault) {
    assertThatThrownBy(() -> Settings.of(with("WARMPATH_MODEL", models)))
        .isInstanceOf(SettingsException.class)
        .hasMessageContaining(fault);
  }

  @Test
  void engineNamesBelongToModelsThatAreServed() {
    assertThatThrownBy(() -> Settings.of(with("WARMPATH_ENGINE_MODEL", "sql=sql-lora")))
        .hasMessageContaining("WARMPATH_ENGINE_MODEL names 'sql', which WARMPATH_MODEL does not");
  }

  @Test
  void everyDefaultIsInsideItsRange() {
    Map<String, String> defaults = new HashMap<>();
    for (Setting setting : Setting.values()) {
      defaults.put(setting.variable(), setting.defaultValue());
    }
    defaults.putAll(LEAST);

    assertThat(Settings.of(defaults)).isNotNull();
  }

  @Test
  void theSaltIsNeverPrinted() {
    Settings settings = Settings.of(with("WARMPATH_HASH_SALT", "a-very-secret-salt"));

    assertThat(settings.toString()).doesNotContain("secret");
    assertThatThrownBy(() -> Settings.of(Map.of("WARMPATH_HASH_SALT", "tiny-secret")))
        .hasMessageNotContaining("tiny-secret");
  }

  private static Map<String, String> with(String variable, String value) {
    Map<String, String> environment = new HashMap<>(LEAST);
    environment.put(variable, value);
    return environment;
  }
}
