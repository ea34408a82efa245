package dev.warmpath.aws;

import static org.assertj.core.api.Assertions.assertThat;

import dev.warmpath.aws.ColdStart.Allowance;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

final class ColdStartTest {
  private final AtomicLong nanos = new AtomicLong(-5);
  private final ColdStart coldStart =
      new ColdStart(Duration.ofSeconds(1), Duration.ofMillis(50), nanos::get);

  @Test
  void theFirstCallMayTakeLonger() {
    assertThat(coldStart.begin()).isEqualTo(new Allowance(Duration.ofSeconds(1), true));
  }

  @Test
  void callsBesideTheFirstShareItsBudget() {
    // given
    coldStart.begin();

    // when
    nanos.addAndGet(Duration.ofMillis(400).toNanos());

    // then
    assertThat(coldStart.begin()).isEqualTo(new Allowance(Duration.ofMillis(600), true));
  }

  @Test
  void anAnswerEndsTheColdStart() {
    // given
    coldStart.begin();

    // when
    coldStart.answered();

    // then
    assertThat(coldStart.begin()).isEqualTo(new Allowance(Duration.ofMillis(50), false));
  }

  @Test
  void aStoreThatNeverAnswersCostsOneLargeBudgetOnly() {
    // given
    coldStart.begin();

    // when
    nanos.addAndGet(Duration.ofMillis(951).toNanos());

    // then
    assertThat(coldStart.begin()).isEqualTo(new Allowance(Duration.ofMillis(50), false));
  }
}
