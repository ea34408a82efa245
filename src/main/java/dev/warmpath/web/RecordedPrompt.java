package dev.warmpath.web;

import dev.warmpath.prompt.Prompt;
import java.io.IOException;
import java.util.Map;

/** The prompt of a request that was recorded in a log, read as the router would have read it. */
public final class RecordedPrompt {
  private RecordedPrompt() {}

  /**
   * Reads a prompt; one without segments if the body has none that is known.
   *
   * @param body the fields of a JSON body of any kind that the router takes
   * @throws IOException if a field of the prompt has the wrong type, with a sentence that names it
   */
  public static Prompt of(Map<String, Object> body) throws IOException {
    try {
      return PromptReader.read(body, "default", "");
    } catch (RequestException e) {
      throw new IOException(e.getMessage(), e);
    }
  }
}
