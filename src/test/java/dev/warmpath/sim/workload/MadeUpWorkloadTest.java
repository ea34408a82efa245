package dev.warmpath.sim.workload;

import static org.assertj.core.api.Assertions.assertThat;

import dev.warmpath.sim.SimRequest;
import dev.warmpath.sim.Traffic;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class MadeUpWorkloadTest {
  private record Arrival(long nanos, SimRequest request, boolean warmUp) {}

  @ParameterizedTest
  @EnumSource
  void equalSeedsGiveEqualRequestsAndNumbersAreUnique(MadeUpWorkload kind) {
    // when
    List<Arrival> once = arrivals(kind, kind.usualPace(), 700, 5);
    List<Arrival> again = arrivals(kind, kind.usualPace(), 700, 5);

    // then
    assertThat(once).hasSize(700);
    assertThat(once).extracting(a -> a.request().id()).doesNotHaveDuplicates();
    assertThat(once).extracting(Arrival::nanos).isSorted();
    assertThat(digests(once)).isEqualTo(digests(again));
    for (SimRequest request : requests(once)) {
      int[] ends = request.messageEnds();
      assertThat(ends).isSorted();
      assertThat(ends[ends.length - 1]).isEqualTo(request.promptTokens());
      assertThat(request.blocks().length).isEqualTo(request.promptTokens() / 64);
    }
  }

  @Test
  void ratesAreThoseAskedForAndATenthIsWarmUp() {
    // when
    List<Arrival> arrivals = arrivals(MadeUpWorkload.B2B, new Pace.Rate(40), 20_000, 1);

    // then
    assertThat(20_000 / (arrivals.getLast().nanos() / 1e9)).isBetween(39.0, 41.0);
    assertThat(arrivals.stream().filter(Arrival::warmUp).count()).isEqualTo(2_000);
  }

  @Test
  void tenantsShareSixThousandTokensAndQuestionsNothing() {
    // when
    List<SimRequest> requests = requests(arrivals(MadeUpWorkload.B2B, new Pace.Rate(8), 4_000, 1));

    // then
    assertThat(distinct(requests, 92)).hasSize(150);
    assertThat(distinct(requests, 111)).hasSize(4_000);
    assertThat(requests.stream().mapToInt(SimRequest::outputTokens).average().orElseThrow())
        .isBetween(235.0, 265.0);
  }

  @Test
  void aHotPrefixCarriesAQuarterAndAVolatileLineLeavesNothingToShare() {
    // when
    List<SimRequest> hot =
        requests(arrivals(MadeUpWorkload.HOT_PREFIX, new Pace.Rate(8), 4_000, 1));
    List<SimRequest> unique = requests(arrivals(MadeUpWorkload.VOLATILE, new Pace.Rate(8), 500, 1));

    // then
    long hottest =
        distinct(hot, 92).stream()
            .mapToLong(name -> hot.stream().filter(r -> r.blocks()[92] == name).count())
            .max()
            .orElseThrow();
    assertThat(hottest).isBetween(920L, 1_120L);
    assertThat(distinct(unique, 0)).hasSize(500);
  }

  @Test
  void burstsComeAtOnceInFamiliesOfFour() {
    // when
    List<Arrival> arrivals = arrivals(MadeUpWorkload.BURST, new Pace.Rate(8), 640, 1);

    // then
    assertThat(arrivals.stream().map(Arrival::nanos).distinct().count()).isEqualTo(10);
    assertThat(distinct(requests(arrivals), 92)).hasSize(160);
  }

  @Test
  void documentsInAnotherOrderShareTheInstructionsOnly() {
    // when
    List<SimRequest> requests = requests(arrivals(MadeUpWorkload.RAG, new Pace.Rate(8), 500, 1));

    // then
    assertThat(distinct(requests, 15)).hasSize(1);
    assertThat(distinct(requests, 40).size()).isGreaterThan(490);
  }

  @Test
  void chatsGrowByAnswerAndMessageAndGoOnFromTheirOwnEnd() {
    // when
    List<SimRequest> requests = requests(arrivals(MadeUpWorkload.CHAT, new Pace.Users(5), 200, 1));

    // then
    for (SimRequest request : requests) {
      requests.stream()
          .filter(r -> r.session() == request.session() && r.id() < request.id())
          .forEach(
              earlier -> {
                assertThat(request.promptTokens())
                    .isGreaterThan(earlier.promptTokens() + earlier.outputTokens());
                int last = earlier.blocks().length - 1;
                assertThat(request.blocks()[last]).isEqualTo(earlier.blocks()[last]);
              });
    }
  }

  @Test
  void agentsGrowUpToTheirLimitAndShareTheirTools() {
    // when
    List<SimRequest> requests =
        requests(arrivals(MadeUpWorkload.AGENTS, new Pace.Users(10), 3_000, 1));

    // then
    assertThat(distinct(requests, 217)).hasSizeBetween(7, 10);
    assertThat(requests).allMatch(r -> r.promptTokens() + r.outputTokens() <= 128_000);
    assertThat(requests.stream().mapToInt(SimRequest::promptTokens).max().orElseThrow())
        .isGreaterThan(120_000);
  }

  /** All that a run can see of requests. */
  private static List<List<Long>> digests(List<Arrival> arrivals) {
    return arrivals.stream()
        .map(
            a ->
                List.of(
                    a.nanos(),
                    (long) a.request().id(),
                    a.request().session(),
                    (long) a.request().promptTokens(),
                    (long) a.request().outputTokens(),
                    (long) Arrays.hashCode(a.request().blocks()),
                    (long) Arrays.hashCode(a.request().messageEnds())))
        .toList();
  }

  private static Set<Long> distinct(List<SimRequest> requests, int block) {
    Set<Long> names = new HashSet<>();
    requests.forEach(r -> names.add(r.blocks()[block]));
    return names;
  }

  private static List<SimRequest> requests(List<Arrival> arrivals) {
    return arrivals.stream().map(Arrival::request).toList();
  }

  /** Takes all requests, each answered a second after it arrived. */
  private static List<Arrival> arrivals(MadeUpWorkload kind, Pace pace, long count, long seed) {
    Traffic traffic = kind.workload(pace, new Pace.Limit(count, Duration.ofDays(30))).traffic(seed);
    List<Arrival> arrivals = new ArrayList<>();
    while (traffic.nextNanos() != Traffic.NEVER) {
      long now = traffic.nextNanos();
      SimRequest request = traffic.next();
      arrivals.add(new Arrival(now, request, traffic.isWarmUp(request, now)));
      traffic.finished(request, now + 1_000_000_000L);
    }
    return arrivals;
  }
}
