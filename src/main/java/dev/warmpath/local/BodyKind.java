package dev.warmpath.local;

/** The request formats that a local model server knows, each with its own form of answer. */
public enum BodyKind {
  /** OpenAI chat: {@code messages}. */
  CHAT,
  /** OpenAI completions: {@code prompt}. */
  COMPLETION,
  /**
   * OpenAI responses: {@code input} with one of {@code instructions}, {@code tools} or {@code
   * max_output_tokens}, or a list of messages.
   */
  RESPONSE,
  /** OpenAI embeddings: any other {@code input}. A body does not say which path it came by. */
  EMBEDDING,
  /** SageMaker's native format: {@code inputs}. */
  NATIVE
}
