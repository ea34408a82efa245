package dev.warmpath.web;

import java.io.ByteArrayOutputStream;
import java.util.HashMap;
import java.util.Map;

/** An answer kept until it is whole, for doors that hand it out in one piece. */
final class CollectedReply implements ReplySink {
  private final ByteArrayOutputStream body = new ByteArrayOutputStream();
  private final Map<String, String> head = new HashMap<>();
  private int status;

  @Override
  public void start(int httpStatus, Map<String, String> headers) {
    status = httpStatus;
    head.putAll(headers);
  }

  @Override
  public void write(byte[] bytes) {
    body.writeBytes(bytes);
  }

  /** What was collected. */
  HttpReply reply() {
    return new HttpReply(status, head, body.toByteArray());
  }
}
