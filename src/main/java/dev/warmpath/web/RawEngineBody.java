package dev.warmpath.web;

import dev.warmpath.router.EngineBody;
import dev.warmpath.routing.Target;

/** A body that is no JSON: sent as it came. */
// Arrays are compared by nobody here.
@SuppressWarnings("ArrayRecordComponent")
record RawEngineBody(byte[] bytes, String contentType) implements EngineBody {
  @Override
  public byte[] bytesFor(Target target) {
    return bytes;
  }

  /** Leaves the bytes out: they hold a prompt. */
  @Override
  public String toString() {
    return "RawEngineBody[" + bytes.length + " bytes, " + contentType + "]";
  }
}
