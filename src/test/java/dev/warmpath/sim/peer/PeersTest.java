package dev.warmpath.sim.peer;

import static dev.warmpath.sim.peer.HandMadeFleet.prompt;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.warmpath.sim.SimPolicy;
import dev.warmpath.sim.SimRequest;
import dev.warmpath.testing.Seeds;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

class PeersTest {
  @Test
  void knowsEveryPeer() {
    assertThat(Peers.names())
        .containsExactly(
            "aibrix",
            "chwbl",
            "dynamo",
            "first-50-chars",
            "least-outstanding",
            "llm-d",
            "llm-d-precise",
            "lmetric",
            "oracle",
            "preble",
            "prefix-aware",
            "production-stack",
            "random",
            "round-robin",
            "session",
            "sglang");
  }

  @ParameterizedTest
  @MethodSource("dev.warmpath.sim.peer.Peers#names")
  void picksAnEngineOfTheFleetAndTheSameForTheSameSeed(String name) {
    Seeds.forAll(
        5,
        (seed, random) -> {
          // given
          int engines = random.nextInt(1, 12);
          SimPolicy one = Peers.byName(name).create(engines, seed);
          SimPolicy other = Peers.byName(name).create(engines, seed);
          HandMadeFleet fleet = new HandMadeFleet(engines);

          for (int i = 0; i < 200; i++) {
            // when
            fleet.now += 10;
            SimRequest request = prompt(i, random.nextInt(3), random.nextInt(3), random.nextInt(9));
            int pick = one.pick(request, fleet);

            // then
            assertThat(pick).isBetween(0, engines - 1);
            assertThat(other.pick(request, fleet)).isEqualTo(pick);
            fleet.outstanding[pick]++;
            fleet.pending[pick] += 100;
          }
        });
  }

  @ParameterizedTest
  @MethodSource("dev.warmpath.sim.peer.Peers#names")
  void acceptsAPromptWithoutAWholeBlock(String name) {
    // given
    SimPolicy policy = Peers.byName(name).create(3, 1);
    SimRequest request = new SimRequest(0, 0, 5, 1, new long[0], 100, new int[0]);

    // when
    int pick = policy.pick(request, new HandMadeFleet(3));

    // then
    assertThat(pick).isBetween(0, 2);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          nonsense            | there is no policy nonsense; known are aibrix, chwbl,
          prefix-aware:512:16 | the prefix length in characters of prefix-aware must be a number from 1024 to 65536 but was 512
          prefix-aware:4096:0 | the concurrency threshold of prefix-aware must be a number from 1 to 1024 but was 0
          prefix-aware:1e4.5  | must be a number from 1024 to 65536 but was 1e4.5
          prefix-aware:       | must be a number from 1024 to 65536 but was
          chwbl:10.5          | the prefix length in tokens of chwbl must be a whole number but was 10.5
          chwbl:10:0.9        | the load bound of chwbl must be a number from 1 to 1000 but was 0.9
          sglang:NaN          | the match rate of sglang must be a number from 0 to 1 but was NaN
          oracle:1:2          | policy oracle takes at most 1 parameters but was given 1:2
          random:7            | policy random takes at most 0 parameters but was given 7
          """)
  void saysWhatIsWrongWithAName(String name, String sentence) {
    assertThatThrownBy(() -> Peers.byName(name))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining(sentence);
  }

  @Test
  void takesParametersFromTheName() {
    // given: half of a prompt is enough for one and not for the other
    SimPolicy eager = Peers.byName("sglang:0.3").create(2, 1);
    SimPolicy shy = Peers.byName("sglang:0.7").create(2, 1);
    HandMadeFleet fleet = new HandMadeFleet(2);
    int[] firsts = {eager.pick(prompt(1, 1), fleet), shy.pick(prompt(1, 1), fleet)};

    // when
    int[] seconds = {eager.pick(prompt(2, 1, 2), fleet), shy.pick(prompt(2, 1, 2), fleet)};

    // then
    assertThat(seconds[0]).isEqualTo(firsts[0]);
    assertThat(seconds[1]).isNotEqualTo(firsts[1]);
  }
}
