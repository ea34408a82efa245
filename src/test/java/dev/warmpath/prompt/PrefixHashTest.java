package dev.warmpath.prompt;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.warmpath.testing.Seeds;
import java.util.HexFormat;
import org.junit.jupiter.api.Test;

final class PrefixHashTest {
  @Test
  void survivesBytesAndHex() {
    Seeds.forAll(
        200,
        (seed, random) -> {
          PrefixHash hash = new PrefixHash(random.nextLong(), random.nextLong() >>> 60);

          assertThat(PrefixHash.fromBytes(hash.toBytes())).isEqualTo(hash);
          assertThat(hash.hex())
              .isEqualTo(HexFormat.of().formatHex(hash.toBytes()))
              .isEqualTo(hash.toString());
        });
  }

  @Test
  void isBigEndian() {
    assertThat(new PrefixHash(0x0102030405060708L, 0xFFL).hex())
        .isEqualTo("010203040506070800000000000000ff");
  }

  @Test
  void rejectsFewerThanSixteenBytes() {
    assertThatThrownBy(() -> PrefixHash.fromBytes(new byte[15]))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("15");
  }

  @Test
  void aShortSecretIsRefusedWithoutShowingIt() {
    assertThatThrownBy(() -> new PrefixHasher(new byte[PrefixHasher.MIN_SECRET_BYTES - 1]))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("at least 16 bytes");
  }

  @Test
  void everyBitOfAHashSurvivesAsBytes() {
    Seeds.forAll(
        200,
        (seed, random) -> {
          PrefixHash hash = new PrefixHash(random.nextLong(), random.nextLong());

          assertThat(PrefixHash.fromBytes(hash.toBytes())).isEqualTo(hash);
        });
  }
}
