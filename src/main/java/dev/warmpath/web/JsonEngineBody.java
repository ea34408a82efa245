package dev.warmpath.web;

import dev.warmpath.router.EngineBody;
import dev.warmpath.routing.Target;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * A JSON body for engines: the caller's own bytes with the engine's model name, and with the usage
 * of streams asked for.
 *
 * <p>A target inside which SageMaker routes by the first bytes gets the fields in a fixed order,
 * shared ones first.
 */
final class JsonEngineBody implements EngineBody {
  private static final List<String> SHARED_FIRST =
      List.of("tools", "instructions", "messages", "prompt", "input", "inputs");

  /** The fields of a prompt in OpenAI's requests. */
  private static final List<String> OPEN_AI_PROMPTS = List.of("messages", "prompt", "input");

  private final JsonBody body;
  private final Map<String, String> changes;

  /**
   * Makes a body.
   *
   * @param body what the caller sent
   * @param engineModel the model name that engines know
   * @param addsUsage whether engines shall report the usage of a stream
   */
  JsonEngineBody(JsonBody body, String engineModel, boolean addsUsage) {
    this(body, changes(body, engineModel, addsUsage));
  }

  private JsonEngineBody(JsonBody body, Map<String, String> changes) {
    this.body = body;
    this.changes = changes;
  }

  /**
   * The same body with a cache salt in place of the caller's. A body of a shape that has no such
   * field stays as it is.
   */
  JsonEngineBody withCacheSalt(String salt) {
    if (OPEN_AI_PROMPTS.stream().noneMatch(body.values()::containsKey)) {
      return this;
    }
    Map<String, String> more = new HashMap<>(changes);
    more.put("cache_salt", JsonText.quote(salt));
    return new JsonEngineBody(body, Map.copyOf(more));
  }

  @Override
  public byte[] bytesFor(Target target) {
    byte[] changed = changes.isEmpty() ? body.asSent() : body.with(changes);
    return target.prefixAware() ? reordered(changed) : changed;
  }

  private static Map<String, String> changes(JsonBody body, String model, boolean addsUsage) {
    Map<String, String> changes = new HashMap<>();
    if (body.values().containsKey("model")) {
      changes.put("model", JsonText.quote(model));
    }
    if (addsUsage) {
      changes.put(
          StreamOptions.FIELD, body.merged(StreamOptions.FIELD, StreamOptions.USAGE, "true"));
    }
    return Map.copyOf(changes);
  }

  @Override
  public String contentType() {
    return "application/json";
  }

  private static byte[] reordered(byte[] json) {
    try {
      return JsonBody.read(json).ordered(SHARED_FIRST);
    } catch (RequestException e) {
      throw new IllegalStateException("a body that was read must be readable again", e);
    }
  }
}
