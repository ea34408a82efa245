package dev.warmpath.aws;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.regions.Region;

final class AwsAccessTest {
  @Test
  void knowsTheDomainsThatTheSdkKnows() {
    // given
    List<Region> regions =
        Region.regions().stream().filter(region -> !region.isGlobalRegion()).toList();

    // then
    assertThat(regions)
        .hasSizeGreaterThan(30)
        .allSatisfy(
            region ->
                assertThat(AwsAccess.domain(region.id()))
                    .isEqualTo(region.metadata().partition().dnsSuffix()));
  }

  @Test
  void knowsTheDomainOfARegionYoungerThanTheSdk() {
    assertThat(AwsAccess.domain("eu-nowhere-9")).isEqualTo("amazonaws.com");
    assertThat(AwsAccess.domain("cn-nowhere-9")).isEqualTo("amazonaws.com.cn");
  }
}
