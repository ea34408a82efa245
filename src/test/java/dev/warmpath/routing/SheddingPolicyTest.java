package dev.warmpath.routing;

import static org.assertj.core.api.Assertions.assertThat;

import dev.warmpath.prompt.PrefixChain;
import dev.warmpath.routing.RoutingDecision.NoTarget;
import dev.warmpath.routing.RoutingDecision.Shed;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import org.junit.jupiter.api.Test;

final class SheddingPolicyTest {
  private static final PrefixChain CHAIN = Contexts.chain("a question".repeat(100));
  private static final RoutingPolicy RULE = new PrefixAffinityPolicy();
  private static final RoutingPolicy SHEDDING = new SheddingPolicy(RULE, Duration.ofSeconds(5));
  private static final Target FIRST = Contexts.target(0);
  private static final Target SECOND = Contexts.target(1);

  /** So much is computed in a second. */
  private static final long SECOND_OF_WORK = (long) Contexts.FACTS.prefillTokensPerSecond();

  @Test
  void aPromptIsTurnedAwayWhileTheShortestQueueIsTooLong() {
    RoutingContext context = queues(9 * SECOND_OF_WORK, 7 * SECOND_OF_WORK);

    assertThat(SHEDDING.decide(context)).isInstanceOf(Shed.class);
    assertThat(((Shed) SHEDDING.decide(context)).excess())
        .isBetween(Duration.ofSeconds(1), Duration.ofSeconds(2));
  }

  @Test
  void oneTargetWithAShortQueueIsEnoughToDecideAsEver() {
    RoutingContext context = queues(9 * SECOND_OF_WORK, 5 * SECOND_OF_WORK);

    assertThat(SHEDDING.decide(context)).isEqualTo(RULE.decide(context));
  }

  @Test
  void aTargetThatMayNotBeChosenIsNoReasonToLetAPromptIn() {
    Health failing =
        new Health(Breaker.FAULTS, Contexts.NOW.plusSeconds(10), Instant.EPOCH, Instant.EPOCH);
    RoutingContext context =
        new Contexts(CHAIN)
            .fleet(Contexts.fleet(2))
            .target(Contexts.loaded(FIRST, 9 * SECOND_OF_WORK, 0))
            .target(TargetRow.unknown(SECOND.id()).with(failing))
            .build();

    assertThat(SHEDDING.decide(context)).isInstanceOf(Shed.class);
  }

  @Test
  void anEmptyFleetIsNotSaturated() {
    RoutingContext context = new Contexts(CHAIN).fleet(Fleet.EMPTY).build();

    assertThat(SHEDDING.decide(context)).isEqualTo(new NoTarget());
  }

  @Test
  void theRuleKeepsItsNameAndItsRows() {
    assertThat(Map.of(SHEDDING.name(), SHEDDING.readsPrefixes()))
        .isEqualTo(Map.of(RULE.name(), RULE.readsPrefixes()));
  }

  private static RoutingContext queues(long first, long second) {
    return new Contexts(CHAIN)
        .fleet(Contexts.fleet(2))
        .target(Contexts.loaded(FIRST, first, 0))
        .target(Contexts.loaded(SECOND, second, 0))
        .build();
  }
}
