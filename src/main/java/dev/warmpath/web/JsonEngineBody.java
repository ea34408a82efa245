package dev.warmpath.web;

import dev.warmpath.router.EngineBody;
import dev.warmpath.routing.Target;
import java.util.List;

/**
 * A JSON body for engines: the caller's own bytes with the engine's model name.
 *
 * <p>A target inside which SageMaker routes by the first bytes gets the fields in a fixed order,
 * shared ones first.
 */
final class JsonEngineBody implements EngineBody {
  private static final List<String> SHARED_FIRST =
      List.of("tools", "instructions", "messages", "prompt", "input", "inputs");

  private final JsonBody body;
  private final String engineModel;

  JsonEngineBody(JsonBody body, String engineModel) {
    this.body = body;
    this.engineModel = engineModel;
  }

  @Override
  public byte[] bytesFor(Target target) {
    byte[] named =
        body.values().containsKey("model")
            ? body.with("model", JsonText.quote(engineModel))
            : body.asSent();
    return target.prefixAware() ? reordered(named) : named;
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
