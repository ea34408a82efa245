package dev.warmpath.cli;

import dev.warmpath.keys.KeyRow;
import dev.warmpath.keys.KeyStore;
import java.io.IOException;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Objects;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code warmpath keys revoke}: a key that opens no more. */
@Command(
    name = "revoke",
    description = {
      "Revokes a key for good. Its row stays, so that the list still says whose it was.",
      "API Gateway keeps what it knows of a key for 60 seconds; until then it may still open."
    },
    mixinStandardHelpOptions = true)
final class KeysRevokeCommand implements Callable<Integer> {
  @Spec private @Nullable CommandSpec spec;

  @Mixin private KeysPlace place = new KeysPlace();

  @Parameters(paramLabel = "ID", description = "The key's id, as 'keys list' shows it.")
  private String id = "";

  @Override
  public Integer call() throws IOException {
    String sentence;
    try (KeysPlace.Opened keys = place.open()) {
      sentence = revoke(keys.store());
    }
    Objects.requireNonNull(spec, "picocli sets the spec before it calls")
        .commandLine()
        .getErr()
        .println(sentence);
    return 0;
  }

  private String revoke(KeyStore store) throws IOException {
    KeyRow row =
        store.all().stream()
            .filter(r -> r.id().equals(id))
            .findFirst()
            .orElseThrow(() -> new IOException("there is no key with the id '" + id + "'"));
    if (row.revoked().isPresent()) {
      return "%s of tenant %s was revoked at %s already."
          .formatted(row.id(), row.tenant(), row.revoked().get());
    }
    store.revoke(row, Instant.now().truncatedTo(ChronoUnit.SECONDS));
    return "Revoked %s of tenant %s.".formatted(row.id(), row.tenant());
  }
}
