package dev.warmpath.local;

/** The request formats that a local model server knows, each with its own form of answer. */
public enum BodyKind {
  /** OpenAI chat: {@code messages}. */
  CHAT,
  /** OpenAI completions: {@code prompt}. */
  COMPLETION,
  /** OpenAI responses: {@code input}. */
  RESPONSE,
  /** SageMaker's native format: {@code inputs}. */
  NATIVE
}
