package dev.warmpath.lambda;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ApiAddressTest {
  @Test
  void isHostAndPort() {
    assertThat(ApiAddress.of("127.0.0.1:9001")).isEqualTo(new ApiAddress("127.0.0.1", 9001));
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "127.0.0.1", ":9001", "host:", "host:0", "host:65536", "host:port"})
  void refusesOtherText(String text) {
    assertThatIllegalArgumentException().isThrownBy(() -> ApiAddress.of(text));
  }

  @ParameterizedTest
  @ValueSource(strings = {"a\r\nX: y", "a\nb", "a\rb"})
  void neverLetsAValueBecomeALineOfItsOwn(String value) {
    ApiAddress address = new ApiAddress("127.0.0.1", 9001);

    assertThatIllegalArgumentException()
        .isThrownBy(() -> HttpRequestHead.bytes("GET", address, "/", Map.of("X", value)));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> HttpRequestHead.bytes("GET", address, "/" + value, Map.of()));
  }
}
