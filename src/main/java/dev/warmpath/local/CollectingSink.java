package dev.warmpath.local;

import java.io.ByteArrayOutputStream;

/** A sink that keeps the answer in memory. Used by one thread. */
final class CollectingSink implements AnswerSink {
  private final ByteArrayOutputStream pieces = new ByteArrayOutputStream();
  private int status;
  private String contentType = "";

  @Override
  public void begin(int answerStatus, String type) {
    status = answerStatus;
    contentType = type;
  }

  @Override
  public void write(byte[] piece) {
    pieces.writeBytes(piece);
  }

  /** All that was written. */
  ContainerAnswer answer() {
    return new ContainerAnswer(status, pieces.toByteArray(), contentType);
  }
}
