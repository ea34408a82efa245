package dev.warmpath.sim.workload;

import java.nio.file.Path;

/** Reads a trace, whichever of the known forms it has. */
public final class TraceReader {
  private TraceReader() {}

  /**
   * Reads a file.
   *
   * @throws LineException if it cannot be read as a trace, with a sentence that names the line
   */
  public static Trace read(Path file) throws LineException {
    BlockTraceReader reader = new BlockTraceReader();
    TraceLines.read(file, reader);
    return reader.trace(String.valueOf(file.getFileName()));
  }
}
