package dev.warmpath.sim.workload;

import java.nio.file.Path;
import java.util.Optional;

/** Reads a trace, whichever of the known forms its first line has. */
public final class TraceReader {
  private TraceReader() {}

  /** A form that traces have. */
  interface Form extends TraceLines.Reader {
    /**
     * What was read.
     *
     * @param name the file's name
     * @throws LineException if the lines make no trace together
     */
    Trace trace(String name) throws LineException;
  }

  /**
   * Reads a file.
   *
   * @throws LineException if it cannot be read as a trace, with a sentence that names the line
   */
  public static Trace read(Path file) throws LineException {
    FirstLineDecides reader = new FirstLineDecides();
    TraceLines.read(file, reader);
    return reader.form.orElseThrow().trace(String.valueOf(file.getFileName()));
  }

  private static final class FirstLineDecides implements TraceLines.Reader {
    private Optional<Form> form = Optional.empty();

    @Override
    public void accept(TraceLine line) throws LineException {
      if (form.isEmpty()) {
        form = Optional.of(formOf(line));
      }
      form.get().accept(line);
    }

    private static Form formOf(TraceLine line) throws LineException {
      if (line.has("hash_ids")) {
        return new BlockTraceReader();
      }
      if (RequestLogReader.fits(line)) {
        return new RequestLogReader();
      }
      if (line.has("messages")) {
        return new ConversationReader();
      }
      throw line.wrong(
          "has neither 'hash_ids' (a trace of blocks), nor 'model' (OpenAI requests), nor"
              + " 'messages' (whole conversations)");
    }
  }
}
