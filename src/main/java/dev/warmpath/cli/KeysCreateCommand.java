package dev.warmpath.cli;

import dev.warmpath.aws.ApiGatewayPlan;
import dev.warmpath.aws.AwsAccess;
import dev.warmpath.bootstrap.AwsDoor;
import dev.warmpath.keys.BearerKey;
import dev.warmpath.keys.KeyRow;
import dev.warmpath.keys.TokenLimits;
import java.io.IOException;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code warmpath keys create}: makes a key and shows it, this once. */
@Command(
    name = "create",
    description = {
      "Makes a key. The key alone is printed on the standard output, all else on the standard error.",
      "A tenant may have any number of keys; his budgets are his and not the key's. With --stack the"
          + " tenant also joins the stack's usage plan, which bounds how often he may call, and so"
          + " he does with --table and --usage-plan."
    },
    mixinStandardHelpOptions = true)
final class KeysCreateCommand implements Callable<Integer> {
  @Spec private @Nullable CommandSpec spec;

  @Mixin private KeysPlace place = new KeysPlace();

  @Option(
      names = "--usage-plan",
      paramLabel = "ID",
      description = "The usage plan: output UsagePlanId of the stack. Needed with --table.")
  private @Nullable String usagePlan;

  @Option(
      names = "--tenant",
      paramLabel = "NAME",
      required = true,
      description = "Who will use the key. Tenants share no cached prefixes.")
  private String tenant = "";

  @Option(
      names = "--group",
      paramLabel = "NAME",
      defaultValue = "",
      description = "Lets the tenants of one group share cached prefixes after all.")
  private String group = "";

  @Option(
      names = "--name",
      paramLabel = "TEXT",
      defaultValue = "",
      description = "What you call the key.")
  private String name = "";

  @Option(
      names = "--tokens-per-minute",
      paramLabel = "N",
      defaultValue = "0",
      description = "How many tokens the tenant may use in a minute, with this key; 0 for any.")
  private long tokensPerMinute;

  @Option(
      names = "--tokens-per-day",
      paramLabel = "N",
      defaultValue = "0",
      description = "The same in a day of UTC.")
  private long tokensPerDay;

  @Override
  public Integer call() throws IOException {
    BearerKey key = AwsDoor.newKey();
    KeyRow row = row(key);
    if (place.namesTable() != (usagePlan != null)) {
      throw new ParameterException(
          commandSpec().commandLine(), "--usage-plan is needed with --table, and only there");
    }
    try (KeysPlace.Opened keys = place.open()) {
      enrol(keys);
      keys.store().add(row);
    }
    var line = commandSpec().commandLine();
    line.getErr().printf("Made %s for tenant %s. It is shown only now:%n", row.id(), row.tenant());
    line.getErr().flush();
    line.getOut().println(key.secret());
    line.getOut().flush();
    return 0;
  }

  private KeyRow row(BearerKey key) {
    try {
      return new KeyRow(
          key.hash(),
          tenant,
          group,
          name,
          new TokenLimits(tokensPerMinute, tokensPerDay),
          Instant.now().truncatedTo(ChronoUnit.SECONDS),
          Optional.empty());
    } catch (IllegalArgumentException e) {
      throw new ParameterException(commandSpec().commandLine(), String.valueOf(e.getMessage()), e);
    }
  }

  /** Before the key is stored: a key whose tenant is not in the plan would be refused. */
  private void enrol(KeysPlace.Opened keys) throws IOException {
    Optional<String> plan = keys.plan().or(() -> Optional.ofNullable(usagePlan));
    if (keys.table().isPresent() && plan.isPresent()) {
      AwsAccess access = place.access().atServer(System.getenv(), "API_GATEWAY");
      try (ApiGatewayPlan enrolled = ApiGatewayPlan.of(access, plan.get())) {
        enrolled.enrol(keys.table().get(), tenant);
      }
    }
  }

  private CommandSpec commandSpec() {
    return Objects.requireNonNull(spec, "picocli sets the spec before it calls");
  }
}
