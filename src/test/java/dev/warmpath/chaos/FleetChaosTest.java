package dev.warmpath.chaos;

/** The short form: eight routers, windows of a second. */
final class FleetChaosTest extends FleetScenarios {
  FleetChaosTest() {
    super(Scale.brief());
  }
}
