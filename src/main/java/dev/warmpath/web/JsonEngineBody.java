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
    this.body = body;
    this.changes = changes(body, engineModel, addsUsage);
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
