package dev.warmpath.cli;

import dev.warmpath.aws.AwsAccess;
import dev.warmpath.aws.DynamoDbKeyStore;
import dev.warmpath.keys.KeyStore;
import dev.warmpath.local.FileKeyStore;
import dev.warmpath.smoke.Deployment;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Where keys are: the options that all of the {@code keys} commands have. */
final class KeysPlace {
  @Spec(Spec.Target.MIXEE)
  private @Nullable CommandSpec spec;

  @Option(
      names = "--file",
      paramLabel = "FILE",
      description = "A file of keys, for './warmpath local --keys FILE'.")
  private @Nullable Path file;

  @Option(
      names = "--table",
      paramLabel = "NAME",
      description = "A table of keys: output KeysTableName of the stack.")
  private @Nullable String table;

  @Mixin private StackOption stack = new StackOption();

  /** Whether a table is named by itself, without its stack. */
  boolean namesTable() {
    return table != null;
  }

  /** Who asks AWS, and where. */
  AwsAccess access() {
    return stack.in(AwsAccess.ofEnvironment());
  }

  /**
   * Opens the store.
   *
   * @throws IOException if there is none, or it is no store of keys, in a sentence
   */
  Opened open() throws IOException {
    checkOptions();
    if (file != null) {
      return new Opened(new FileKeyStore(file), Optional.empty(), Optional.empty(), () -> {});
    }
    if (table != null) {
      return open(table, Optional.empty());
    }
    Deployment deployment = stack.deployment(System.getenv());
    return open(deployment.keysTable(), Optional.of(deployment.usagePlan()));
  }

  private Opened open(String name, Optional<String> plan) throws IOException {
    DynamoDbKeyStore store = DynamoDbKeyStore.forCommands(access(), name);
    try {
      store.checkOurs();
    } catch (IOException e) {
      store.close();
      throw e;
    }
    return new Opened(store, Optional.of(name), plan, store::close);
  }

  private void checkOptions() {
    boolean remote = table != null || stack.name().isPresent();
    long places =
        Stream.of(file != null, table != null, stack.name().isPresent()).filter(p -> p).count();
    if (places != 1) {
      throw refused("one of --stack=NAME, --table=NAME and --file=FILE says where the keys are");
    }
    if (!remote && stack.hasRegion()) {
      throw refused("--region needs --stack or --table");
    }
  }

  private ParameterException refused(String sentence) {
    CommandSpec own = Objects.requireNonNull(spec, "picocli sets the spec before it calls");
    return new ParameterException(own.commandLine(), sentence);
  }

  /**
   * An open store.
   *
   * @param store the keys
   * @param table its table's name; empty for a file
   * @param plan the usage plan of its stack; empty where no stack was named
   * @param closing closes it
   */
  record Opened(KeyStore store, Optional<String> table, Optional<String> plan, Runnable closing)
      implements AutoCloseable {
    @Override
    public void close() {
      closing.run();
    }
  }
}
