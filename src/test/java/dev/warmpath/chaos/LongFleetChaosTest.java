package dev.warmpath.chaos;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.ValueSource;

/** The long form: {@code mvn verify -Pchaos}. */
@Tag("chaos-long")
@ParameterizedClass
@ValueSource(ints = {1, 8, 64})
final class LongFleetChaosTest extends FleetScenarios {
  LongFleetChaosTest(int routers) {
    super(Scale.full(routers));
  }
}
