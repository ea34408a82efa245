package dev.warmpath.lambda;

import com.fasterxml.jackson.jr.ob.JSON;
import dev.warmpath.bootstrap.SettingsException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A failure as Lambda wants it reported.
 *
 * @param type what kind, such as {@code Function.IllegalStateException}
 * @param message a sentence that quotes no prompt
 */
record FunctionError(String type, String message) {
  /** What Lambda calls this format. */
  static final String CONTENT_TYPE = "application/vnd.aws.lambda.error+json";

  /** A failure of the function's own code; only its class is told, a message might quote. */
  static FunctionError of(Throwable thrown) {
    String name = thrown.getClass().getSimpleName();
    // The configuration's faults are written for who deploys, and leave secrets out.
    String message =
        thrown instanceof SettingsException
            ? String.valueOf(thrown.getMessage())
            : "the function failed with " + thrown.getClass().getName();
    return new FunctionError("Function." + (name.isEmpty() ? "Unknown" : name), message);
  }

  /** The report. */
  byte[] json() {
    Map<String, Object> fields = new LinkedHashMap<>();
    fields.put("errorMessage", message);
    fields.put("errorType", type);
    fields.put("stackTrace", List.of());
    try {
      return JSON.std.asString(fields).getBytes(StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException("strings must be writable as JSON", e);
    }
  }
}
