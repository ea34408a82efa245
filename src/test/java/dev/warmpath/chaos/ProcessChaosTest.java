package dev.warmpath.chaos;

/** The short form with processes: two routers. */
final class ProcessChaosTest extends LoopbackScenarios {
  ProcessChaosTest() {
    super(Scale.brief(), 2);
  }
}
