package dev.warmpath.aws;

import software.amazon.awssdk.services.sagemakerruntime.model.InvokeEndpointWithResponseStreamResponse;

/** What the SDK reports of an answer in pieces. */
sealed interface StreamSignal {
  /**
   * The head of the answer.
   *
   * @param response its members
   */
  record Head(InvokeEndpointWithResponseStreamResponse response) implements StreamSignal {}

  /**
   * Bytes of the answer.
   *
   * @param bytes at least one
   */
  // Arrays are compared by nobody here.
  @SuppressWarnings("ArrayRecordComponent")
  record Part(byte[] bytes) implements StreamSignal {
    /** Leaves the bytes out: they hold a completion. */
    @Override
    public String toString() {
      return "Part[" + bytes.length + " bytes]";
    }
  }

  /** The answer is over. */
  record Complete() implements StreamSignal {}

  /**
   * The answer broke off.
   *
   * @param cause what the SDK threw
   */
  record Failure(Throwable cause) implements StreamSignal {}
}
