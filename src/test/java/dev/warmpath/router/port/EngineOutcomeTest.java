package dev.warmpath.router.port;

import static org.assertj.core.api.Assertions.assertThat;

import dev.warmpath.router.port.EngineOutcome.Kind;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

final class EngineOutcomeTest {
  @Test
  void neverPrintsWhatWasSaid() {
    // given
    byte[] secret = "secret".getBytes(StandardCharsets.UTF_8);

    // then
    assertThat(new EngineOutcome.Answered(secret, "text/plain", "a").toString())
        .doesNotContain("secret");
    assertThat(new EngineOutcome.Failed(Kind.CALLER, 400, "not a secret").toString())
        .isEqualTo("Failed[CALLER, 400]");
  }
}
