package dev.warmpath.table;

import static org.assertj.core.api.Assertions.assertThat;

import dev.warmpath.router.port.TableUnits;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class UnitMeterTest {
  private final UnitMeter meter = new UnitMeter();

  @ParameterizedTest
  @CsvSource({"0, 0.5", "1, 0.5", "4096, 0.5", "4097, 1", "12289, 2"})
  void readsCostHalfAUnitForEachFourKilobytesBegun(int bytes, double units) {
    // when
    meter.readEventually(item(bytes));

    // then
    assertThat(meter.units()).isEqualTo(new TableUnits(units, 0));
  }

  @Test
  void consistentReadsCostTwiceAsMuch() {
    // when
    meter.readConsistently(item(4097));
    meter.readConsistently(Optional.empty());

    // then
    assertThat(meter.units()).isEqualTo(new TableUnits(3, 0));
  }

  @ParameterizedTest
  @CsvSource({"0, 0, 1", "1, 1024, 1", "1025, 1, 2", "1, 1025, 2", "3000, 2049, 3"})
  void writesCostAUnitForEachKilobyteBegunOfTheLargerSide(int before, int after, double units) {
    // when
    meter.write(item(before), item(after));

    // then
    assertThat(meter.units()).isEqualTo(new TableUnits(0, units));
  }

  private static Optional<Item> item(int bytes) {
    return bytes == 0
        ? Optional.empty()
        : Optional.of(new Item(Map.of("k", new Attribute.Text("x".repeat(bytes - 1)))));
  }
}
