package dev.warmpath.web;

import dev.warmpath.prompt.Anchor;
import dev.warmpath.prompt.PrefixHash;
import dev.warmpath.router.Explanation;
import dev.warmpath.routing.Candidate;
import dev.warmpath.routing.Findings.AnchorFinding;
import dev.warmpath.routing.Findings.LeftOut;
import dev.warmpath.routing.Findings.OwnerFinding;
import dev.warmpath.routing.RoutingDecision.Claim;
import dev.warmpath.routing.RoutingDecision.NoTarget;
import dev.warmpath.routing.RoutingDecision.Routed;
import dev.warmpath.routing.RoutingDecision.Shed;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** An explanation as JSON: depths, names and numbers, and of hashes only the beginning. */
final class ExplanationJson {
  private static final int HASH_DIGITS = 12;

  private ExplanationJson() {}

  /**
   * An explanation's answer.
   *
   * @param model the model that the body asks for
   */
  static HttpReply of(Explanation explanation, String model) {
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("object", "warmpath.route");
    json.put("model", model);
    json.put("mode", ReportHeaders.word(explanation.mode()));
    switch (explanation.decision()) {
      case NoTarget() -> json.put("decision", "none");
      case Shed(var _) -> json.put("decision", "shed");
      case Routed routed -> {
        json.put("decision", ReportHeaders.word(routed.reason()));
        json.put("target", routed.target().id().value());
      }
    }
    json.put("reason", ReasonText.of(explanation));
    explanation.degradation().ifPresent(why -> json.put("degraded", ReportHeaders.word(why)));
    json.put("tokens", tokens(explanation));
    json.put("pool", explanation.chain().pool());
    json.put("anchors", explanation.findings().anchors().stream().map(a -> anchor(a)).toList());
    json.put("candidates", candidates(explanation));
    json.put(
        "left_out", explanation.findings().leftOut().stream().map(ExplanationJson::of).toList());
    claim(explanation).ifPresent(claim -> json.put("claim", claim));
    return HttpReply.ofJson(JsonText.ordered(json));
  }

  private static Map<String, Object> tokens(Explanation explanation) {
    Map<String, Object> tokens = new LinkedHashMap<>();
    tokens.put("prompt", explanation.promptTokens());
    if (explanation.decision() instanceof Routed routed) {
      tokens.put("available", routed.availableTokens());
      tokens.put("routed", routed.routedTokens());
    }
    return tokens;
  }

  private static Map<String, Object> anchor(AnchorFinding finding) {
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("depth_bytes", finding.anchor().depthBytes());
    json.put("tokens", finding.tokens());
    json.put("hash", shortened(finding.anchor().hash()));
    json.put("owners", finding.owners().stream().map(ExplanationJson::of).toList());
    return json;
  }

  private static Map<String, Object> of(OwnerFinding finding) {
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("target", finding.owner().target().value());
    json.put("standing", ReportHeaders.word(finding.standing()));
    json.put("tokens", finding.tokens());
    json.put("distance_tokens", finding.distanceTokens());
    json.put("capacity_tokens", finding.capacityTokens());
    json.put("confirmed", finding.owner().confirmed());
    json.put("last_use", finding.owner().lastUse().toString());
    return json;
  }

  private static List<Map<String, Object>> candidates(Explanation explanation) {
    return explanation.decision() instanceof Routed routed
        ? routed.candidates().stream().map(ExplanationJson::of).toList()
        : List.of();
  }

  private static Map<String, Object> of(Candidate candidate) {
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("target", candidate.target().id().value());
    json.put("matched_tokens", candidate.matchedTokens());
    json.put("queued_prefill_tokens", Math.round(candidate.load().queuedPrefillTokens()));
    json.put("sequences", candidate.load().sequences());
    json.put("context_tokens", candidate.load().contextTokens());
    json.put("cost", candidate.cost());
    return json;
  }

  private static Map<String, Object> of(LeftOut leftOut) {
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("target", leftOut.target().id().value());
    json.put("why", leftOut.draining() ? "draining" : "failing");
    return json;
  }

  private static Optional<Map<String, Object>> claim(Explanation explanation) {
    return explanation.decision() instanceof Routed routed
        ? routed.claim().map(claim -> of(claim, routed))
        : Optional.empty();
  }

  private static Map<String, Object> of(Claim claim, Routed routed) {
    Anchor anchor = claim.anchor();
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("target", routed.target().id().value());
    json.put("depth_bytes", anchor.depthBytes());
    json.put("hash", shortened(anchor.hash()));
    json.put("expected_version", claim.expectedVersion());
    return json;
  }

  private static String shortened(PrefixHash hash) {
    return hash.hex().substring(0, HASH_DIGITS);
  }
}
