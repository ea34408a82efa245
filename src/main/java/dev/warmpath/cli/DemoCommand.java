package dev.warmpath.cli;

import dev.warmpath.bootstrap.Settings;
import dev.warmpath.demo.Demo;
import dev.warmpath.demo.Traffic;
import dev.warmpath.report.GainPicture;
import dev.warmpath.report.PolicyResult;
import dev.warmpath.report.ResultFile;
import dev.warmpath.report.ResultTable;
import dev.warmpath.routing.RoutingPolicy;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.Callable;
import me.tongfei.progressbar.ProgressBar;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code warmpath demo}: the same traffic under several policies, side by side. */
@Command(
    name = "demo",
    description = {
      "Plays one workload against the running local tier under each policy in turn and prints what"
          + " each achieved: the hit rate and how much of the best possible one it is, the time to"
          + " the first token, and how evenly the work was spread.",
      "By default the engines are models of engines: their block caches and counts are real, their"
          + " times are computed. With --engine llama all is real but the model's weights."
    },
    mixinStandardHelpOptions = true,
    showDefaultValues = true)
final class DemoCommand implements Callable<Integer> {
  @Spec private @Nullable CommandSpec spec;

  @Option(
      names = "--conversations",
      paramLabel = "FILE",
      description =
          "Plays these conversations in place of the built-in ones: a JSON object with an array"
              + " 'messages' a line, plain or gzipped; every assistant message is one request.")
  private @Nullable Path conversations;

  @Option(
      names = "--policies",
      paramLabel = "NAME",
      split = ",",
      defaultValue = "round-robin,least-outstanding,warmpath",
      description = "Which policies, in which order.")
  private List<String> policies = List.of();

  @Option(
      names = "--variants",
      paramLabel = "N",
      defaultValue = "4",
      description = "How many engines.")
  private int variants;

  @Option(
      names = "--users",
      paramLabel = "N",
      description =
          "How many users send at a time, each when his last request was answered; by default 16, and"
              + " 4 for llama.")
  private @Nullable Integer users;

  @Option(
      names = "--cache-tokens",
      paramLabel = "N",
      description =
          "How many tokens each engine's cache holds; by default 24000, and 6000 for llama.")
  private @Nullable Long cacheTokens;

  @Option(
      names = "--traffic",
      paramLabel = "SIZE",
      description =
          "The built-in conversations. full: 240 of 24 tenants; light: 90 short ones of 9 tenants,"
              + " for slow engines, the default for llama.")
  private @Nullable String traffic;

  @Mixin private EngineOptions engine = new EngineOptions();

  @Option(
      names = "--limit",
      paramLabel = "N",
      defaultValue = "100000",
      description = "How many conversations at most.")
  private int limit;

  @Option(
      names = "--seed",
      paramLabel = "N",
      defaultValue = "1",
      description = "Draws the built-in conversations, and the order of all.")
  private long seed;

  @Option(
      names = "--seeds",
      paramLabel = "N",
      defaultValue = "1",
      description = "How many runs of each policy, with seeds from --seed on; figures are medians.")
  private int seeds;

  @Option(
      names = "--charts",
      paramLabel = "DIR",
      description =
          "Draws hit rate and time to the first token into a folder: gain-light.png, gain-dark.png.")
  private @Nullable Path charts;

  @Option(names = "--json", paramLabel = "FILE", description = "Writes the same numbers to a file.")
  private @Nullable Path json;

  @Override
  public Integer call() throws Exception {
    check();
    PrintWriter out = commandSpec().commandLine().getOut();
    Demo demo = demo(seed);
    out.println(headline(demo));
    out.println();
    out.flush();
    List<PolicyResult> results = play(demo);
    out.println(ResultTable.of(results));
    explain(out, results);
    if (json != null) {
      ResultFile.write(json, "demo", parameters(demo), results);
    }
    if (charts != null) {
      GainPicture.write(charts, results, "warmpath", caption(demo));
    }
    out.flush();
    return results.stream().anyMatch(r -> r.errors() > 0) ? 1 : 0;
  }

  /** The medians of each policy. */
  private List<PolicyResult> play(Demo first) throws IOException {
    Map<String, List<PolicyResult>> runs = new LinkedHashMap<>();
    try (ProgressBar progress =
        Progress.bar("demo", (long) first.requests() * policies.size() * seeds)) {
      for (int run = 0; run < seeds; run++) {
        Demo demo = run == 0 ? first : demo(seed + run);
        for (String name : policies) {
          progress.setExtraMessage(name);
          PolicyResult result = demo.play(Settings.policy(name), this::start, progress::step);
          runs.computeIfAbsent(name, _ -> new ArrayList<>()).add(result);
        }
      }
    }
    return runs.values().stream().map(PolicyResult::medians).toList();
  }

  private LocalTier start(RoutingPolicy policy) throws IOException {
    return LocalTier.start(
        new LocalOptions(0, variants, cacheTokens(), engine.kind(), policy), new RemoteServices());
  }

  private Demo demo(long seed) throws IOException {
    return conversations == null
        ? Demo.ofBuiltIn(traffic(), seed, users(), limit)
        : Demo.ofFile(conversations, seed, users(), limit);
  }

  private boolean isSlow() {
    return engine.kind() instanceof EngineKind.Llama;
  }

  private int users() {
    return Optional.ofNullable(users).orElse(isSlow() ? 4 : 16);
  }

  private long cacheTokens() {
    return Optional.ofNullable(cacheTokens).orElse(isSlow() ? 6_000L : 24_000L);
  }

  private Traffic traffic() {
    return switch (Optional.ofNullable(traffic).orElse(isSlow() ? "light" : "full")) {
      case "full" -> Traffic.FULL;
      case "light" -> Traffic.LIGHT;
      default ->
          throw new IllegalArgumentException(
              "--traffic must be full or light but was '" + traffic + "'");
    };
  }

  private void check() {
    refuseUnless(seeds >= 1 && seeds <= 100, "--seeds must be 1 to 100 but was " + seeds);
    refuseUnless(limit >= 1, "--limit must be at least 1 but was " + limit);
    refuseUnless(!policies.isEmpty(), "--policies must name at least one policy");
    try {
      policies.forEach(Settings::policy);
      var _ = traffic();
      var _ =
          new LocalOptions(
              0, variants, cacheTokens(), engine.kind(), Settings.policy(policies.getFirst()));
    } catch (IllegalArgumentException e) {
      throw new ParameterException(commandSpec().commandLine(), String.valueOf(e.getMessage()), e);
    }
    refuseUnless(users() >= 1 && users() <= 256, "--users must be 1 to 256 but was " + users());
    Optional.ofNullable(json)
        .map(file -> Optional.ofNullable(file.toAbsolutePath().getParent()))
        .ifPresent(
            folder ->
                refuseUnless(
                    folder.filter(Files::isDirectory).isPresent(),
                    "--json must name a file in a folder that exists"));
  }

  private void refuseUnless(boolean good, String sentence) {
    if (!good) {
      throw new ParameterException(commandSpec().commandLine(), sentence);
    }
  }

  private String headline(Demo demo) {
    return String.format(
        Locale.ROOT,
        "%s: %d requests by %d users at a time, %d variants (%s) with a cache of %d tokens each,"
            + " %s",
        conversations == null
            ? "built-in chats and document questions of " + traffic().tenants() + " tenants"
            : conversations,
        demo.requests(),
        users(),
        variants,
        engine.kind().label(),
        cacheTokens(),
        seeds == 1
            ? "seed " + seed
            : "medians of seeds %d to %d".formatted(seed, seed + seeds - 1));
  }

  private String caption(Demo demo) {
    return String.format(
        Locale.ROOT,
        "%,d requests of %s, %d users at a time, %d variants with caches of %,d tokens%s",
        demo.requests(),
        conversations == null ? "made-up customers" : conversations.getFileName(),
        users(),
        variants,
        cacheTokens(),
        seeds == 1 ? "" : "; medians of %d runs".formatted(seeds));
  }

  /** One sentence that says what the table means, for whoever sees it for the first time. */
  private static void explain(PrintWriter out, List<PolicyResult> results) {
    Optional<PolicyResult> base = find(results, "least-outstanding");
    Optional<PolicyResult> own = find(results, "warmpath");
    if (base.isPresent() && own.isPresent()) {
      out.printf(
          Locale.ROOT,
          "%nOne infinite cache would hit %.1f %%. Of the gap between least-outstanding and that,"
              + " Warmpath closed %.0f %%.%n",
          100 * own.get().idealHitRate(),
          100 * own.get().gapClosedFrom(base.get()));
    }
  }

  private static Optional<PolicyResult> find(List<PolicyResult> results, String name) {
    return results.stream().filter(r -> r.name().equals(name)).findFirst();
  }

  private Map<String, Object> parameters(Demo demo) {
    Map<String, Object> parameters = new LinkedHashMap<>();
    parameters.put(
        "workload",
        conversations == null
            ? "built-in-" + traffic().name()
            : String.valueOf(conversations.getFileName()));
    parameters.put("requests", demo.requests());
    parameters.put("policies", policies);
    parameters.put("variants", variants);
    parameters.put("users", users());
    parameters.put("cacheTokens", cacheTokens());
    parameters.put("limit", limit);
    parameters.put("seed", seed);
    parameters.put("seeds", seeds);
    parameters.put("engine", engine.kind().label());
    return parameters;
  }

  private CommandSpec commandSpec() {
    return Objects.requireNonNull(spec, "picocli sets the spec before it calls");
  }
}
