package dev.warmpath.aws;

/**
 * The metrics that Warmpath publishes, each under {Endpoint} and, where it is about a request that
 * went to a target, under {Endpoint, Variant} too.
 *
 * <p>Tokens and rates are those of answered requests only, so that available, routed and delivered
 * are comparable. Requests that no cache can help, embeddings, count in no rate.
 */
public enum MetricName {
  /** Prompt tokens that the engine found in its cache; Average is Σcached/Σprompt exactly. */
  KV_CACHE_HIT_RATE("KVCacheHitRate", Unit.PERCENT),
  /** The routed rate of answers whose engine did not report cached tokens. */
  PREDICTED_HIT_RATE("PredictedHitRate", Unit.PERCENT),
  /** Prompt tokens believed to be cached at the chosen target. */
  ROUTED_HIT_RATE("RoutedHitRate", Unit.PERCENT),
  /** Prompt tokens believed to be cached at the best holder, chosen or not. */
  AVAILABLE_HIT_RATE("AvailableHitRate", Unit.PERCENT),

  /** Prompt tokens, as counted by the engine, else as estimated. */
  PROMPT_TOKENS("PromptTokens", Unit.COUNT),
  /** Prompt tokens that the engine found in its cache; only where it says so. */
  CACHED_TOKENS("CachedTokens", Unit.COUNT),
  /** Prompt tokens believed to be cached at the chosen target. */
  ROUTED_TOKENS("RoutedTokens", Unit.COUNT),
  /** Prompt tokens believed to be cached at the best holder. */
  AVAILABLE_TOKENS("AvailableTokens", Unit.COUNT),
  /** Tokens generated; only where the engine counts them. */
  OUTPUT_TOKENS("OutputTokens", Unit.COUNT),

  /** The router's own time until the engine was called. */
  ROUTING_OVERHEAD("RoutingOverhead", Unit.MILLISECONDS),
  /** From the call to the whole answer, or to the failure. */
  ENGINE_TIME("EngineTime", Unit.MILLISECONDS),
  /** From the call to the model's first token, where it shows: in answers that come in pieces. */
  TIME_TO_FIRST_TOKEN("TimeToFirstToken", Unit.MILLISECONDS),

  /** Calls of another target after one has failed. */
  FAILOVERS("Failovers", Unit.COUNT),
  /** Requests. */
  REQUESTS("Requests", Unit.COUNT),
  /** Requests that the model answered. */
  ANSWERED("Answered", Unit.COUNT),
  /** Requests lost to a broken engine or connection. */
  ENGINE_FAULTS("EngineFaults", Unit.COUNT),
  /** Requests refused by a busy engine. */
  ENGINE_BACKPRESSURE("EngineBackpressure", Unit.COUNT),
  /** Of the failed requests: those whose caller had the first token already. */
  BROKEN_STREAMS("BrokenStreams", Unit.COUNT),
  /** Requests not answered in time. */
  ENGINE_TIMEOUTS("EngineTimeouts", Unit.COUNT),
  /** Requests that the model finds invalid. */
  CALLER_ERRORS("CallerErrors", Unit.COUNT),
  /** Requests that a wrong name or permission failed. */
  MISCONFIGURED("Misconfigured", Unit.COUNT),
  /** Requests for which no target was in service. */
  NO_TARGET("NoTarget", Unit.COUNT),
  /** Requests turned away since every target had too much work waiting. */
  SHED("Shed", Unit.COUNT),

  /** Sent to a target that holds as much of the prompt as any. */
  DECISION_WARM("DecisionWarm", Unit.COUNT),
  /** Sent past a busy holder. */
  DECISION_SPILLED("DecisionSpilled", Unit.COUNT),
  /** Sent with a prefix that nobody held. */
  DECISION_NEW("DecisionNew", Unit.COUNT),
  /** Sent by load alone. */
  DECISION_LOAD("DecisionLoad", Unit.COUNT),
  /** Sent without the table's answer. */
  DECISION_FALLBACK("DecisionFallback", Unit.COUNT),
  /** Sent in turn. */
  DECISION_TURN("DecisionTurn", Unit.COUNT),

  /** Requests placed without the table's answer, for whatever reason. */
  DEGRADED_LOOKUPS("DegradedLookups", Unit.COUNT),
  /** Of these: in an environment's first call. */
  DEGRADED_COLD("DegradedCold", Unit.COUNT),
  /** Of these: since DynamoDB throttled. */
  DEGRADED_THROTTLED("DegradedThrottled", Unit.COUNT),
  /** Of these: since the budget ran out. */
  DEGRADED_TIMEOUT("DegradedTimeout", Unit.COUNT),
  /** Of these: since the table is missing or may not be read. */
  DEGRADED_DENIED("DegradedDenied", Unit.COUNT),
  /** Of these: for any other reason. */
  DEGRADED_FAILED("DegradedFailed", Unit.COUNT),

  /** New prefixes claimed. */
  CLAIMS_WON("ClaimsWon", Unit.COUNT),
  /** New prefixes that another router claimed first. */
  CLAIMS_LOST("ClaimsLost", Unit.COUNT),
  /** Claims without an answer. */
  CLAIMS_UNKNOWN("ClaimsUnknown", Unit.COUNT),

  /** Requests whose prompt has no key, or is too short for one. */
  UNKEYED_REQUESTS("UnkeyedRequests", Unit.COUNT),
  /** The busiest candidate's queued prefill and context over the candidates' mean. */
  LOAD_SKEW("LoadSkew", Unit.NONE),

  /** DynamoDB read request units consumed. */
  TABLE_READ_UNITS("TableReadUnits", Unit.COUNT),
  /** DynamoDB write request units consumed. */
  TABLE_WRITE_UNITS("TableWriteUnits", Unit.COUNT),

  /** Background writes that did not get through. */
  LOST_WRITES("LostWrites", Unit.COUNT),
  /** Rows that could not be understood. */
  UNREADABLE_ROWS("UnreadableRows", Unit.COUNT),
  /** Times that SageMaker did not say which targets there are. */
  UNKNOWN_FLEET("UnknownFleet", Unit.COUNT),
  /** Answers of another variant than the chosen one. */
  VARIANT_MISMATCHES("VariantMismatches", Unit.COUNT),
  /** Measurements that were given up. */
  DROPPED_METRICS("DroppedMetrics", Unit.COUNT),
  /** Times that background work was still running when the process had to go on. */
  UNSETTLED_WORK("UnsettledWork", Unit.COUNT),
  /** Requests whose prompts differ early, in a date or an id, from others that they resemble. */
  VOLATILE_PREFIXES("VolatilePrefixes", Unit.COUNT);

  /** CloudWatch's name of what a metric counts. */
  enum Unit {
    PERCENT("Percent"),
    COUNT("Count"),
    MILLISECONDS("Milliseconds"),
    NONE("None");

    private final String published;

    Unit(String published) {
      this.published = published;
    }

    String published() {
      return published;
    }
  }

  private final String published;
  private final Unit unit;

  MetricName(String published, Unit unit) {
    this.published = published;
    this.unit = unit;
  }

  /** The name in CloudWatch. */
  public String published() {
    return published;
  }

  /** The unit as CloudWatch names it. */
  public String unit() {
    return unit.published();
  }
}
