package dev.warmpath.chaos;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The same against a DynamoDB in this process, which can go away. */
abstract class LoopbackScenarios extends ProcessScenarios {
  private final LoopbackDynamoDb dynamoDb = new LoopbackDynamoDb();

  LoopbackScenarios(Scale scale, int processes) {
    super(scale, processes);
  }

  @Override
  URI dynamoDb() {
    return dynamoDb.uri();
  }

  @Override
  String table() {
    return "affinity";
  }

  @Override
  String kind() {
    return "table in memory";
  }

  @AfterEach
  void close() {
    dynamoDb.close();
  }

  @Test
  @Tag("chaos-long")
  void answersEverythingWhileDynamoDbIsAway() {
    // given
    try (ChaosEndpoint endpoint = new ChaosEndpoint(4, scale().pace(), 1_000);
        ProcessFleet fleet =
            new ProcessFleet(processes(), endpoint, scale().pace(), dynamoDb(), table());
        Figures figures = figures("DynamoDB away")) {
      Traffic traffic = new Traffic(fleet, "away", scale().users(), scale().turns());
      traffic.warmUp(scale().turns());
      Window before = play(traffic, figures, "before", () -> {});

      // when
      Window throttled =
          play(traffic, figures, "throttling everything", () -> dynamoDb.throttle(true));
      dynamoDb.throttle(false);
      Window away = play(traffic, figures, "refusing connections", dynamoDb::leave);
      Window still = play(traffic, figures, "still", () -> {});
      Window back = play(traffic, figures, "back", dynamoDb::comeBack);
      Window after = play(traffic, figures, "after", () -> {});

      // then
      assertThat(figures.wrong()).isEmpty();
      for (Window window : List.of(before, throttled, away, still, back, after)) {
        assertThat(window.answered()).as("%s", window).isEqualTo(window.sent());
      }
      assertThat(after.hitPercent()).isGreaterThanOrEqualTo(before.hitPercent() - 5);
      assertThat(still.hitPercent()).isGreaterThanOrEqualTo(before.hitPercent() - 5);
    }
  }
}
