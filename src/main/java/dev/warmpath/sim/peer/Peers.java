package dev.warmpath.sim.peer;

import dev.warmpath.sim.PolicyFactory;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;

/** The peers' policies by name, some with parameters after colons: {@code prefix-aware:4096:8}. */
public final class Peers {
  private static final Map<String, Function<PolicyName, PolicyFactory>> POLICIES =
      new TreeMap<>(
          Map.ofEntries(
              plain("random", (engines, seed) -> new RandomChoice(seed)),
              plain("round-robin", RoundRobin::new),
              plain("least-outstanding", (engines, seed) -> new LeastOutstanding(seed)),
              Map.entry("prefix-aware", Peers::prefixAware),
              plain("first-50-chars", (engines, seed) -> new FirstCharacters()),
              Map.entry("chwbl", Peers::boundedLoad),
              Map.entry("sglang", Peers::sglang),
              plain("production-stack", ProductionStack::new),
              plain("llm-d", LlmdScorers::approximate),
              plain("llm-d-precise", LlmdScorers::precise),
              Map.entry("dynamo", Peers::dynamo),
              plain("aibrix", AibrixPrefixCache::new),
              plain("lmetric", (engines, seed) -> new Lmetric(engines)),
              plain("preble", (engines, seed) -> new Preble(engines)),
              plain("session", (engines, seed) -> new SessionSticky(seed)),
              Map.entry("oracle", Peers::oracle)));

  private Peers() {}

  /** All names, without parameters, in alphabetical order. */
  public static List<String> names() {
    return List.copyOf(POLICIES.keySet());
  }

  /**
   * The maker of a policy.
   *
   * <p>Parameters, each with its default:
   *
   * <ul>
   *   <li>{@code prefix-aware:8192:16}: characters and threshold of SageMaker's strategy, the pair
   *       that did best over both chat and shared prefixes in a first simulation
   *   <li>{@code chwbl:1024:1.25}: tokens hashed and load bound
   *   <li>{@code sglang:0.5:64:1.5}: match rate, absolute and relative imbalance
   *   <li>{@code dynamo:2}: weight of tokens to compute
   *   <li>{@code oracle:1}: weight of the prompt's own misses
   * </ul>
   *
   * @throws IllegalArgumentException with a sentence for its user, if there is no such policy or a
   *     parameter is impossible
   */
  public static PolicyFactory byName(String text) {
    PolicyName name = PolicyName.parse(text);
    Function<PolicyName, PolicyFactory> policy = POLICIES.get(name.name());
    if (policy == null) {
      throw new IllegalArgumentException(
          "there is no policy %s; known are %s"
              .formatted(name.name(), String.join(", ", POLICIES.keySet())));
    }
    return policy.apply(name);
  }

  private static Map.Entry<String, Function<PolicyName, PolicyFactory>> plain(
      String name, PolicyFactory factory) {
    return Map.entry(
        name,
        given -> {
          given.expectAtMost(0);
          return factory;
        });
  }

  private static PolicyFactory prefixAware(PolicyName name) {
    name.expectAtMost(2);
    int characters = name.whole(0, "prefix length in characters", 8_192, 1_024, 65_536);
    int threshold = name.whole(1, "concurrency threshold", 16, 1, 1_024);
    return (engines, seed) -> new PrefixAware(characters, threshold, seed);
  }

  private static PolicyFactory boundedLoad(PolicyName name) {
    name.expectAtMost(2);
    int tokens = name.whole(0, "prefix length in tokens", 1_024, 1, 1_000_000);
    double bound = name.number(1, "load bound", 1.25, 1, 1_000);
    return (engines, seed) -> new BoundedLoadHashing(tokens, bound, engines);
  }

  private static PolicyFactory sglang(PolicyName name) {
    name.expectAtMost(3);
    double rate = name.number(0, "match rate", 0.5, 0, 1);
    int absolute = name.whole(1, "absolute imbalance", 64, 0, 1_000_000);
    double relative = name.number(2, "relative imbalance", 1.5, 1, 1_000);
    return (engines, seed) -> new SglangCacheAware(rate, absolute, relative, engines);
  }

  private static PolicyFactory dynamo(PolicyName name) {
    name.expectAtMost(1);
    double weight = name.number(0, "prefill weight", 2, 0, 1_000_000);
    return (engines, seed) -> new DynamoCost(weight, seed);
  }

  private static PolicyFactory oracle(PolicyName name) {
    name.expectAtMost(1);
    double weight = name.number(0, "miss weight", 1, 0, 1_000_000);
    return (engines, seed) -> new Oracle(weight, seed);
  }
}
