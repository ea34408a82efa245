package dev.warmpath.routing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

final class FleetTest {
  private static final Target A = Target.ofVariant("chat", "a", 1, false);
  private static final Target B = Target.ofVariant("chat", "b", 1, false);
  private static final Target OTHER = Target.ofEndpoint("other", 1, false);
  private static final Fleet FLEET = new Fleet(List.of(A, B, OTHER));

  @Test
  void fleetsOfTheSameTargetsInTheSameOrderAreEqual() {
    assertThat(new Fleet(List.of(A, B, OTHER))).isEqualTo(FLEET).hasSameHashCodeAs(FLEET);
    assertThat(new Fleet(List.of(B, A, OTHER)))
        .isNotEqualTo(FLEET)
        .doesNotHaveSameHashCodeAs(FLEET);
    assertThat(FLEET).isNotEqualTo(FLEET.targets());
  }

  @Test
  void aFleetPrintsItsTargets() {
    assertThat(FLEET.toString()).contains("chat/a", "chat/b", "other");
    assertThat(A.id()).hasToString("chat/a");
  }

  @Test
  void aFleetNamesEachTargetOnce() {
    assertThatThrownBy(() -> new Fleet(List.of(A, B, A)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("once");
  }

  @Test
  void aModelThatIsNotListedIsServedEverywhere() {
    Serving serving = new Serving(Map.of("small", Set.of("chat/a")));

    assertThat(serving.of("large", FLEET)).isEqualTo(FLEET);
    assertThat(Serving.EVERYWHERE.of("small", FLEET)).isEqualTo(FLEET);
  }

  @Test
  void aListedModelIsServedByTheTargetsAndTheEndpointsNamed() {
    Serving serving =
        new Serving(
            Map.of(
                "one", Set.of("chat/a"),
                "all", Set.of("chat"),
                "both", Set.of("chat/b", "other"),
                "none", Set.of("gone")));

    assertThat(serving.of("one", FLEET).targets()).containsExactly(A);
    assertThat(serving.of("all", FLEET).targets()).containsExactly(A, B);
    assertThat(serving.of("both", FLEET).targets()).containsExactly(B, OTHER);
    assertThat(serving.of("none", FLEET).targets()).isEmpty();
  }
}
