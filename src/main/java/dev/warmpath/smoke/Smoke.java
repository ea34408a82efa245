package dev.warmpath.smoke;

import dev.warmpath.aws.DynamoDbAffinityTable;
import dev.warmpath.aws.SignedHttp;
import dev.warmpath.router.RouterClock;
import dev.warmpath.smoke.Finding.Failed;
import dev.warmpath.smoke.Finding.Passed;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** All checks of one deployment, in order. Used once. */
public final class Smoke {
  private static final String CLOUDWATCH_VERSION = "2010-08-01";

  private final SmokeServices services;
  private final SmokeOptions options;
  private final RouterClock clock;
  private final Pause pause;

  /** Makes the checks; nothing is asked yet. */
  public Smoke(SmokeServices services, SmokeOptions options, RouterClock clock, Pause pause) {
    this.services = services;
    this.options = options;
    this.clock = clock;
    this.pause = pause;
  }

  /** Who is told of each check as it ends. */
  @FunctionalInterface
  public interface Report {
    /**
     * One check has ended.
     *
     * @param check a word for it
     * @param finding what came of it
     */
    void told(String check, Finding finding);
  }

  /**
   * Runs the checks; one that fails stops no other, but without a stack there is nothing to check.
   *
   * @return whether none failed
   * @throws InterruptedException if the wait for the deployment is to end
   */
  public boolean run(Report report) throws InterruptedException {
    Stack stack;
    try (SignedHttp cloudFormation = services.aws("CLOUDFORMATION")) {
      stack = Stack.described(cloudFormation, options.stack());
    } catch (IOException e) {
      report.told(
          "stack",
          new Failed(
              sentence(e),
              "name the stack and the --region of sam deploy; you need cloudformation:DescribeStacks"));
      return false;
    }
    Finding finding = usable(stack);
    report.told("stack", finding);
    return !(finding instanceof Failed) && run(stack, report);
  }

  private Finding usable(Stack stack) {
    List<String> missing =
        Stream.of("BaseUrl", "TableName", "FunctionName")
            .filter(output -> stack.output(output).isEmpty())
            .toList();
    if (!stack.isAtWork() || !missing.isEmpty()) {
      return new Failed(
          "stack " + stack.name() + " is " + stack.status() + " and lacks the outputs " + missing,
          "wait for sam deploy to end, or repair what it complains of");
    }
    if (!stack.isSigned() && options.key().isEmpty()) {
      return new Failed(
          "the door wants a key (AuthMode " + stack.parameter(Stack.AUTH_MODE, "") + ")",
          "set "
              + Deployment.KEY_VARIABLE
              + " or --key; the stack's output ShowApiKey or CreateKey is a command that prints one");
    }
    return new Passed(stack.name() + " is " + stack.status() + ", at " + stack.output("BaseUrl"));
  }

  private boolean run(Stack stack, Report report) throws InterruptedException {
    try (SignedHttp api = services.api();
        SignedHttp cloudWatch = services.aws("CLOUDWATCH");
        SignedHttp lambda = services.aws("LAMBDA");
        DynamoDbAffinityTable table = services.table(stack.output("TableName"), clock)) {
      boolean good = true;
      for (Check check : checks(stack, chats(stack, api), table, cloudWatch, lambda)) {
        Finding finding = guarded(check);
        report.told(check.name(), finding);
        good = good && !(finding instanceof Failed);
      }
      return good;
    }
  }

  private Chats chats(Stack stack, SignedHttp api) {
    Door door = Doors.of(stack, api, options.key());
    String model = stack.parameter("ModelName", "default").split(",", 2)[0];
    return new Chats(door, model, options.beginning(), options.sessions());
  }

  private List<Check> checks(
      Stack stack,
      Chats chats,
      DynamoDbAffinityTable table,
      SignedHttp cloudWatch,
      SignedHttp lambda) {
    return List.of(
        new ClosedDoorCheck(chats, Proof.NONE),
        new ClosedDoorCheck(chats, Proof.WRONG),
        new AnswerCheck(chats),
        new WarmCheck(chats, stack.parameter("PolicyName", "warmpath"), pause),
        new StreamCheck(chats, stack.parameter("ResponseMode", "STREAM"), clock.nanos()),
        new TableCheck(chats, table, stack.endpoints(), clock.wall(), pause),
        new MetricCheck(
            new QueryApi(cloudWatch, "monitoring", CLOUDWATCH_VERSION),
            stack.endpoints().getFirst(),
            stack.parameter("MetricsMode", "cloudwatch"),
            options.patience(),
            clock.wall(),
            pause),
        new RestoreCheck(
            lambda, stack.output("FunctionName"), stack.parameter("SnapStart", "off")));
  }

  private static Finding guarded(Check check) throws InterruptedException {
    try {
      return check.look();
    } catch (IOException e) {
      return new Failed(sentence(e), "look at the function's log, and at the endpoint's");
    }
  }

  private static String sentence(IOException thrown) {
    return Optional.ofNullable(thrown.getMessage()).orElse(thrown.toString());
  }
}
