package dev.warmpath.cli;

import dev.warmpath.aws.AwsAccess;
import dev.warmpath.aws.DynamoDbKeyStore;
import dev.warmpath.keys.KeyStore;
import dev.warmpath.local.FileKeyStore;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Option;

/** Where keys are: the options that all of the {@code keys} commands have. */
final class KeysPlace {
  @ArgGroup(multiplicity = "1")
  private @Nullable FileOrTable place;

  @Option(
      names = "--region",
      paramLabel = "NAME",
      description =
          "The table's region; without it the one that AWS's own tools would take"
              + " (AWS_REGION, the profile).")
  private @Nullable String region;

  /** One of two. */
  static final class FileOrTable {
    @Option(
        names = "--file",
        paramLabel = "FILE",
        required = true,
        description = "A file of keys, for './warmpath local --keys FILE'.")
    private @Nullable Path file;

    @Option(
        names = "--table",
        paramLabel = "NAME",
        required = true,
        description = "The stack's table of keys: its output KeysTableName.")
    private @Nullable String table;
  }

  /** What a command does with a store. */
  interface Work<T> {
    T with(KeyStore store) throws IOException;
  }

  /** The table's name; empty for a file. */
  Optional<String> table() {
    return Optional.ofNullable(place).flatMap(p -> Optional.ofNullable(p.table));
  }

  /** Who asks AWS, and where. */
  AwsAccess access() {
    AwsAccess environment = AwsAccess.ofEnvironment();
    return new AwsAccess(
        Optional.ofNullable(region), environment.endpoint(), environment.credentials());
  }

  /**
   * Opens the store, uses it and closes it.
   *
   * @throws IOException if it is no store of keys, or cannot be used, in a sentence
   */
  <T> T use(Work<T> work) throws IOException {
    if (table().isPresent()) {
      try (DynamoDbKeyStore store = DynamoDbKeyStore.forCommands(access(), table().get())) {
        store.checkOurs();
        return work.with(store);
      }
    }
    Path file = Optional.ofNullable(place).flatMap(p -> Optional.ofNullable(p.file)).orElseThrow();
    return work.with(new FileKeyStore(file));
  }
}
