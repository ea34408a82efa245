package dev.warmpath.chaos;

import dev.warmpath.local.ExpectedAnswers;
import java.util.SplittableRandom;
import java.util.random.RandomGenerator;

/**
 * A growing chat: instructions that all share, a long first message of its own, and short turns.
 * What the model answers is known beforehand, so every answer can be checked. Used by one thread.
 */
final class Conversation {
  private static final int INSTRUCTION_WORDS = 200;
  private static final int DOCUMENT_WORDS = 3_000;
  private static final int QUESTION_WORDS = 60;
  private static final String[] WORDS = {
    "alpha", "bravo", "delta", "echo", "golf", "hotel", "india", "kilo", "lima", "mike", "oscar"
  };

  private final RandomGenerator random;
  private final StringBuilder messages = new StringBuilder();

  /** Begins a chat; its name stands in its first message, so that no two have the same answers. */
  Conversation(String name) {
    this.random = new SplittableRandom(name.hashCode());
    messages.append(message("system", words(new SplittableRandom(1), INSTRUCTION_WORDS)));
    messages.append(',').append(message("user", name + " " + words(random, DOCUMENT_WORDS)));
  }

  /** The next request. */
  Request request(boolean stream, int outputTokens) {
    String body =
        "{\"model\":\"default\",\"max_tokens\":"
            + outputTokens
            + (stream ? ",\"stream\":true,\"stream_options\":{\"include_usage\":true}" : "")
            + ",\"messages\":["
            + messages
            + "]}";
    return new Request(body, stream, ExpectedAnswers.text(body));
  }

  /** Takes an answer in and asks the next question. */
  void goOn(String answer) {
    messages
        .append(',')
        .append(message("assistant", answer))
        .append(',')
        .append(message("user", words(random, QUESTION_WORDS)));
  }

  /**
   * A request and what a correct answer says.
   *
   * @param body JSON
   * @param stream whether the answer shall come in pieces
   * @param answer the text
   */
  record Request(String body, boolean stream, String answer) {}

  private static String message(String role, String content) {
    return "{\"role\":\"" + role + "\",\"content\":\"" + content + "\"}";
  }

  private static String words(RandomGenerator random, int count) {
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < count; i++) {
      text.append(WORDS[random.nextInt(WORDS.length)]).append(' ');
    }
    return text.toString();
  }
}
