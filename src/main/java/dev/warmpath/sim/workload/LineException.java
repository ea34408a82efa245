package dev.warmpath.sim.workload;

import java.io.IOException;

/** A file that cannot be read as a trace; the message is a sentence that names file and line. */
public final class LineException extends IOException {
  private static final long serialVersionUID = 1;

  LineException(String message, Throwable cause) {
    super(message, cause);
  }

  LineException(String message) {
    super(message);
  }
}
