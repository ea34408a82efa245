package dev.warmpath.smoke;

import dev.warmpath.aws.AwsAccess;
import dev.warmpath.aws.DynamoDbAffinityTable;
import dev.warmpath.aws.DynamoDbClients;
import dev.warmpath.aws.SignedHttp;
import dev.warmpath.aws.TableBudgets;
import dev.warmpath.router.RouterClock;
import java.time.Duration;
import java.util.Map;

/**
 * Whom the checks ask.
 *
 * @param access who asks
 * @param environment the process's variables, of which {@code AWS_ENDPOINT_URL} and those for each
 *     service name other servers than AWS's
 */
public record SmokeServices(AwsAccess access, Map<String, String> environment) {
  /** What AWS's own services answer within. */
  private static final Duration AWS_SILENCE = Duration.ofSeconds(20);

  /** A cold start and a long queue. */
  private static final Duration MODEL_SILENCE = Duration.ofMinutes(2);

  private static final Duration TABLE_TIME = Duration.ofSeconds(10);

  /** Copies the variables. */
  public SmokeServices {
    environment = Map.copyOf(environment);
  }

  /** The deployment's API, whose address is in its outputs. */
  SignedHttp api() {
    return SignedHttp.of(access, MODEL_SILENCE);
  }

  /**
   * One of AWS's services.
   *
   * @param variable its name in variables
   */
  SignedHttp aws(String variable) {
    return SignedHttp.of(access.atServer(environment, variable), AWS_SILENCE);
  }

  /** The affinity table of a name. */
  DynamoDbAffinityTable table(String name, RouterClock clock) {
    return new DynamoDbAffinityTable(
        DynamoDbClients.create(TABLE_TIME, access),
        name,
        new TableBudgets(TABLE_TIME, TABLE_TIME, TABLE_TIME),
        clock,
        trouble -> {});
  }
}
