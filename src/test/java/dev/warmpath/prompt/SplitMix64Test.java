package dev.warmpath.prompt;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

final class SplitMix64Test {
  @Test
  void mixesAsThePublishedGeneratorDoes() {
    // The first numbers of SplitMix64 seeded with 0, whose state grows by GOLDEN.
    assertThat(SplitMix64.mix(0)).isEqualTo(0xE220A8397B1DCDAFL);
    assertThat(SplitMix64.mix(SplitMix64.GOLDEN)).isEqualTo(0x6E789E6AA1B965F4L);
    assertThat(SplitMix64.mix(0x3C6EF372FE94F82AL)).isEqualTo(0x06C45D188009454FL);
  }

  @Test
  void aPartOfATextHasTheSameNameWhereverItStands() {
    byte[] text = "to be or not to be".getBytes(StandardCharsets.US_ASCII);

    assertThat(SplitMix64.hash(text, 13, 18)).isEqualTo(SplitMix64.hash(text, 0, 5));
    assertThat(SplitMix64.hash(text, 13, 17)).isNotEqualTo(SplitMix64.hash(text, 0, 5));
  }
}
