package dev.warmpath.table;

import static org.assertj.core.api.Assertions.assertThat;

import dev.warmpath.prompt.PrefixHash;
import dev.warmpath.routing.Owner;
import dev.warmpath.routing.PrefixRow;
import dev.warmpath.routing.TargetId;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class RowLimitsTest {
  private static final PrefixHash HASH = new PrefixHash(1, 2);

  @Test
  void aRowFitsExactlyWhereItsItemStaysWithinAKilobyte() {
    for (String pool : List.of("", "p".repeat(16), "p".repeat(17), "p".repeat(200))) {
      for (int length = 1; length <= 130; length++) {
        for (int count = 1; count <= PrefixRow.MAX_OWNERS; count++) {
          List<Owner> owners = owners(count, length);
          assertThat(RowLimits.fits(pool, HASH, owners))
              .as("%d owners with names of %d", count, length)
              .isEqualTo(PrefixRowCodec.largestBytes(pool, HASH, owners) <= 1024);
        }
      }
    }
  }

  @Test
  void noRowHoldsMoreOwnersThanTheMost() {
    assertThat(RowLimits.fits("", HASH, owners(PrefixRow.MAX_OWNERS + 1, 1))).isFalse();
  }

  private static List<Owner> owners(int count, int length) {
    return IntStream.range(0, count)
        .mapToObj(i -> new TargetId("x".repeat(length - 1) + i))
        .map(id -> new Owner(id, 0, 0, Instant.EPOCH, Optional.empty(), false))
        .toList();
  }
}
