package dev.warmpath.routing;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TargetListTest {

  @Test
  void readsEveryKindOfTargetInOrder() {
    // when
    TargetList list = TargetList.parse(" chat/a,chat/ic:llama\n other-1 ,, ");

    // then
    assertThat(list.faults()).isEmpty();
    assertThat(list.targets())
        .containsExactly(
            Target.ofVariant("chat", "a", 1, false),
            Target.ofComponent("chat", "llama", 1),
            Target.ofEndpoint("other-1", 1, false));
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "  ", ",", " , \n"})
  void readsNothingAsEmptyList(String text) {
    assertThat(TargetList.parse(text)).isEqualTo(new TargetList(List.of(), List.of()));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "/a",
        "chat/",
        "chat/ic:",
        "chat/a/b",
        "-chat",
        "chat-",
        "chat/a_b",
        "chät",
        "ic:llama",
        "chat/ic:ic:a",
        "a123456789a123456789a123456789a123456789a123456789a123456789a123"
      })
  void namesEntryThatIsNoTarget(String entry) {
    // when
    TargetList list = TargetList.parse("good, " + entry);

    // then
    assertThat(list.targets()).extracting(Target::label).containsExactly("good");
    assertThat(list.faults()).hasSize(1);
    assertThat(list.faults().getFirst()).startsWith("target '" + entry + "' must be endpoint,");
  }

  @Test
  void acceptsNamesAsLongAsSageMakerDoes() {
    // given
    String longest = "a".repeat(63);

    // then
    assertThat(TargetList.parse(longest + "/" + longest).targets()).hasSize(1);
  }

  @Test
  void namesEntryThatIsListedTwice() {
    // when
    TargetList list = TargetList.parse("chat/a, chat/b, chat/a");

    // then
    assertThat(list.targets()).hasSize(2);
    assertThat(list.faults()).containsExactly("target 'chat/a' is listed twice");
  }
}
