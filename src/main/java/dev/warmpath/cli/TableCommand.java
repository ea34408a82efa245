package dev.warmpath.cli;

import dev.warmpath.routing.TargetId;
import dev.warmpath.routing.TargetList;
import dev.warmpath.table.OperatedTable.Action;
import java.io.IOException;
import java.io.PrintWriter;
import java.net.URI;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.Objects;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code warmpath table}: what the affinity table holds, and what an operator does to it. */
@Command(
    name = "table",
    description = {
      "Shows who owns what, explains a decision, and takes variants out of service.",
      "Each is about the DynamoDB table of --table or --stack, or the table of a running"
          + " './warmpath local'."
    },
    mixinStandardHelpOptions = true,
    synopsisSubcommandLabel = "COMMAND")
final class TableCommand implements Callable<Integer> {
  private static final InstantSource CLOCK = InstantSource.system();

  private static final String TARGET =
      "The target as 'owners' names it: endpoint/variant, endpoint/ic:component or endpoint.";

  private static final String YES = "Does not ask.";

  @Spec private @Nullable CommandSpec spec;

  @Override
  public Integer call() {
    CommandSpec own = Objects.requireNonNull(spec, "picocli sets the spec before it calls");
    throw new ParameterException(own.commandLine(), "a command is missing");
  }

  /** What is done with an open table. */
  private interface Work {
    int run(TableOperator operator) throws TableFailureException;
  }

  private static int run(@Nullable CommandSpec spec, TableLocation location, Work work)
      throws TableFailureException {
    try (TableLocation.Opened opened = open(spec, location)) {
      return work.run(new TableOperator(opened.table(), opened.name(), terminal(spec), CLOCK));
    }
  }

  private static TableLocation.Opened open(@Nullable CommandSpec spec, TableLocation location)
      throws TableFailureException {
    try {
      return location.open(CLOCK);
    } catch (IllegalArgumentException e) {
      CommandSpec own = Objects.requireNonNull(spec, "picocli sets the spec before it calls");
      throw new ParameterException(own.commandLine(), String.valueOf(e.getMessage()), e);
    }
  }

  private static Terminal terminal(@Nullable CommandSpec spec) {
    CommandSpec own = Objects.requireNonNull(spec, "picocli sets the spec before it calls");
    PrintWriter out = own.commandLine().getOut();
    return Terminal.of(out, own.commandLine().getErr());
  }

  @Command(
      name = "owners",
      description = "Lists the targets: what they hold, their load, and what was learned of them.",
      mixinStandardHelpOptions = true)
  int owners(
      @Mixin TableLocation location,
      @Option(names = "--json", description = "Prints one line of JSON.") boolean json)
      throws TableFailureException {
    return run(spec, location, operator -> operator.owners(json));
  }

  @Command(
      name = "export",
      description = "Prints every row as DynamoDB's JSON, a line each.",
      mixinStandardHelpOptions = true)
  int export(@Mixin TableLocation location) throws TableFailureException {
    return run(spec, location, TableOperator::export);
  }

  @Command(
      name = "drain",
      description = {
        "Takes a target out of service: new requests go elsewhere.",
        "It ends with 'undrain', or 7 days after the last request there has ended."
      },
      mixinStandardHelpOptions = true)
  int drain(
      @Mixin TableLocation location,
      @Parameters(paramLabel = "VARIANT", description = TARGET) String target,
      @Option(names = "--yes", description = YES) boolean yes)
      throws TableFailureException {
    return change(location, target, Action.DRAIN, yes);
  }

  @Command(
      name = "undrain",
      description = "Puts a target back into service.",
      mixinStandardHelpOptions = true)
  int undrain(
      @Mixin TableLocation location,
      @Parameters(paramLabel = "VARIANT", description = TARGET) String target)
      throws TableFailureException {
    return change(location, target, Action.UNDRAIN, true);
  }

  @Command(
      name = "invalidate",
      description = "Makes all of a target's claims void, as a restart of its engine does.",
      mixinStandardHelpOptions = true)
  int invalidate(
      @Mixin TableLocation location,
      @Parameters(paramLabel = "VARIANT", description = TARGET) String target,
      @Option(names = "--yes", description = YES) boolean yes)
      throws TableFailureException {
    return change(location, target, Action.INVALIDATE, yes);
  }

  @Command(
      name = "explain",
      description = {
        "Asks a running tier where a request would go, and why; nothing is sent to a model.",
        "Only the tier has the secret under which prompts are hashed, so it is asked, not the table."
            + " A stack with AuthMode IAM wants no key, but a signature, which --stack makes."
      },
      mixinStandardHelpOptions = true)
  int explain(
      @Option(
              names = "--url",
              paramLabel = "URL",
              description =
                  "The tier: output BaseUrl of the stack, or a local one (default: "
                      + TableLocation.HERE
                      + ").")
          @Nullable URI url,
      @Mixin StackOption stack,
      @Mixin KeyOption key,
      @Option(
              names = "--body",
              paramLabel = "FILE",
              required = true,
              description = "A request as it would be sent, in JSON.")
          Path body,
      @Option(names = "--json", description = "Prints the tier's answer as it is.") boolean json)
      throws Exception {
    return question(url, stack, key.key().orElse("")).ask(body, json, terminal(spec));
  }

  private RouteQuestion question(@Nullable URI url, StackOption stack, String key)
      throws IOException {
    CommandSpec own = Objects.requireNonNull(spec, "picocli sets the spec before it calls");
    if (url != null && stack.name().isPresent()) {
      throw new ParameterException(own.commandLine(), "--stack and --url exclude each other");
    }
    if (stack.hasRegion() && stack.name().isEmpty()) {
      throw new ParameterException(own.commandLine(), "--region needs --stack");
    }
    if (stack.name().isPresent()) {
      return RouteQuestion.of(stack.deployment(System.getenv()), key);
    }
    try {
      return RouteQuestion.at(Objects.requireNonNullElse(url, URI.create(TableLocation.HERE)), key);
    } catch (IllegalArgumentException e) {
      throw new ParameterException(own.commandLine(), String.valueOf(e.getMessage()), e);
    }
  }

  private int change(TableLocation location, String target, Action action, boolean yes)
      throws TableFailureException {
    TargetList list = TargetList.parse(target);
    if (list.targets().size() != 1 || !list.faults().isEmpty()) {
      throw new ParameterException(
          Objects.requireNonNull(spec, "picocli sets the spec before it calls").commandLine(),
          "VARIANT must be endpoint/variant, endpoint/ic:component or endpoint but was '"
              + target
              + "'");
    }
    TargetId id = list.targets().getFirst().id();
    return run(spec, location, operator -> operator.change(id, action, yes));
  }
}
