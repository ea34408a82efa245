package dev.warmpath.web;

import static org.assertj.core.api.Assertions.assertThat;

import dev.warmpath.prompt.Prompt;
import dev.warmpath.prompt.Scope;
import dev.warmpath.prompt.Segment;
import dev.warmpath.router.port.Trouble;
import dev.warmpath.testing.MadeUpText;
import dev.warmpath.testing.RecordingMetrics;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class PrefixWatchTest {
  private static final String RULES = MadeUpText.words(new SplittableRandom(1), 300);

  @Test
  void promptsThatSpoilTheirPrefixAreCounted() {
    // given
    RecordingMetrics metrics = new RecordingMetrics();
    PrefixWatch watch = new PrefixWatch(metrics);

    // when
    for (int i = 0; i < 300; i++) {
      watch.observe("r" + i, prompt("Request number " + i + ". " + RULES));
      watch.observe("s" + i, prompt("Always the same. " + RULES.substring(40)));
    }

    // then: the others only where a value of these has taken the place of theirs
    assertThat(metrics.troubles()).hasSizeBetween(44, 50).containsOnly(Trouble.VOLATILE_PREFIX);
  }

  private static Prompt prompt(String system) {
    return new Prompt(Scope.ofModel("m"), List.of(Segment.ofText("system", system)), "");
  }
}
