package dev.warmpath.table;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

final class ItemWriteTest {
  private final Item item =
      new Item(
          Map.of(
              "pk", new Attribute.Text("k"), "n", Attribute.of(5), "s", new Attribute.Text("5")));

  @Test
  void changesANewItemAsWellAsAnOldOne() {
    // given
    ItemWrite write =
        change(
            Map.of("s", new Attribute.Flag(true)),
            Map.of("n", Attribute.of(1), "m", Attribute.of(2)),
            Map.of("c", 7L),
            Set.of("absent"));

    // then
    assertThat(write.applyTo(Optional.empty()).orElseThrow().attributes())
        .isEqualTo(
            Map.of(
                "pk", new Attribute.Text("k"),
                "s", new Attribute.Flag(true),
                "n", Attribute.of(1),
                "m", Attribute.of(2),
                "c", Attribute.of(7)));
    assertThat(write.applyTo(Optional.of(item)).orElseThrow().attributes())
        .isEqualTo(
            Map.of(
                "pk", new Attribute.Text("k"),
                "s", new Attribute.Flag(true),
                "n", Attribute.of(5),
                "m", Attribute.of(2),
                "c", Attribute.of(7)));
  }

  @Test
  void addsAndRemoves() {
    // given
    ItemWrite write = change(Map.of(), Map.of(), Map.of("n", -8L), Set.of("s"));

    // then
    assertThat(write.applyTo(Optional.of(item)).orElseThrow().attributes())
        .isEqualTo(Map.of("pk", new Attribute.Text("k"), "n", Attribute.of(-3)));
  }

  @Test
  void cannotAddToWhatIsNoNumber() {
    assertThat(change(Map.of(), Map.of(), Map.of("s", 1L), Set.of()).applyTo(Optional.of(item)))
        .isEmpty();
  }

  @Test
  void comparisonsWithWhatIsNoNumberAreFalse() {
    assertThat(new Condition.AtMost("s", 5).holds(Optional.of(item))).isFalse();
    assertThat(new Condition.MoreThan("s", 4).holds(Optional.of(item))).isFalse();
    assertThat(new Condition.EqualTo("s", 5).holds(Optional.of(item))).isFalse();
    assertThat(new Condition.AtMost("n", 5).holds(Optional.empty())).isFalse();
    assertThat(new Condition.AtMost("n", 5).holds(Optional.of(item))).isTrue();
    assertThat(new Condition.MoreThan("n", 5).holds(Optional.of(item))).isFalse();
  }

  private static ItemWrite change(
      Map<String, Attribute> set,
      Map<String, Attribute> start,
      Map<String, Long> add,
      Set<String> remove) {
    return new ItemWrite("k", Condition.none(), new ItemWrite.Change(set, start, add, remove));
  }
}
