package dev.warmpath.bootstrap;

import dev.warmpath.prompt.PrefixHasher;
import dev.warmpath.router.RoutingMode;
import dev.warmpath.routing.LeastOutstandingPolicy;
import dev.warmpath.routing.PoolFacts;
import dev.warmpath.routing.PrefixAffinityPolicy;
import dev.warmpath.routing.RoundRobinPolicy;
import dev.warmpath.routing.RoutingPolicy;
import dev.warmpath.routing.Serving;
import dev.warmpath.routing.SheddingPolicy;
import dev.warmpath.routing.Target;
import dev.warmpath.routing.TargetList;
import dev.warmpath.web.Models;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A checked configuration; see {@link Setting} for each variable's meaning and range.
 *
 * @param endpoints endpoints to look up; empty where targets are fixed
 * @param targets fixed targets; empty where endpoints are looked up
 * @param table the affinity table's name
 * @param hashSalt the secret under which prompts are hashed
 * @param models which models are served
 * @param serving which targets serve which of them
 * @param policy how targets are picked
 * @param mode who places requests
 * @param facts what is known of engines before they have answered
 * @param tableBudget how long a request waits for the table
 * @param tableFirstBudget the same for the first call
 * @param metrics where metrics go
 * @param namespace the metrics' namespace
 * @param saltsEngines whether engines are told tenants' cache salts
 * @param missingMeansZero whether an answer without cached tokens had none
 */
public record Settings(
    List<String> endpoints,
    List<Target> targets,
    String table,
    String hashSalt,
    Models models,
    Serving serving,
    RoutingPolicy policy,
    RoutingMode mode,
    PoolFacts facts,
    Duration tableBudget,
    Duration tableFirstBudget,
    MetricsTarget metrics,
    String namespace,
    boolean saltsEngines,
    boolean missingMeansZero) {

  /** Where metrics go. */
  public enum MetricsTarget {
    /** PutMetricData. */
    CLOUDWATCH,
    /** Embedded metric format in the log. */
    EMF,
    /** Nowhere. */
    OFF
  }

  private static final double BYTES_PER_TOKEN = 4;

  /** A fleet row each in every read, which must leave room for the rows of anchors and targets. */
  private static final int MAX_ENDPOINTS = 20;

  private static final Map<String, RoutingPolicy> POLICIES =
      Map.of(
          "warmpath", new PrefixAffinityPolicy(),
          "least-outstanding", new LeastOutstandingPolicy(),
          "round-robin", new RoundRobinPolicy());

  private static final Map<String, RoutingMode> MODES =
      Map.of("route", RoutingMode.ROUTE, "shadow", RoutingMode.SHADOW);

  /**
   * Reads and checks an environment.
   *
   * @throws SettingsException with every fault, if there is any
   */
  public static Settings of(Map<String, String> environment) {
    SettingReader read = new SettingReader(environment);
    List<String> endpoints = endpoints(read);
    TargetList targets = TargetList.parse(read.text(Setting.TARGETS));
    targets.faults().forEach(fault -> read.fault(Setting.TARGETS, "has a wrong entry: " + fault));
    boolean fixed = !(targets.targets().isEmpty() && targets.faults().isEmpty());
    if (endpoints.isEmpty() != fixed) {
      read.fault(Setting.ENDPOINTS, "or " + Setting.TARGETS.variable() + " must be set, not both");
    }
    ModelSettings models =
        ModelSettings.of(read, endpointsOf(endpoints, targets.targets()), targets.targets());
    RoutingMode mode = read.choice(Setting.ROUTING_MODE, MODES, RoutingMode.ROUTE);
    Settings settings =
        new Settings(
            endpoints,
            targets.targets(),
            read.requiredText(Setting.TABLE),
            salt(read),
            models.models(),
            models.serving(),
            policy(read, mode),
            mode,
            facts(read),
            Duration.ofMillis(read.number(Setting.TABLE_BUDGET_MS, 5, 5_000)),
            Duration.ofMillis(read.number(Setting.TABLE_FIRST_BUDGET_MS, 5, 10_000)),
            metrics(read),
            namespace(read),
            read.choice(Setting.ENGINE_CACHE_SALT, Map.of("on", true, "off", false), true),
            read.choice(Setting.CACHE_REPORTING, Map.of("auto", false, "always", true), false));
    read.check();
    return settings;
  }

  /** The endpoint to which everything belongs that is about no target. */
  public String firstEndpoint() {
    return endpoints.isEmpty() ? targets.getFirst().endpoint() : endpoints.getFirst();
  }

  /** The policy of a name that {@link Setting#POLICY} lists. */
  public static RoutingPolicy policy(String name) {
    RoutingPolicy policy = POLICIES.get(name);
    if (policy == null) {
      throw new IllegalArgumentException("there is no policy named '" + name + "'");
    }
    return policy;
  }

  /** The mode of a name that {@link Setting#ROUTING_MODE} lists. */
  public static RoutingMode mode(String name) {
    RoutingMode mode = MODES.get(name);
    if (mode == null) {
      throw new IllegalArgumentException("there is no routing mode named '" + name + "'");
    }
    return mode;
  }

  private static RoutingPolicy policy(SettingReader read, RoutingMode mode) {
    RoutingPolicy rule = read.choice(Setting.POLICY, POLICIES, new PrefixAffinityPolicy());
    long longestQueue = read.number(Setting.SHED_AFTER_SECONDS, 0, 30);
    return mode == RoutingMode.SHADOW ? rule : SheddingPolicy.of(rule, longestQueue);
  }

  private static Set<String> endpointsOf(List<String> endpoints, List<Target> targets) {
    return Stream.concat(endpoints.stream(), targets.stream().map(Target::endpoint))
        .collect(Collectors.toCollection(LinkedHashSet::new));
  }

  private static List<String> endpoints(SettingReader read) {
    List<String> names = read.list(Setting.ENDPOINTS);
    names.stream()
        .filter(name -> !isEndpoint(name))
        .forEach(name -> read.fault(Setting.ENDPOINTS, "has a wrong name: '" + name + "'"));
    if (names.stream().distinct().count() < names.size()) {
      read.fault(Setting.ENDPOINTS, "must name each endpoint once");
    }
    if (names.size() > MAX_ENDPOINTS) {
      read.fault(
          Setting.ENDPOINTS,
          "must name at most " + MAX_ENDPOINTS + " endpoints but names " + names.size());
    }
    return names;
  }

  private static boolean isEndpoint(String name) {
    return TargetList.parse(name).targets().equals(List.of(Target.ofEndpoint(name, 1, false)));
  }

  private static String salt(SettingReader read) {
    String salt = read.requiredText(Setting.HASH_SALT);
    int bytes = salt.getBytes(StandardCharsets.UTF_8).length;
    if (!salt.isEmpty() && bytes < PrefixHasher.MIN_SECRET_BYTES) {
      read.fault(
          Setting.HASH_SALT,
          "must have at least " + PrefixHasher.MIN_SECRET_BYTES + " bytes but has " + bytes);
    }
    return salt;
  }

  private static PoolFacts facts(SettingReader read) {
    return new PoolFacts(
        read.number(Setting.KV_TOKENS, 1_000, 1_000_000_000),
        read.number(Setting.PREFILL_TOKENS_PER_SECOND, 10, 10_000_000),
        BYTES_PER_TOKEN,
        Duration.ofSeconds(read.number(Setting.PREFIX_TTL_SECONDS, 60, 604_800)));
  }

  private static MetricsTarget metrics(SettingReader read) {
    return read.choice(
        Setting.METRICS,
        Map.of(
            "cloudwatch", MetricsTarget.CLOUDWATCH,
            "emf", MetricsTarget.EMF,
            "off", MetricsTarget.OFF),
        MetricsTarget.OFF);
  }

  private static String namespace(SettingReader read) {
    String namespace = read.text(Setting.NAMESPACE);
    if (namespace.length() > 255) {
      read.fault(Setting.NAMESPACE, "must have at most 255 characters");
    }
    return namespace;
  }

  /** Leaves the salt out. */
  @Override
  public String toString() {
    return "Settings[endpoints=" + endpoints + ", targets=" + targets + ", table=" + table + "]";
  }
}
