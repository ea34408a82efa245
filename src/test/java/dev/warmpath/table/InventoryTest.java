package dev.warmpath.table;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class InventoryTest {
  @ParameterizedTest
  @CsvSource({
    "P#pool#00,true",
    "T#endpoint/blue,true",
    "F#endpoint,true",
    "B#tenant#minute#7#0,true",
    "T#,false",
    "K#key,false",
    "customer#7,false",
    "'',false"
  })
  void tellsItsOwnRowsByTheirKeys(String key, boolean ours) {
    assertThat(Inventory.isOurs(item(key))).isEqualTo(ours);
  }

  @Test
  void anItemWithoutAKeyIsNotOurs() {
    assertThat(Inventory.isOurs(new Item(Map.of()))).isFalse();
  }

  @Test
  void rowsThatSayNothingOfTargetsCountForNothing() {
    // given
    Inventory inventory = new Inventory(Instant.EPOCH);

    // when
    inventory.add(item("B#tenant#minute#7#0"));
    inventory.add(item("P#pool#00"));
    inventory.add(item("customer#7"));

    // then
    assertThat(inventory.holdings()).isEmpty();
  }

  private static Item item(String key) {
    return new Item(Map.of(Item.KEY, new Attribute.Text(key)));
  }
}
