package dev.warmpath.cli;

import dev.warmpath.advise.Advice;
import dev.warmpath.advise.AdviceJson;
import dev.warmpath.advise.AdvicePage;
import dev.warmpath.advise.AdviceText;
import dev.warmpath.advise.Advisor;
import dev.warmpath.advise.Fleet;
import dev.warmpath.report.WholeFile;
import dev.warmpath.sim.warmpath.TableConditions;
import dev.warmpath.sim.workload.LineException;
import dev.warmpath.sim.workload.Trace;
import dev.warmpath.sim.workload.TraceReader;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.Callable;
import me.tongfei.progressbar.ProgressBar;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code warmpath advise}: what somebody's own prompts share, and what spoils it. */
@Command(
    name = "advise",
    description = {
      "Reads your own requests and says which pieces of the prompts (dates, ids, names, tools or"
          + " documents in changing order) keep them from sharing what stands behind, what each"
          + " costs, how to mend it, and which fleet the traffic can use.",
      "Costs are counted by moving the piece to the prompt's end in every request, for one infinite"
          + " cache. What fleets do is simulated; engine speeds are assumed, not measured. The"
          + " report holds shapes and places, and none of your text unless you say --show-text.",
      "Example: warmpath advise --prompts examples/conversations.jsonl --html advice.html"
    },
    mixinStandardHelpOptions = true,
    showDefaultValues = true,
    sortOptions = false)
final class AdviseCommand implements Callable<Integer> {
  private static final int UNKNOWN_STEPS = -1;

  @Spec private @Nullable CommandSpec spec;

  /** Either of the two. */
  static final class Source {
    @Option(
        names = "--prompts",
        paramLabel = "FILE",
        description =
            "OpenAI requests, or whole conversations ('messages'), one JSON object a line, plain"
                + " or gzipped, of any size.")
    private @Nullable Path prompts;

    @Option(
        names = "--trace",
        paramLabel = "FILE",
        description =
            "A trace without text in Mooncake's form ('hash_ids'): only what can be said without"
                + " text.")
    private @Nullable Path trace;
  }

  @ArgGroup(multiplicity = "1")
  private Source source = new Source();

  @Option(
      names = "--targets",
      paramLabel = "N",
      defaultValue = "4",
      description = "How many engines the fleet has.")
  private int targets;

  @Option(
      names = "--kv-tokens",
      paramLabel = "T",
      defaultValue = "300000",
      description = "How many tokens each engine's KV cache holds.")
  private long kvTokens;

  @Option(
      names = "--users",
      paramLabel = "U",
      description =
          "How many users send, each some time after the last answer; without it the file's own"
              + " times count, or 4 users for each engine where it has none.")
  private @Nullable Integer users;

  @Option(
      names = "--no-fleet",
      description = "Simulates no fleet: only what the prompts themselves say.")
  private boolean noFleet;

  @Option(
      names = "--show-text",
      description = "Quotes the text around each culprit, itself masked.")
  private boolean showText;

  @Option(names = "--html", paramLabel = "FILE", description = "Writes a report with pictures.")
  private @Nullable Path html;

  @Option(names = "--json", paramLabel = "FILE", description = "Writes the report as JSON.")
  private @Nullable Path json;

  @Override
  public Integer call() throws IOException {
    check();
    Advice advice = advice();
    Path page = html;
    if (page != null) {
      WholeFile.write(page, AdvicePage.of(advice));
    }
    Path data = json;
    if (data != null) {
      WholeFile.write(data, AdviceJson.of(advice));
    }
    PrintWriter out = commandSpec().commandLine().getOut();
    AdviceText.of(advice).forEach(out::println);
    out.flush();
    return 0;
  }

  private Advice advice() {
    try (ProgressBar progress = Progress.bar("advise", UNKNOWN_STEPS)) {
      Advisor advisor =
          new Advisor(noFleet ? Optional.empty() : Optional.of(fleet()), showText, progress::step);
      Path prompts = source.prompts;
      if (prompts != null) {
        return advisor.ofPrompts(prompts);
      }
      Trace trace = TraceReader.read(Objects.requireNonNull(source.trace, "one of the two is set"));
      if (!trace.chains().isEmpty()) {
        throw wrong(trace.name() + " has text: give it by --prompts");
      }
      return advisor.ofBlocks(trace);
    } catch (LineException e) {
      throw new ParameterException(commandSpec().commandLine(), String.valueOf(e.getMessage()), e);
    }
  }

  private Fleet fleet() {
    Integer given = users;
    return new Fleet(
        targets,
        kvTokens,
        given == null ? OptionalInt.empty() : OptionalInt.of(given),
        (name, workload, profile) ->
            SimulatedPolicies.byName(
                name, workload, profile, TableConditions.IDEAL, Duration.ZERO));
  }

  private void check() {
    OutputFiles.check(commandSpec(), html, json);
    Integer given = users;
    refuseUnless(targets >= 1 && targets <= 1000, "--targets must be 1 to 1000 but was " + targets);
    refuseUnless(
        kvTokens >= 10_000 && kvTokens <= 1_000_000_000L,
        "--kv-tokens must be 10000 to 1000000000 but was " + kvTokens);
    refuseUnless(
        given == null || (given >= 1 && given <= 100_000),
        "--users must be 1 to 100000 but was " + given);
  }

  private void refuseUnless(boolean good, String sentence) {
    if (!good) {
      throw wrong(sentence);
    }
  }

  private ParameterException wrong(String sentence) {
    return new ParameterException(commandSpec().commandLine(), sentence);
  }

  private CommandSpec commandSpec() {
    return Objects.requireNonNull(spec, "picocli sets the spec before it calls");
  }
}
