package dev.warmpath.smoke;

import com.fasterxml.jackson.jr.ob.JSON;
import dev.warmpath.aws.SignedHttp;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * An answer in one piece.
 *
 * @param hasText whether the model has written something
 * @param variant who answered; empty if it is not told
 * @param decision why that variant; empty if it is not told
 * @param degraded why the table did not help; empty if it did
 */
record ChatAnswer(boolean hasText, String variant, String decision, String degraded) {
  private static final int LONGEST_QUOTE = 300;

  /**
   * Reads an answer to its end.
   *
   * @throws IOException if it is an error or no chat's answer, in a sentence
   */
  static ChatAnswer of(SignedHttp.Reply reply) throws IOException {
    byte[] body = reply.body().readAllBytes();
    if (reply.status() != 200) {
      throw new IOException(refusal(reply.status(), body));
    }
    return new ChatAnswer(
        hasText(JSON.std.mapFrom(body)),
        reply.header("x-warmpath-variant"),
        reply.header("x-warmpath-decision"),
        reply.header("x-warmpath-degraded"));
  }

  /** A status with what the other side said of it. */
  static String refusal(int status, byte[] body) {
    String said = "";
    try {
      Map<String, Object> error = JSON.std.mapFrom(body);
      said = error.get("error") instanceof Map<?, ?> object ? text(object) : text(error);
    } catch (IOException e) {
      // Some proxy's page: the status has to do.
    }
    return "HTTP status " + status + (said.isEmpty() ? "" : ": " + said);
  }

  private static String text(Map<?, ?> error) {
    String said = error.get("message") instanceof String message ? message.strip() : "";
    return said.substring(0, Math.min(said.length(), LONGEST_QUOTE));
  }

  private static boolean hasText(Map<String, Object> answer) {
    return first(answer.get("choices")) instanceof Map<?, ?> choice
        && choice.get("message") instanceof Map<?, ?> message
        && isText(message);
  }

  /** Models that reason may have used up their tokens before their first word. */
  private static boolean isText(Map<?, ?> message) {
    return isText(message.get("content")) || isText(message.get("reasoning_content"));
  }

  private static boolean isText(@Nullable Object value) {
    return value instanceof String text && !text.isBlank();
  }

  private static @Nullable Object first(@Nullable Object list) {
    return list instanceof List<?> items && !items.isEmpty() ? items.getFirst() : null;
  }
}
