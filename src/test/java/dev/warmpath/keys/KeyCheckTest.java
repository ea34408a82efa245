package dev.warmpath.keys;

import static org.assertj.core.api.Assertions.assertThat;

import dev.warmpath.keys.KeyCheck.Verdict;
import dev.warmpath.keys.KeyCheck.Why;
import dev.warmpath.keys.KeyLookup.Found;
import dev.warmpath.testing.FakeClock;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class KeyCheckTest {
  private final FakeClock clock = new FakeClock();
  private final BearerKey key = KeyRows.key(1);
  private final KeyRow row = KeyRows.row(key, "acme");
  private Found answer = new Found.Row(row);
  private final KeyCheck check = new KeyCheck(hash -> answer, clock);

  @Test
  void admitsAKeyThatHolds() {
    assertThat(check.check(KeyRows.header(key))).isEqualTo(new Verdict.Admitted(row, false));
  }

  @Test
  void refusesWhatIsNoKeyAnUnknownOneAndARevokedOne() {
    assertThat(check.check("Bearer nothing")).isEqualTo(new Verdict.Refused(Why.MALFORMED));
    answer = new Found.None();
    assertThat(check.check(KeyRows.header(key))).isEqualTo(new Verdict.Refused(Why.UNKNOWN));
    answer = new Found.Row(row.revokedAt(clock.instant()));
    assertThat(check.check(KeyRows.header(key))).isEqualTo(new Verdict.Refused(Why.REVOKED));
  }

  @Test
  void aKnownKeyStaysGoodForAWhileWhenTheStoreIsDown() {
    // given
    check.check(KeyRows.header(key));
    answer = new Found.Unavailable("down");

    // when
    clock.advance(KeyCheck.MEMORY.minusMillis(1));
    Verdict early = check.check(KeyRows.header(key));
    clock.advance(Duration.ofMillis(1));
    Verdict late = check.check(KeyRows.header(key));

    // then
    assertThat(early).isEqualTo(new Verdict.Admitted(row, true));
    assertThat(late).isEqualTo(new Verdict.Unknown("down"));
  }

  @Test
  void memoryDoesNotRenewItself() {
    // given
    check.check(KeyRows.header(key));
    answer = new Found.Unavailable("down");

    // when
    clock.advance(Duration.ofMinutes(10));
    check.check(KeyRows.header(key));
    clock.advance(Duration.ofMinutes(10));

    // then
    assertThat(check.check(KeyRows.header(key))).isEqualTo(new Verdict.Unknown("down"));
  }

  @Test
  void anUnknownKeyIsNotLetInWhenTheStoreIsDown() {
    // given
    check.check(KeyRows.header(key));
    answer = new Found.Unavailable("down");

    // then
    assertThat(check.check(KeyRows.header(KeyRows.key(2)))).isEqualTo(new Verdict.Unknown("down"));
  }

  @Test
  void aKeyThatWasSeenRevokedIsForgotten() {
    // given
    check.check(KeyRows.header(key));
    answer = new Found.Row(row.revokedAt(clock.instant()));
    check.check(KeyRows.header(key));

    // when
    answer = new Found.Unavailable("down");

    // then
    assertThat(check.check(KeyRows.header(key))).isEqualTo(new Verdict.Unknown("down"));
  }
}
