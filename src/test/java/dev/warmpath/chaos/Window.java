package dev.warmpath.chaos;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * The figures of one stretch of traffic.
 *
 * @param name what happened in it
 * @param sent requests
 * @param answered whole and right
 * @param failedByStatus errors before the first byte, by HTTP status
 * @param broken answers that ended with an error event
 * @param cut answers, or requests, that ended without a word
 * @param aborted answers that the client left
 * @param wrong complaints about answers that were not right
 * @param promptTokens of the answered
 * @param cachedTokens of the answered
 * @param neededTokens prompt tokens of the answered that were not in the conversation's last
 *     answered prompt
 * @param followed requests that continue an answered one of the same conversation
 * @param kept those of them that the same variant answered
 * @param known those of them whose router knew a holder
 * @param medianMillis half of the answers took at most so long
 * @param millis how long it all took
 */
record Window(
    String name,
    long sent,
    long answered,
    Map<Integer, Long> failedByStatus,
    long broken,
    long cut,
    long aborted,
    List<String> wrong,
    long promptTokens,
    long cachedTokens,
    long neededTokens,
    long followed,
    long kept,
    long known,
    long medianMillis,
    long millis) {

  /** Requests that got an error before the first byte. */
  long failed() {
    return failedByStatus.values().stream().mapToLong(Long::longValue).sum();
  }

  /** Percent of the prompt tokens of answered requests that came out of a cache. */
  double hitPercent() {
    return 100.0 * cachedTokens / Math.max(1, promptTokens);
  }

  /** Percent of the continued requests that the same variant answered. */
  double keptPercent() {
    return 100.0 * kept / Math.max(1, followed);
  }

  /** Percent of the continued requests whose router knew a holder, even if it chose another. */
  double knownPercent() {
    return 100.0 * known / Math.max(1, followed);
  }

  /** The figures for a result file. */
  Map<String, Object> json() {
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("window", name);
    json.put("sent", sent);
    json.put("answered", answered);
    json.put("failedBeforeFirstByte", failed());
    json.put("failedByStatus", failedByStatus);
    json.put("brokenAfterFirstByte", broken);
    json.put("cutWithoutAWord", cut);
    json.put("aborted", aborted);
    json.put("wrong", wrong.size());
    json.put("hitPercent", rounded(hitPercent()));
    json.put("sameOwnerPercent", rounded(keptPercent()));
    json.put("ownerKnownPercent", rounded(knownPercent()));
    json.put("medianMillis", medianMillis);
    json.put("millis", millis);
    return json;
  }

  private static double rounded(double percent) {
    return Math.round(10 * percent) / 10.0;
  }

  /** The figures as cells of a table. */
  String cells() {
    return String.format(
        Locale.ROOT,
        "%s | %d | %d | %s | %d | %d | %d | %d | %.1f %% | %.1f %% | %.1f %% | %d ms | %.1f s",
        name,
        sent,
        answered,
        failedByStatus.isEmpty() ? "0" : failed() + " " + failedByStatus,
        broken,
        cut,
        aborted,
        wrong.size(),
        hitPercent(),
        keptPercent(),
        knownPercent(),
        medianMillis,
        millis / 1000.0);
  }
}
