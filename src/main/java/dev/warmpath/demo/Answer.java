package dev.warmpath.demo;

import com.fasterxml.jackson.jr.ob.JSON;
import java.io.IOException;
import java.util.Map;

/**
 * What the demo reads off one answer.
 *
 * @param promptTokens the prompt's tokens
 * @param cachedTokens those found in the cache
 * @param decodeSeconds time from the first token to the last, as the local engine reports it
 */
record Answer(long promptTokens, long cachedTokens, double decodeSeconds) {
  /** Reads an answer of a local engine. */
  static Answer of(byte[] body) throws IOException {
    Map<String, Object> answer = JSON.std.mapFrom(body);
    if (answer.get("usage") instanceof Map<?, ?> usage
        && usage.get("prompt_tokens_details") instanceof Map<?, ?> details
        && answer.get("timings") instanceof Map<?, ?> timings) {
      return new Answer(
          number(usage, "prompt_tokens").longValue(),
          number(details, "cached_tokens").longValue(),
          number(timings, "decode_ms").doubleValue() / 1000);
    }
    throw new IOException("the answer has no usage and timings of a local engine");
  }

  private static Number number(Map<?, ?> object, String name) throws IOException {
    if (object.get(name) instanceof Number number) {
      return number;
    }
    throw new IOException("the answer has no number '" + name + "'");
  }
}
