package dev.warmpath.bench.cost;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

class MillionRequestsTest {
  private final MillionRequests requests = new MillionRequests(5, 7.5, 4);

  @Test
  void theTableCostsItsUnitsAndTheFleetsRow() {
    // 8 million read units of 0.125 each million, 4 million write units of 0.625.
    assertThat(requests.table()).isCloseTo(3.5, within(1e-9));
  }

  @Test
  void anEnvironmentThatWaitsForOneRequestIsBilledForAllOfItsTime() {
    // 5 million GB-seconds and a million requests.
    assertThat(requests.lambda()).isCloseTo(83.3335 + 0.2, within(1e-4));
  }

  @Test
  void aManagedInstanceSharesItsTimeAmongTheRequestsThatItServesAtOnce() {
    // 5 million seconds over 32 places are 43.4 vCPU-hours of 0.04692 each.
    assertThat(requests.managed(1)).isCloseTo(0.2 + 43.4028 * 0.04692, within(1e-4));
    assertThat(requests.managed(0.5) - 0.2)
        .isCloseTo(2 * (requests.managed(1) - 0.2), within(1e-9));
  }

  @Test
  void metricsAreSentOnceInTenSecondsOfAnEnvironmentAndAtMostOnceARequest() {
    // A cent for a thousand calls.
    assertThat(requests.metrics(1)).isCloseTo(5, within(1e-9));
    assertThat(new MillionRequests(60, 0, 0).metrics(1)).isCloseTo(10, within(1e-9));
    assertThat(new MillionRequests(60, 0, 0).metrics(32)).isCloseTo(1.875, within(1e-9));
  }
}
