package dev.warmpath.chaos;

import dev.warmpath.bootstrap.AwsTier;
import dev.warmpath.bootstrap.Tier;
import dev.warmpath.cli.StreamingDoor;
import dev.warmpath.lambda.RouterHandler;
import dev.warmpath.local.GatewaySettings;
import dev.warmpath.local.LocalGateway;
import java.io.IOException;
import java.time.Duration;
import java.time.InstantSource;
import java.util.UUID;

/**
 * The deployed function's tier behind a local gateway, in a process of its own. It is configured by
 * the environment, as on Lambda, and prints its address.
 */
public final class RouterProcess {
  private static final Duration TIMEOUT = Duration.ofSeconds(60);

  private RouterProcess() {}

  /** Starts, and answers until its standard input ends. */
  public static void main(String[] args) throws IOException {
    InstantSource clock = InstantSource.system();
    Tier tier = AwsTier.start(System.getenv());
    RouterHandler handler = new RouterHandler(tier.front(), requestId -> {}, clock);
    LocalGateway gateway =
        LocalGateway.listen(
            new GatewaySettings(
                0, TIMEOUT, clock, System::nanoTime, () -> UUID.randomUUID().toString()),
            StreamingDoor.before(handler),
            tier::afterAnswer);
    System.out.println(gateway.uri());
    // Whoever started it keeps this open: without a parent it shall not stay.
    while (System.in.read() >= 0) {}
    Runtime.getRuntime().halt(0);
  }
}
