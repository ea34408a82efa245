package dev.warmpath.chaos;

import static org.assertj.core.api.Assertions.assertThat;

import dev.warmpath.routing.Breaker;
import dev.warmpath.routing.Health;
import dev.warmpath.routing.TargetRow;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.function.Supplier;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What a fleet of routers in this process makes of faults around it. */
abstract class FleetScenarios {
  private static final int ENGINES = 4;
  private static final int UNLIMITED = 1_000;

  /** By how many percent points a hit rate may fall after an event that costs no cache. */
  private static final double HIT_POINTS = 5;

  private static final double LEAST_KNOWN_PERCENT = 95;

  /** How much more an answer may cost at twice the capacity. */
  private static final double MOST_WORK = 1.2;

  private static final Duration HORIZON =
      TargetRow.SEQUENCE_HORIZON.plus(TargetRow.SEQUENCE_BUCKET);

  private final Scale scale;

  FleetScenarios(Scale scale) {
    this.scale = scale;
  }

  @Test
  void answersEverythingWhileTheTableFails() {
    // given
    try (ChaosFleet fleet = fleet();
        Figures figures = figures("table")) {
      Traffic traffic = traffic(fleet, "table", scale.users());
      Window before = warmUp(traffic, figures);
      for (FaultyTable.Fault fault :
          List.of(
              FaultyTable.Fault.THROTTLES, FaultyTable.Fault.TIMES_OUT, FaultyTable.Fault.GONE)) {

        // when
        Window during = play(traffic, figures, word(fault), () -> fleet.tableHas(fault));
        Window still = play(traffic, figures, "still", () -> {});
        Window back = play(traffic, figures, "back", () -> fleet.tableHas(FaultyTable.Fault.NONE));

        // then
        List.of(during, still, back).forEach(this::assertAllAnswered);
        assertAsWarmButForMoves(during, before);
        if (fault == FaultyTable.Fault.THROTTLES) {
          assertAsWarmButForMoves(still, before);
        } else {
          assertAsWarm(still, before);
        }
      }
      // Starts whose ends were lost look like load: until they age, conversations keep away from
      // it.
      figures.add("sequences that nobody runs", fleet.load().sequences());
      fleet.skip(HORIZON);
      play(traffic, figures, "aged", () -> {});
      assertAsWarm(play(traffic, figures, "healed", () -> {}), before);
      figures.add("requests placed without the table", fleet.tally().degraded());
      figures.add("writes lost", fleet.tally().lostWrites());
      assertThat(fleet.tally().degraded()).isPositive();
      finish(fleet, traffic, figures);
    }
  }

  @Test
  void losesOnlyWhatAKilledEngineHad() {
    // given
    try (ChaosFleet fleet = fleet();
        Figures figures = figures("engine killed")) {
      Traffic traffic = traffic(fleet, "kill", scale.users());
      Window before = warmUp(traffic, figures);
      ChaosEngine victim = fleet.busiest();

      // when
      Window killed = play(traffic, figures, "killed", () -> victim.inTheMiddle(victim::kill));
      victim.atTheLatestNow();
      Window dead = play(traffic, figures, "dead", () -> {});
      victim.start();
      fleet.skip(Breaker.OPEN_TIME);
      long calls = victim.calls();
      Window back = play(traffic, figures, "back, cold", () -> {});
      Window after = play(traffic, figures, "after", () -> {});

      // then
      figures.add("failovers", fleet.tally().failovers());
      assertThat(killed.failed()).isLessThanOrEqualTo(beyondTheBudget());
      assertThat(killed.broken()).isLessThanOrEqualTo(scale.users());
      assertAllAnswered(dead);
      assertAllAnswered(back);
      assertAllAnswered(after);
      assertAsWarm(dead, before);
      assertAsWarm(after, before);
      assertThat(victim.calls()).isGreaterThan(calls);
      finish(fleet, traffic, figures);
    }
  }

  @Test
  void noticesAnEngineThatRestartsCold() {
    // given
    try (ChaosFleet fleet = fleet();
        Figures figures = figures("engine restarted cold")) {
      Traffic traffic = traffic(fleet, "cold", scale.users());
      Window before = warmUp(traffic, figures);
      ChaosEngine victim = fleet.busiest();

      // when
      Window restarted =
          play(
              traffic,
              figures,
              "restarted",
              () ->
                  victim.inTheMiddle(
                      () -> {
                        victim.kill();
                        victim.start();
                      }));
      victim.atTheLatestNow();
      Window after = play(traffic, figures, "after", () -> {});

      // then
      figures.add("generations", fleet.rows().stream().mapToLong(TargetRow::generation).sum());
      assertThat(restarted.failed()).isLessThanOrEqualTo(beyondTheBudget());
      assertThat(restarted.broken()).isLessThanOrEqualTo(scale.users());
      assertAllAnswered(after);
      assertAsWarm(after, before);
      finish(fleet, traffic, figures);
    }
  }

  @Test
  void sparesAnEngineThatIsSlowOrHangs() {
    // given
    try (ChaosFleet fleet = fleet();
        Figures figures = figures("engine slow, then hanging")) {
      Traffic traffic = traffic(fleet, "slow", scale.users());
      Window before = warmUp(traffic, figures);
      ChaosEngine victim = fleet.busiest();

      // when
      Window slow =
          play(traffic, figures, "ten times slower", () -> victim.runAt(scale.pace() / 10));
      Window fast = play(traffic, figures, "as fast as before", () -> victim.runAt(scale.pace()));
      fleet.callersWait(Duration.ofSeconds(3));
      Window hanging = play(traffic, figures, "hanging, callers wait 3 s", victim::hang);
      Window still = play(traffic, figures, "still", () -> {});
      fleet.callersWait(Duration.ofSeconds(30));
      Window open = play(traffic, figures, "breaker open", () -> {});
      victim.recover();
      fleet.skip(Breaker.OPEN_TIME);
      Window after = play(traffic, figures, "answering again", () -> {});

      // then
      assertAllAnswered(slow);
      assertAllAnswered(fast);
      assertAsWarmButForMoves(slow, before);
      assertAsWarm(fast, before);
      assertThat(hanging.failed() + still.failed()).isBetween(Breaker.FAULTS, 2L * scale.users());
      assertThat(hanging.failedByStatus().keySet()).isSubsetOf(504);
      assertThat(still.failedByStatus().keySet()).isSubsetOf(504);
      assertAllAnswered(open);
      assertAllAnswered(after);
      assertAsWarm(after, before);
      finish(fleet, traffic, figures);
    }
  }

  @Test
  void followsAFleetThatChanges() {
    // given
    try (ChaosFleet fleet = fleet();
        Figures figures = figures("fleet changes")) {
      Traffic traffic = traffic(fleet, "fleet", scale.users());
      ChaosEngine leaving = fleet.engines().getFirst();
      ChaosEngine added = fleet.engines().getLast();
      Window before = warmUp(traffic, figures);

      // when
      Window draining = play(traffic, figures, "one draining", () -> fleet.drain(leaving, true));
      long calls = leaving.calls();
      Window drained = play(traffic, figures, "drained", () -> {});
      long callsDrained = leaving.calls() - calls;
      fleet.serveWith(fleet.engines());
      Window larger = play(traffic, figures, "one added", () -> {});
      long callsAdded = added.calls();
      Window settled = play(traffic, figures, "still", () -> {});
      fleet.serveWith(fleet.engines().subList(2, fleet.engines().size()));
      Window smaller = play(traffic, figures, "two removed", () -> {});
      Window after = play(traffic, figures, "after", () -> {});

      // then
      figures.add("calls of the drained", callsDrained);
      figures.add("calls of the added", callsAdded);
      assertThat(callsDrained).isZero();
      assertThat(callsAdded).isPositive();
      List.of(draining, drained, larger, settled, smaller, after).forEach(this::assertAllAnswered);
      assertAsWarm(drained, before);
      assertAsWarmButForMoves(larger, before);
      assertAsWarm(settled, before);
      assertAsWarm(after, before);
      finish(fleet, traffic, figures);
    }
  }

  @Test
  void freesWhatClientsLeave() {
    // given
    try (ChaosFleet fleet = fleet();
        Figures figures = figures("clients leave")) {
      Traffic traffic = traffic(fleet, "leave", scale.users());
      Window before = warmUp(traffic, figures);

      // when
      Window leaving = figures.add(traffic.leave("leaving", scale.turns()));
      boolean freed = fleet.engines().stream().allMatch(e -> e.awaitIdle(Duration.ofSeconds(20)));
      Window after = play(traffic, figures, "after", () -> {});

      // then
      assertThat(leaving.aborted()).isEqualTo(scale.users());
      assertThat(leaving.answered()).isEqualTo(leaving.sent() - leaving.aborted());
      assertThat(freed).isTrue();
      assertAllAnswered(after);
      assertAsWarm(leaving, before);
      assertAsWarm(after, before);
      finish(fleet, traffic, figures);
    }
  }

  @Test
  void findsOwnersAgainAfterRoutersRestart() {
    // given
    try (ChaosFleet fleet = fleet();
        Figures figures = figures("routers restarted")) {
      Traffic traffic = traffic(fleet, "restart", scale.users());
      Window before = warmUp(traffic, figures);

      // when
      Window during = play(traffic, figures, "all restarted", fleet::restartRouters);
      fleet.restartRouters();
      Window after = play(traffic, figures, "restarted between", () -> {});

      // then
      assertAllAnswered(during);
      assertAllAnswered(after);
      for (Window window : List.of(during, after)) {
        assertThat(window.knownPercent()).isGreaterThanOrEqualTo(LEAST_KNOWN_PERCENT);
      }
      assertAsWarm(during, before);
      assertAsWarm(after, before);
      finish(fleet, traffic, figures);
    }
  }

  /** In the long form only: in a short one the first refusals, before rows tell, weigh too much. */
  @Test
  @Tag("chaos-long")
  void wastesNoWorkAtTwiceTheCapacity() {
    // given
    int room = 16;
    int users = 4 * room;
    int each = scale.users() > room ? scale.turns() : 3;
    try (ChaosFleet fleet = new ChaosFleet(scale.routers(), 2, scale.pace() / 2, room);
        Figures figures = figures("overload")) {
      Traffic crowd = traffic(fleet, "crowd", 2 * room);
      crowd.play("warming up", each);
      Window busy = figures.add(crowd.play("as fast as it goes", each));
      double perSecond = 2000.0 * busy.answered() / busy.millis();
      Traffic traffic = traffic(fleet, "load", users);
      int requests = 2 * users * each;
      // As many as one engine takes: whoever is alone with them is never refused.
      Supplier<Window> few = () -> traffic.playFew("few at once", each, room);
      traffic.playFew("warming up", each, room);
      Cost normal = cost(fleet, figures, few);

      // when
      Cost twice = cost(fleet, figures, () -> traffic.pace("twice", requests, perSecond));
      fleet.skip(Health.LONGEST_BUSY_TIME);
      Cost after = cost(fleet, figures, few);

      // then
      figures.add("requests per second at twice the capacity", Math.round(perSecond));
      figures.add("work at twice over normal", hundredths(twice.tokens() / normal.tokens()));
      figures.add("calls for each request at twice", hundredths(twice.calls()));
      assertThat(twice.tokens()).isLessThanOrEqualTo(MOST_WORK * normal.tokens());
      assertThat(twice.window().sent() * twice.calls())
          .isLessThanOrEqualTo(1.1 * twice.window().sent() + 10.0 * scale.routers());
      assertThat(twice.window().failedByStatus().keySet()).isSubsetOf(429, 503);
      assertThat(twice.window().broken() + twice.window().cut()).isZero();
      assertAllAnswered(normal.window());
      assertAllAnswered(after.window());
      assertAsWarm(after.window(), normal.window());
      finish(fleet, traffic, figures);
    }
  }

  /**
   * What a window's answers have cost.
   *
   * @param tokens prompt tokens computed for each that the answers needed
   * @param calls engine calls for each request
   */
  private record Cost(Window window, double tokens, double calls) {}

  private static Cost cost(ChaosFleet fleet, Figures figures, Supplier<Window> traffic) {
    long tokens = fleet.computedTokens();
    long calls = fleet.calls();
    Window window = figures.add(traffic.get());
    return new Cost(
        window,
        (double) (fleet.computedTokens() - tokens) / window.neededTokens(),
        (double) (fleet.calls() - calls) / window.sent());
  }

  /** How many users may fail since each router begins with ten failovers. */
  private long beyondTheBudget() {
    return Math.max(0, scale.users() - 10L * scale.routers());
  }

  private ChaosFleet fleet() {
    return new ChaosFleet(scale.routers(), ENGINES, scale.pace(), UNLIMITED);
  }

  private Figures figures(String scenario) {
    return new Figures(scale.folder(), scenario, "%02d in process".formatted(scale.routers()));
  }

  private Traffic traffic(ChaosFleet fleet, String run, int users) {
    return new Traffic(fleet, run, users, scale.turns());
  }

  private Window warmUp(Traffic traffic, Figures figures) {
    traffic.warmUp(scale.turns());
    Window before = play(traffic, figures, "before", () -> {});
    assertAllAnswered(before);
    return before;
  }

  private Window play(Traffic traffic, Figures figures, String name, Runnable event) {
    return figures.add(traffic.play(name, scale.turns(), event));
  }

  /**
   * No load is left after the horizon; and what comes then leaves as soon as it is answered, but
   * for its prefill, which ages.
   */
  private void finish(ChaosFleet fleet, Traffic traffic, Figures figures) {
    figures.add("load left at once", fleet.load());
    fleet.skip(HORIZON);
    Load afterHorizon = fleet.load();
    figures.add("after the horizon", afterHorizon);
    traffic.play("after the horizon", 1);
    fleet.skip(TargetRow.PREFILL_HORIZON.plus(TargetRow.PREFILL_BUCKET));
    Load afterMore = fleet.load();
    assertThat(figures.wrong()).isEmpty();
    assertThat(afterHorizon).isEqualTo(Load.NONE);
    assertThat(afterMore).isEqualTo(Load.NONE);
  }

  private void assertAllAnswered(Window window) {
    assertThat(window.answered()).as("answered: %s", window).isEqualTo(window.sent());
  }

  private static void assertAsWarm(Window window, Window before) {
    assertThat(window.hitPercent())
        .as("hit rate of '%s'", window.name())
        .isGreaterThanOrEqualTo(before.hitPercent() - HIT_POINTS);
  }

  /**
   * As warm as before but for conversations that move, each of which is computed once more. Without
   * the table a conversation goes to the first of its two candidates, which need not be its owner;
   * an engine that joins draws more than its share at first; and one that is slow is left.
   */
  private void assertAsWarmButForMoves(Window window, Window before) {
    double onceMore = 100.0 / scale.turns();
    assertThat(window.hitPercent())
        .as("hit rate of '%s'", window.name())
        .isGreaterThanOrEqualTo(before.hitPercent() - HIT_POINTS - onceMore);
  }

  private static String word(FaultyTable.Fault fault) {
    return fault.name().toLowerCase(Locale.ROOT).replace('_', ' ');
  }

  private static double hundredths(double value) {
    return Math.round(100 * value) / 100.0;
  }
}
