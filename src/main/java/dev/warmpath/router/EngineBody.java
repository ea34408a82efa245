package dev.warmpath.router;

import dev.warmpath.routing.Target;

/** The bytes that one request sends to an engine, which may depend on the target. */
public interface EngineBody {
  /** The bytes for a target; not to be changed by the caller. */
  byte[] bytesFor(Target target);

  /** Their media type. */
  String contentType();
}
