package dev.warmpath.local;

import dev.warmpath.engine.EngineProfile;
import java.nio.charset.StandardCharsets;

/** What a local engine says to a request: its words follow from the prompt alone. */
public final class ExpectedAnswers {
  private ExpectedAnswers() {}

  /** The whole text of the answer to a request in JSON. */
  public static String text(String body) {
    try {
      LocalRequest request =
          LocalRequest.read(
              body.getBytes(StandardCharsets.UTF_8),
              "application/json",
              new LocalTokenizer(EngineProfile.BLOCK_TOKENS));
      return FillerText.words(request.prompt().fingerprint(), request.outputTokens());
    } catch (RefusedBodyException e) {
      throw new IllegalArgumentException("the request must be one that an engine takes", e);
    }
  }
}
