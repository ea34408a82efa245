package dev.warmpath.smoke;

import com.fasterxml.jackson.jr.ob.JSON;
import dev.warmpath.aws.SignedHttp;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

/**
 * Chats through a door, of which those with the same session share their beginning.
 *
 * @param door where to
 * @param model the name by which the deployment's model is asked for
 * @param beginning what the chats of a session share; long enough to be keyed
 * @param sessions names that nobody has used before, so that no cache knows a session's beginning
 */
record Chats(Door door, String model, String beginning, Supplier<String> sessions) {
  private static final String PATH = "/chat/completions";

  /** Asks and returns when the answer begins. */
  SignedHttp.Reply open(Proof proof, String session, String question, int maxTokens, boolean stream)
      throws IOException {
    Map<String, Object> body =
        Map.of(
            "model",
            model,
            "messages",
            List.of(
                Map.of("role", "system", "content", "Session " + session + ". " + beginning),
                Map.of("role", "user", "content", question)),
            "max_tokens",
            maxTokens,
            "stream",
            stream);
    return door.post(PATH, JSON.std.asBytes(body), proof);
  }

  /**
   * Asks for a short answer in one piece.
   *
   * @throws IOException if there is none, in a sentence
   */
  ChatAnswer ask(String session, String question) throws IOException {
    try (SignedHttp.Reply reply = open(Proof.RIGHT, session, question, 16, false)) {
      return ChatAnswer.of(reply);
    }
  }

  /** A name for chats that share their beginning. */
  String newSession() {
    return sessions.get();
  }
}
