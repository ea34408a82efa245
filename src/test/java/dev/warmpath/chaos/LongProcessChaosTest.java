package dev.warmpath.chaos;

import org.junit.jupiter.api.Tag;

/** The long form with processes. */
@Tag("chaos-long")
final class LongProcessChaosTest extends LoopbackScenarios {
  LongProcessChaosTest() {
    super(Scale.full(8), 4);
  }
}
