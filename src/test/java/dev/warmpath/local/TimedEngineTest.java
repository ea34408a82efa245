package dev.warmpath.local;

import dev.warmpath.engine.EngineProfile;
import java.time.Duration;

class TimedEngineTest extends EngineContract {
  @Override
  protected LocalVariant start(int capacityTokens) {
    EngineProfile fast =
        new EngineProfile(
            1e9, 53_000, Duration.ofNanos(50_000), Duration.ZERO, 0, 128, 16, capacityTokens, 16);
    return LocalVariant.start("a", fast, System::nanoTime);
  }
}
