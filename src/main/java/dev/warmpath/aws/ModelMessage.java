package dev.warmpath.aws;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * What a model's container said when it refused a request, as one sentence for its caller.
 *
 * <p>It may quote the caller's own prompt, so it goes back to the caller and never into a log.
 */
final class ModelMessage {
  private static final int MAX_LENGTH = 1000;

  private static final String NOTHING_SAID = "the model refuses the request";

  private ModelMessage() {}

  /** Reads an error object of OpenAI, vLLM or FastAPI, or plain text. */
  static String of(@Nullable String original) {
    if (original == null || original.isBlank()) {
      return NOTHING_SAID;
    }
    String message = fromJson(original);
    return bounded(message.isBlank() ? original : message);
  }

  /** A text without control characters, cut where it grows too long. */
  static String bounded(String text) {
    String clean = text.strip().replaceAll("\\p{Cntrl}+", " ");
    return clean.length() <= MAX_LENGTH ? clean : clean.substring(0, MAX_LENGTH) + "...";
  }

  private static String fromJson(String text) {
    if (!text.strip().startsWith("{")) {
      return "";
    }
    try {
      JsonObject root = JsonObject.parse(text.getBytes(StandardCharsets.UTF_8));
      return Stream.of(
              root.object("error").text("message"),
              root.text("error"),
              root.text("message"),
              root.text("detail"),
              root.objects("detail").stream()
                  .map(d -> d.text("msg"))
                  .collect(Collectors.joining("; ")))
          .filter(m -> !m.isBlank())
          .findFirst()
          .orElse("");
    } catch (IOException e) {
      // Not JSON after all: the text speaks for itself.
      return "";
    }
  }
}
