package dev.warmpath.local;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.warmpath.keys.KeyLookup;
import dev.warmpath.keys.KeyLookup.Found;
import dev.warmpath.keys.KeyRow;
import dev.warmpath.keys.KeyRows;
import dev.warmpath.keys.KeyStore;
import dev.warmpath.keys.KeyStoreContract;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FileKeyStoreTest extends KeyStoreContract {
  // JUnit sets it.
  @SuppressWarnings("NullAway.Init")
  @TempDir
  private Path folder;

  @Override
  protected KeyStore store() {
    return new FileKeyStore(folder.resolve("keys.jsonl"));
  }

  @Override
  protected KeyLookup lookup() {
    return new FileKeyStore(folder.resolve("keys.jsonl"));
  }

  @Test
  void theFileHoldsNoSecret() throws IOException {
    // given
    Path file = folder.resolve("keys.jsonl");
    KeyRow row = KeyRows.row(KeyRows.key(1), "acme");

    // when
    new FileKeyStore(file).add(row);

    // then
    assertThat(Files.readString(file))
        .contains("\"acme\"", row.hash().hex())
        .doesNotContain(KeyRows.key(1).secret().substring(6));
  }

  @Test
  void aFileThatIsNoneOfOursOpensNothingAndSaysSo() throws IOException {
    // given
    Path file = Files.writeString(folder.resolve("notes.txt"), "buy milk\n");
    FileKeyStore store = new FileKeyStore(file);

    // then
    assertThatThrownBy(store::all)
        .isInstanceOf(IOException.class)
        .hasMessageContaining("has a line that is no JSON object");
    assertThat(store.find(KeyRows.key(1).hash())).isInstanceOf(Found.Unavailable.class);
  }

  @Test
  void aFileThatIsNotThereIsNamed() {
    assertThatThrownBy(store()::all).hasMessageContaining("there is no file");
    assertThatThrownBy(
            () ->
                new FileKeyStore(folder.resolve("none/keys"))
                    .add(KeyRows.row(KeyRows.key(1), "acme")))
        .hasMessageContaining("there is no folder");
  }
}
