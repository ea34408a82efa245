package dev.warmpath.prompt;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.warmpath.testing.Seeds;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class PrefixHashTest {
  @Test
  void survivesBytesAndHex() {
    Seeds.forAll(
        200,
        (seed, random) -> {
          PrefixHash hash = new PrefixHash(random.nextLong(), random.nextLong() >>> 60);

          assertThat(PrefixHash.fromBytes(hash.toBytes())).isEqualTo(hash);
          assertThat(PrefixHash.fromHex(hash.hex())).isEqualTo(hash);
          assertThat(hash.hex()).hasSize(32).isEqualTo(hash.toString());
        });
  }

  @Test
  void isBigEndian() {
    assertThat(new PrefixHash(0x0102030405060708L, 0xFFL).hex())
        .isEqualTo("010203040506070800000000000000ff");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "00",
        "+102030405060708090a0b0c0d0e0f00",
        "0102030405060708-90a0b0c0d0e0f00",
        "g102030405060708090a0b0c0d0e0f00",
        "\uFF10102030405060708090a0b0c0d0e0f0",
        "0102030405060708090a0b0c0d0e0f0000"
      })
  void rejectsWhatIsNotExactlyThirtyTwoHexDigits(String text) {
    assertThatThrownBy(() -> PrefixHash.fromHex(text)).isInstanceOf(IllegalArgumentException.class);
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
}
