package dev.warmpath.demo;

import java.util.List;

/**
 * Requests that one user sends one after the other, each when the last was answered.
 *
 * @param requests OpenAI chat bodies
 */
record Conversation(List<byte[]> requests) {
  /** Copies the list. */
  Conversation {
    requests = List.copyOf(requests);
  }
}
