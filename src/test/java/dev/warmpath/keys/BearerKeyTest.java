package dev.warmpath.keys;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.warmpath.table.Attribute;
import dev.warmpath.table.Item;
import java.time.Instant;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class BearerKeyTest {
  private final BearerKey key = KeyRows.key(1);

  @Test
  void everyKeyIsAnotherAndPassesTheDoorsPattern() {
    // given
    Random random = new Random(7);
    Set<String> secrets = new HashSet<>();

    // when
    for (int i = 0; i < 1000; i++) {
      secrets.add(BearerKey.draw(random).secret());
    }

    // then
    assertThat(secrets)
        .hasSize(1000)
        .allSatisfy(s -> assertThat("Bearer " + s).matches(BearerKey.HEADER_PATTERN));
  }

  @Test
  void aHeaderGivesTheKeyThatWasPutIn() {
    // when
    Optional<BearerKey> read = BearerKey.ofHeader(KeyRows.header(key));

    // then
    assertThat(read.map(BearerKey::hash)).contains(key.hash());
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "Bearer", "Bearer sk-wp-short", "Basic dXNlcjpwYXNz", "sk-wp-"})
  void whatHasNotTheFormOfAKeyIsNone(String header) {
    assertThat(BearerKey.ofHeader(header)).isEmpty();
    assertThat(BearerKey.ofHeader(KeyRows.header(key) + "\n")).isEmpty();
    assertThat(BearerKey.ofHeader(KeyRows.header(key) + "=")).isEmpty();
  }

  @Test
  void nothingThatIsPrintedHoldsTheSecret() {
    // given
    KeyRow row = KeyRows.row(key, "acme");

    // then
    assertThat(key + row.toString() + KeyRowCodec.item(row))
        .contains(key.hash().id())
        .doesNotContain(key.secret(), key.secret().substring(6, 20));
  }

  @Test
  void theHashIsTheOneThatOtherToolsCompute() {
    // printf 'sk-wp-test' | sha256sum
    assertThat(KeyHash.of("sk-wp-test").hex())
        .isEqualTo("5412674823300a4949e17f60539676727e99debfa649a9422082ba5d63dddc64");
  }

  @Test
  void aRowIsReadAsItWasWritten() {
    // given
    KeyRow row = KeyRows.row(key, "acme", "friends", new TokenLimits(5, 7));
    KeyRow revoked = row.revokedAt(Instant.ofEpochSecond(1_800_000_000));

    // then
    assertThat(KeyRowCodec.row(KeyRowCodec.item(row))).contains(row);
    assertThat(KeyRowCodec.row(KeyRowCodec.item(revoked))).contains(revoked);
  }

  @Test
  void aRowThatLacksOrSpoilsAnyPartOpensNothing() {
    // given
    KeyRow row = KeyRows.row(key, "acme").revokedAt(Instant.ofEpochSecond(1_800_000_000));
    Map<String, Attribute> whole = KeyRowCodec.item(row).attributes();

    // then
    for (String name : whole.keySet()) {
      Map<String, Attribute> spoilt = new LinkedHashMap<>(whole);
      spoilt.put(name, new Attribute.Flag(true));
      assertThat(KeyRowCodec.row(new Item(spoilt))).as("spoilt %s", name).isEmpty();
      if (!name.equals(KeyRowCodec.REVOKED)) {
        Map<String, Attribute> lacking = new LinkedHashMap<>(whole);
        lacking.remove(name);
        assertThat(KeyRowCodec.row(new Item(lacking))).as("without %s", name).isEmpty();
      }
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "-a", "a b", "a#b", "tenant:", "é", "a/b"})
  void refusesTenantsThatNamesCannotHold(String tenant) {
    assertThatThrownBy(() -> KeyRows.row(key, tenant))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("tenant must be");
  }

  @Test
  void aGroupNamedLikeATenantIsNotThatTenant() {
    assertThat(KeyRows.row(key, "acme").scope())
        .isNotEqualTo(KeyRows.row(key, "other", "acme", TokenLimits.NONE).scope());
  }
}
