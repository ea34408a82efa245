package dev.warmpath.sim.peer;

import static dev.warmpath.sim.peer.HandMadeFleet.prompt;
import static org.assertj.core.api.Assertions.assertThat;

import dev.warmpath.sim.SimPolicy;
import dev.warmpath.sim.SimRequest;
import org.junit.jupiter.api.Test;

class CostPoliciesTest {
  private final HandMadeFleet fleet = new HandMadeFleet(2);

  @Test
  void dynamoAddsPrefillAndActiveTokens() {
    // given: 300 + 600 + 200 = 1,100 against 50 + 1,000 + 20 = 1,070
    SimPolicy dynamo = Peers.byName("dynamo:1").create(2, 1);
    fleet.cached[0] = 400;
    fleet.pending[0] = 300;
    fleet.tokens[0] = 200;
    fleet.pending[1] = 50;
    fleet.tokens[1] = 20;

    // when
    int loaded = dynamo.pick(tenBlocks(1), fleet);
    fleet.tokens[0] = 160;
    int lighter = dynamo.pick(tenBlocks(2), fleet);

    // then
    assertThat(loaded).isEqualTo(1);
    assertThat(lighter).isZero();
  }

  @Test
  void dynamoWeighsPrefillTwiceUnlessToldOtherwise() {
    // given: 2 · 600 + 900 = 2,100 against 2 · 1,000 = 2,000
    SimPolicy dynamo = Peers.byName("dynamo").create(2, 1);
    fleet.cached[0] = 400;
    fleet.tokens[0] = 900;

    // when
    int loaded = dynamo.pick(tenBlocks(1), fleet);
    fleet.tokens[0] = 700;
    int lighter = dynamo.pick(tenBlocks(2), fleet);

    // then: 1,900, where the unweighted sum would still say 1,300 against 1,000
    assertThat(loaded).isEqualTo(1);
    assertThat(lighter).isZero();
  }

  @Test
  void oracleTakesTheLeastTimeUntilTheFirstToken() {
    // given: (500 + 600) / 10,000 against (0 + 1,000) / 10,000
    SimPolicy oracle = Peers.byName("oracle").create(2, 1);
    fleet.cached[0] = 400;
    fleet.pending[0] = 500;

    // when
    int alike = oracle.pick(tenBlocks(1), fleet);
    fleet.rate[0] = 20_000;
    int faster = oracle.pick(tenBlocks(2), fleet);

    // then
    assertThat(alike).isEqualTo(1);
    assertThat(faster).isZero();
  }

  @Test
  void oracleStaysWithTheCacheLongerTheHeavierAMiss() {
    // given: 500 + 4 · 600 against 4 · 1,000
    SimPolicy oracle = Peers.byName("oracle:4").create(2, 1);
    fleet.cached[0] = 400;
    fleet.pending[0] = 500;

    // when
    int pick = oracle.pick(tenBlocks(1), fleet);

    // then
    assertThat(pick).isZero();
  }

  @Test
  void lmetricMultipliesMissesAndRequests() {
    // given
    SimPolicy lmetric = Peers.byName("lmetric").create(2, 1);
    fleet.outstanding(0, 1);
    lmetric.pick(prompt(1, 1, 2, 3, 4, 5), fleet);

    // when: 500 · (2 + 1) against 1,000 · (1 + 1), then 500 · (4 + 1)
    fleet.outstanding(2, 1);
    int near = lmetric.pick(prompt(2, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10), fleet);
    fleet.outstanding(4, 1);
    int far = lmetric.pick(prompt(3, 1, 2, 3, 4, 5, 16, 17, 18, 19, 20), fleet);

    // then
    assertThat(near).isZero();
    assertThat(far).isEqualTo(1);
  }

  @Test
  void lmetricBreaksTiesByRequests() {
    // given: 500 · (3 + 1) and 1,000 · (1 + 1)
    SimPolicy lmetric = Peers.byName("lmetric").create(2, 1);
    lmetric.pick(prompt(1, 1, 2, 3, 4, 5), fleet);
    fleet.outstanding(3, 1);

    // when
    int pick = lmetric.pick(prompt(2, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10), fleet);

    // then
    assertThat(pick).isEqualTo(1);
  }

  private static SimRequest tenBlocks(int id) {
    return prompt(id, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10);
  }
}
