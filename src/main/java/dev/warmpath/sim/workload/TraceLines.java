package dev.warmpath.sim.workload;

import com.fasterxml.jackson.jr.ob.JSON;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.PushbackInputStream;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.zip.GZIPInputStream;

/** Reads a file of one JSON object a line, plain or gzipped; blank lines are passed over. */
final class TraceLines {
  private static final int GZIP_HEAD = 0x1F8B;

  private TraceLines() {}

  /** What is done with each line. */
  interface Reader {
    /**
     * Takes one line.
     *
     * @throws LineException if it is not what it should be
     */
    void accept(TraceLine line) throws LineException;
  }

  /**
   * Reads a file to its end.
   *
   * @throws LineException if there is no such file, it is empty, cut off, not text, or a line is
   *     not a JSON object or not to the reader's liking
   */
  static void read(Path file, Reader reader) throws LineException {
    if (!Files.isRegularFile(file)) {
      throw new LineException("there is no file " + file);
    }
    int number = 0;
    boolean empty = true;
    try (BufferedReader lines = open(file)) {
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        number++;
        if (!line.isBlank()) {
          empty = false;
          reader.accept(parse(file, number, line));
        }
      }
    } catch (LineException e) {
      throw e;
    } catch (IOException e) {
      throw new LineException(
          "%s cannot be read after line %d: it is cut off, or is neither text nor gzip"
              .formatted(file, number),
          e);
    }
    if (empty) {
      throw new LineException(file + " is empty");
    }
  }

  private static TraceLine parse(Path file, int number, String line) throws LineException {
    try {
      Map<String, Object> fields = JSON.std.mapFrom(line);
      return new TraceLine(file, number, fields);
    } catch (IOException e) {
      throw new LineException(file + " line " + number + " is not a JSON object", e);
    }
  }

  private static BufferedReader open(Path file) throws IOException {
    PushbackInputStream in = new PushbackInputStream(Files.newInputStream(file), 2);
    byte[] head = in.readNBytes(2);
    in.unread(head);
    boolean gzip = head.length == 2 && (((head[0] & 0xFF) << 8) | (head[1] & 0xFF)) == GZIP_HEAD;
    InputStream content = gzip ? new GZIPInputStream(in) : in;
    CharsetDecoder strict =
        StandardCharsets.UTF_8
            .newDecoder()
            .onMalformedInput(CodingErrorAction.REPORT)
            .onUnmappableCharacter(CodingErrorAction.REPORT);
    return new BufferedReader(new InputStreamReader(content, strict));
  }
}
