package dev.warmpath.smoke;

import dev.warmpath.smoke.Finding.Failed;
import dev.warmpath.smoke.Finding.Passed;
import java.io.IOException;

/**
 * Who shows the right thing gets an answer in one piece.
 *
 * @param chats through the door
 */
record AnswerCheck(Chats chats) implements Check {
  @Override
  public String name() {
    return "answer";
  }

  @Override
  public Finding look() throws IOException {
    ChatAnswer answer = chats.ask(chats.newSession(), "Say hello.");
    if (!answer.hasText()) {
      return new Failed(
          "the answer has no text", "ask the endpoint itself what it makes of a chat");
    }
    return answer.variant().isEmpty()
        ? new Failed(
            "the answer has no header x-warmpath-variant", "see what else answers at this URL")
        : new Passed("comes from " + answer.variant() + " (" + answer.decision() + ")");
  }
}
