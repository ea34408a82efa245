package dev.warmpath.cli;

import dev.warmpath.bootstrap.Settings;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code warmpath local}: the whole tier on this machine, until it is interrupted. */
@Command(
    name = "local",
    description = {
      "Runs the whole tier on this machine: the function behind a local API Gateway, an affinity"
          + " table in memory, and local engines behind SageMaker's wire protocol.",
      "It listens on 127.0.0.1 only, needs no key unless --keys is given, and serves the model"
          + " 'default'."
    },
    mixinStandardHelpOptions = true,
    showDefaultValues = true)
final class LocalCommand implements Callable<Integer> {
  @Spec private @Nullable CommandSpec spec;

  @Option(
      names = "--port",
      paramLabel = "N",
      defaultValue = "8080",
      description = "Where to listen; 0 for any.")
  private int port;

  @Option(
      names = "--variants",
      paramLabel = "N",
      defaultValue = "4",
      description = "How many engines.")
  private int variants;

  @Option(
      names = "--cache-tokens",
      paramLabel = "N",
      description =
          "How many tokens each engine's cache holds; by default 100000, and 6000 for llama, which is"
              + " the slower the more there are.")
  private @Nullable Long cacheTokens;

  @Option(
      names = "--policy",
      paramLabel = "NAME",
      defaultValue = "warmpath",
      description = "How variants are picked: warmpath, least-outstanding or round-robin.")
  private String policy = "";

  @Mixin private EngineOptions engine = new EngineOptions();

  @Option(
      names = "--keys",
      paramLabel = "FILE",
      description =
          "Lets only callers in who send one of these keys, as a stack with AuthMode=KEYS does;"
              + " './warmpath keys create --file FILE' makes them.")
  private @Nullable Path keys;

  @Option(
      names = "--routing-mode",
      paramLabel = "MODE",
      defaultValue = "route",
      description =
          "Who places requests: route (the router) or shadow (the endpoint itself, while the router"
              + " decides and measures).")
  private String mode = "";

  @Mixin private RemoteServices remote = new RemoteServices();

  @Override
  public Integer call() throws Exception {
    try (LocalTier tier = start()) {
      commandSpec().commandLine().getOut().println(greeting(tier));
      new CountDownLatch(1).await();
    }
    return 0;
  }

  private LocalTier start() throws IOException {
    try {
      return LocalTier.startWithPage(
          new LocalOptions(
              port,
              variants,
              cacheTokens(),
              engine.kind(),
              Settings.policy(policy),
              Settings.mode(mode),
              Optional.ofNullable(keys)),
          remote);
    } catch (IllegalArgumentException e) {
      throw new ParameterException(commandSpec().commandLine(), String.valueOf(e.getMessage()), e);
    }
  }

  private long cacheTokens() {
    return Optional.ofNullable(cacheTokens)
        .orElse(engine.kind() instanceof EngineKind.Llama ? 6_000L : 100_000L);
  }

  private String greeting(LocalTier tier) {
    String url = tier.address() + "/v1/chat/completions";
    return """
        Warmpath answers at %s. Open that address in a browser to look on; each request also
        prints a line that says where it went and why. Ctrl-C ends it. Try this twice, and look at
        the x-warmpath headers:

          curl -si %s%s -H 'content-type: application/json' -d @examples/chat.json
        """
        .formatted(tier.address(), url, keys == null ? "" : " -H \"authorization: Bearer $KEY\"");
  }

  private CommandSpec commandSpec() {
    return Objects.requireNonNull(spec, "picocli sets the spec before it calls");
  }
}
