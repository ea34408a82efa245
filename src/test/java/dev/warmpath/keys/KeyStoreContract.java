package dev.warmpath.keys;

import static org.assertj.core.api.Assertions.assertThat;

import dev.warmpath.keys.KeyLookup.Found;
import java.io.IOException;
import java.time.Instant;
import org.junit.jupiter.api.Test;

/** What every store of keys does. */
public abstract class KeyStoreContract {
  private static final Instant LATER = Instant.parse("2026-12-01T00:00:00Z");

  private final KeyRow row =
      KeyRows.row(KeyRows.key(1), "acme", "friends", new TokenLimits(10, 1000));
  private final KeyRow other = KeyRows.row(KeyRows.key(2), "other");

  /** An empty store. */
  protected abstract KeyStore store();

  /** The same store as callers' keys are looked up there. */
  protected abstract KeyLookup lookup();

  @Test
  void findsAKeyAsSoonAsItIsAdded() throws IOException {
    // given
    KeyStore store = store();
    KeyLookup keys = lookup();
    store.add(other);
    Found before = keys.find(row.hash());

    // when
    store.add(row);

    // then
    assertThat(before).isEqualTo(new Found.None());
    assertThat(keys.find(row.hash())).isEqualTo(new Found.Row(row));
    assertThat(keys.find(other.hash())).isEqualTo(new Found.Row(other));
    assertThat(store.all()).containsExactlyInAnyOrder(row, other);
  }

  @Test
  void aRevokedKeyIsSeenRevokedAndStaysInTheList() throws IOException {
    // given
    KeyStore store = store();
    KeyLookup keys = lookup();
    store.add(row);
    store.add(other);

    // when
    store.revoke(row, LATER);

    // then
    assertThat(keys.find(row.hash())).isEqualTo(new Found.Row(row.revokedAt(LATER)));
    assertThat(keys.find(other.hash())).isEqualTo(new Found.Row(other));
    assertThat(store.all()).containsExactlyInAnyOrder(row.revokedAt(LATER), other);
  }
}
