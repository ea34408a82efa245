package dev.warmpath.chaos;

import static org.assertj.core.api.Assertions.assertThat;

import dev.warmpath.routing.TargetRow;
import java.net.URI;
import java.time.Instant;
import org.junit.jupiter.api.Test;

/** What is left of routers that are killed while they answer. */
abstract class ProcessScenarios {
  private static final int ENGINES = 4;
  private static final int UNLIMITED = 1_000;
  private static final double HIT_POINTS = 5;
  private static final double LEAST_KNOWN_PERCENT = 95;

  private final Scale scale;
  private final int processes;

  ProcessScenarios(Scale scale, int processes) {
    this.scale = scale;
    this.processes = processes;
  }

  /** Where the routers' DynamoDB is. */
  abstract URI dynamoDb();

  /** The table's name. */
  abstract String table();

  /** What the kind of table is called in the figures. */
  abstract String kind();

  @Test
  void survivesRoutersKilledInTheMiddleOfAnswers() {
    // given
    try (ChaosEndpoint endpoint = new ChaosEndpoint(ENGINES, scale.pace(), UNLIMITED);
        ProcessFleet fleet =
            new ProcessFleet(processes, endpoint, scale.pace(), dynamoDb(), table());
        Figures figures = figures("routers killed")) {
      Traffic traffic = new Traffic(fleet, "kill", scale.users(), scale.turns());
      traffic.warmUp(scale.turns());
      Window before = play(traffic, figures, "before", () -> {});

      // when
      Window killed = play(traffic, figures, "one killed", fleet::killInTheMiddle);
      Instant kill = Instant.now();
      fleet.killAll();
      fleet.start(processes - 1);
      Window restarted = play(traffic, figures, "all killed, others started", () -> {});
      fleet.killAll();

      // then
      figures.add("load left at once", load(endpoint, kill));
      Load afterHorizon = load(endpoint, Instant.now().plus(TargetRow.SEQUENCE_HORIZON));
      figures.add("after the horizon", afterHorizon);
      assertThat(figures.wrong()).isEmpty();
      assertThat(killed.cut()).isBetween(1L, (long) scale.users());
      assertThat(killed.answered()).isEqualTo(killed.sent() - killed.cut());
      assertThat(killed.hitPercent()).isGreaterThanOrEqualTo(before.hitPercent() - HIT_POINTS);
      assertThat(restarted.answered()).isEqualTo(restarted.sent());
      assertThat(restarted.knownPercent()).isGreaterThanOrEqualTo(LEAST_KNOWN_PERCENT);
      assertThat(restarted.hitPercent()).isGreaterThanOrEqualTo(before.hitPercent() - HIT_POINTS);
      assertThat(afterHorizon).isEqualTo(Load.NONE);
    }
  }

  /** The scale of the run. */
  Scale scale() {
    return scale;
  }

  /** The figures of a scenario. */
  Figures figures(String scenario) {
    return new Figures(scale.folder(), scenario, "%d processes, %s".formatted(processes, kind()));
  }

  /** How many routers there are. */
  int processes() {
    return processes;
  }

  /** A window of whole conversations. */
  Window play(Traffic traffic, Figures figures, String name, Runnable event) {
    return figures.add(traffic.play(name, scale.turns(), event));
  }

  private Load load(ChaosEndpoint endpoint, Instant at) {
    return Load.of(SharedTable.rows(dynamoDb(), table(), endpoint.targets(), at), at);
  }
}
