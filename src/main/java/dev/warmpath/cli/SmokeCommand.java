package dev.warmpath.cli;

import dev.warmpath.aws.AwsAccess;
import dev.warmpath.router.RouterClock;
import dev.warmpath.smoke.Finding;
import dev.warmpath.smoke.Smoke;
import dev.warmpath.smoke.SmokeOptions;
import dev.warmpath.smoke.SmokeServices;
import java.io.PrintWriter;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Objects;
import java.util.UUID;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code warmpath smoke}: checks a deployment from outside. */
@Command(
    name = "smoke",
    description = {
      "Checks a deployment right after 'sam deploy': that its door is closed and opens, that it"
          + " answers and streams, that a beginning it has seen goes to where it is cached, and that"
          + " table, metric and snapshot are as they should be. About ten small requests reach the"
          + " model.",
      "Exits with 0 if every check passed, 1 if one failed, 2 if it was called wrongly. AWS is found"
          + " as the AWS CLI finds it, AWS_ENDPOINT_URL and AWS_ENDPOINT_URL_<SERVICE> included."
    },
    mixinStandardHelpOptions = true,
    showDefaultValues = true)
final class SmokeCommand implements Callable<Integer> {
  @Spec private @Nullable CommandSpec spec;

  @Option(names = "--stack", paramLabel = "NAME", required = true, description = "Which stack.")
  private String stack = "";

  @Option(
      names = "--region",
      paramLabel = "REGION",
      description = "The stack's region, if it is not the usual one.")
  private @Nullable String region;

  @Mixin private KeyOption key = new KeyOption();

  @Option(
      names = "--prompt",
      paramLabel = "TEXT",
      description =
          "What the chats sent shall begin with, in place of some rules of a ferry company; at"
              + " least about 128 tokens.")
  private @Nullable String prompt;

  @Option(
      names = "--patience",
      paramLabel = "SECONDS",
      defaultValue = "180",
      description = "How long to wait for the metric to appear.")
  private int patience;

  @Override
  public Integer call() throws InterruptedException {
    if (stack.isBlank() || patience < 0) {
      throw new ParameterException(
          commandSpec().commandLine(), "--stack needs a name, and --patience at least 0 seconds");
    }
    AwsAccess access = AwsAccess.ofEnvironment();
    Smoke smoke =
        new Smoke(
            new SmokeServices(region == null ? access : access.inRegion(region), System.getenv()),
            new SmokeOptions(
                stack,
                key.key(),
                prompt == null ? rules() : prompt,
                Duration.ofSeconds(patience),
                () -> UUID.randomUUID().toString()),
            new RouterClock(InstantSource.system(), System::nanoTime),
            Thread::sleep);
    PrintWriter out = commandSpec().commandLine().getOut();
    boolean good =
        smoke.run(
            (check, finding) -> {
              out.println(line(check, finding));
              out.flush();
            });
    return good ? 0 : 1;
  }

  static String line(String check, Finding finding) {
    return switch (finding) {
      case Finding.Passed(var detail) -> "ok       %-8s %s".formatted(check, detail);
      case Finding.Failed(var reason, var remedy) ->
          "FAILED   %-8s %s%n%18s%s".formatted(check, reason, "", remedy);
      case Finding.Skipped(var why) -> "skipped  %-8s %s".formatted(check, why);
    };
  }

  private static String rules() {
    StringBuilder rules = new StringBuilder("You answer questions about a ferry company. ");
    for (int rule = 1; rule <= 24; rule++) {
      rules.append(
          ("Rule %d: ferries of class %c leave pier %d at %d minutes past the hour"
                  + " and carry %d passengers. ")
              .formatted(rule, 'A' + rule - 1, rule, 7 * rule % 60, 10 + 13 * rule));
    }
    return rules.toString();
  }

  private CommandSpec commandSpec() {
    return Objects.requireNonNull(spec, "picocli sets the spec before it calls");
  }
}
