package dev.warmpath.bootstrap;

/** One environment variable of the router: its name, default, range and effect. */
public enum Setting {
  /** Which endpoints. */
  ENDPOINTS(
      "WARMPATH_ENDPOINTS",
      "",
      "1 to 20 endpoint names, comma-separated",
      "The endpoints whose variants or inference components are the targets; they are looked up and"
          + " kept up to date. Required unless WARMPATH_TARGETS is set."),
  /** Which targets, where they are not to be looked up. */
  TARGETS(
      "WARMPATH_TARGETS",
      "",
      "endpoint/variant, endpoint/ic:component or endpoint, comma-separated",
      "A fixed list of targets in place of WARMPATH_ENDPOINTS."),
  /** The affinity table. */
  TABLE("WARMPATH_TABLE", "", "a DynamoDB table name", "The affinity table. Required."),
  /** The hash salt. */
  HASH_SALT(
      "WARMPATH_HASH_SALT",
      "",
      "at least 16 bytes",
      "The secret under which prompts are hashed. Required; another one means a cold table."),
  /** Public model names. */
  MODEL(
      "WARMPATH_MODEL",
      "default",
      "names, comma-separated; or name=place,place;name=place",
      "The model names that callers may use; the first stands in where a request names none. A"
          + " place is an endpoint, endpoint/variant or endpoint/ic:component that serves the model;"
          + " without places, every target serves every model."),
  /** The engines' own model name. */
  ENGINE_MODEL(
      "WARMPATH_ENGINE_MODEL",
      "",
      "a name, nothing, or name=engine-name;name=engine-name",
      "The model name sent to engines in place of the caller's, for all models or for each; a LoRA"
          + " adapter's in vLLM and SGLang. Both take the empty one for their own model's."),
  /** The policy. */
  POLICY(
      "WARMPATH_POLICY",
      "warmpath",
      "warmpath, least-outstanding or round-robin",
      "How targets are picked."),
  /** Who places requests. */
  ROUTING_MODE(
      "WARMPATH_ROUTING_MODE",
      "route",
      "route or shadow",
      "Whether requests go where the router decides, or SageMaker places them and the router only"
          + " measures what its decisions would have found (shadow)."),
  /** The cache's size. */
  KV_TOKENS(
      "WARMPATH_KV_TOKENS",
      "400000",
      "1000 to 1000000000",
      "How many tokens one instance's KV cache holds; engines print it when they start."),
  /** The engine's speed. */
  PREFILL_TOKENS_PER_SECOND(
      "WARMPATH_PREFILL_TOKENS_PER_SECOND",
      "8000",
      "10 to 10000000",
      "How many uncached prompt tokens one instance computes in a second."),
  /** When requests are turned away. */
  SHED_AFTER_SECONDS(
      "WARMPATH_SHED_AFTER_SECONDS",
      "0",
      "0 to 30",
      "While the shortest prefill queue of all targets is longer than this, requests are turned away"
          + " with 429 and Retry-After; 0 for never. Shadow mode turns nobody away."),
  /** How long rows live. */
  PREFIX_TTL_SECONDS(
      "WARMPATH_PREFIX_TTL_SECONDS",
      "3600",
      "60 to 604800",
      "How long an unused prefix row counts."),
  /** The table's time budget. */
  TABLE_BUDGET_MS(
      "WARMPATH_TABLE_BUDGET_MS",
      "50",
      "5 to 5000",
      "How long a request waits for the table before it is placed without."),
  /** The table's time budget for the first call. */
  TABLE_FIRST_BUDGET_MS(
      "WARMPATH_TABLE_FIRST_BUDGET_MS",
      "1000",
      "5 to 10000",
      "The same for an environment's first call, which opens the connection."),
  /** Where metrics go. */
  METRICS(
      "WARMPATH_METRICS",
      "cloudwatch",
      "cloudwatch, emf or off",
      "Where metrics go: PutMetricData, embedded metric format in the log, or nowhere."),
  /** The metrics' namespace. */
  NAMESPACE("WARMPATH_NAMESPACE", "Warmpath", "1 to 255 characters", "The metrics' namespace."),
  /** Whether engines are told the cache salt. */
  ENGINE_CACHE_SALT(
      "WARMPATH_ENGINE_CACHE_SALT",
      "on",
      "on or off",
      "Whether requests of a tenant carry the tenant's salt to the engine, in the field cache_salt;"
          + " off for engines that refuse the field, whose caches tenants then share."),
  /** The table of keys. */
  KEYS_TABLE(
      "WARMPATH_KEYS_TABLE",
      "",
      "a DynamoDB table name",
      "The table of keys. Read by the authorizer, which needs no other variable, and not by the"
          + " router."),
  /** What a missing count means. */
  CACHE_REPORTING(
      "WARMPATH_CACHE_REPORTING",
      "auto",
      "auto or always",
      "Whether an answer without cached_tokens had an unknown number of them (auto) or none"
          + " (always; older vLLM leaves out a zero).");

  private final String variable;
  private final String defaultValue;
  private final String range;
  private final String effect;

  Setting(String variable, String defaultValue, String range, String effect) {
    this.variable = variable;
    this.defaultValue = defaultValue;
    this.range = range;
    this.effect = effect;
  }

  /** The environment variable's name. */
  public String variable() {
    return variable;
  }

  /** What holds where the variable is absent or empty; empty for none. */
  public String defaultValue() {
    return defaultValue;
  }

  /** What it may be, in words. */
  public String range() {
    return range;
  }

  /** What it does, in a sentence. */
  public String effect() {
    return effect;
  }
}
