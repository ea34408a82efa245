package dev.warmpath.cli;

import java.util.Optional;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.IExecutionExceptionHandler;
import picocli.CommandLine.IParameterExceptionHandler;

/** The command {@code warmpath}. */
@Command(
    name = "warmpath",
    description = "A prefix-aware router for LLMs on Amazon SageMaker.",
    subcommands = {
      LocalCommand.class,
      DemoCommand.class,
      SimulateCommand.class,
      AdviseCommand.class,
      SmokeCommand.class,
      TableCommand.class,
      KeysCommand.class,
      BenchCommand.class
    },
    mixinStandardHelpOptions = true,
    version = "warmpath 0.1.0",
    synopsisSubcommandLabel = "COMMAND")
public final class Main {
  private static final int BAD_INPUT = 2;
  private static final int FAILED = 1;

  private Main() {}

  /** Runs one command and ends the process with its exit code. */
  public static void main(String[] arguments) {
    logFor(arguments);
    System.exit(commandLine().execute(arguments.length == 0 ? new String[] {"--help"} : arguments));
  }

  /** The command line, which prints a sentence for whatever goes wrong. */
  static CommandLine commandLine() {
    CommandLine line = new CommandLine(new Main());
    line.setParameterExceptionHandler(sentenceForBadInput());
    line.setExecutionExceptionHandler(sentenceForFailure());
    line.setUsageHelpAutoWidth(true);
    return line;
  }

  /** The local tier tells of each request; elsewhere only what is wrong is worth a line. */
  private static void logFor(String[] arguments) {
    boolean local = arguments.length > 0 && arguments[0].equals("local");
    String level = System.getenv().getOrDefault("WARMPATH_LOG_LEVEL", local ? "info" : "warn");
    System.setProperty("org.slf4j.simpleLogger.defaultLogLevel", level);
    System.setProperty("org.slf4j.simpleLogger.showThreadName", "false");
    System.setProperty("org.slf4j.simpleLogger.showShortLogName", "true");
  }

  private static IParameterExceptionHandler sentenceForBadInput() {
    return (exception, arguments) -> {
      CommandLine command = exception.getCommandLine();
      command
          .getErr()
          .println(
              "warmpath: "
                  + exception.getMessage()
                  + " (see '"
                  + command.getCommandSpec().qualifiedName()
                  + " --help')");
      return BAD_INPUT;
    };
  }

  /** What a command throws is its last sentence; a stack would help nobody at a terminal. */
  private static IExecutionExceptionHandler sentenceForFailure() {
    return (exception, command, result) -> {
      String sentence = Optional.ofNullable(exception.getMessage()).orElse(exception.toString());
      command.getErr().println("warmpath: " + sentence);
      return FAILED;
    };
  }
}
