package dev.warmpath.sim.workload;

import com.fasterxml.jackson.jr.ob.JSON;
import java.io.IOException;
import java.io.InputStream;
import java.io.PushbackInputStream;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.zip.GZIPInputStream;

/** Reads a file of one JSON object a line, plain or gzipped; blank lines are passed over. */
final class TraceLines {
  private static final int GZIP_HEAD = 0x1F8B;
  private static final int MEGA = 1024 * 1024;

  /** A prompt of a million tokens with its escapes; more is not a line but a file without any. */
  private static final int LONGEST_LINE = 64 * MEGA;

  private TraceLines() {}

  /** What is done with each line. */
  interface Reader {
    /**
     * Takes one line.
     *
     * @throws LineException if it is not what it should be
     */
    void accept(TraceLine line) throws LineException;

    /**
     * Hears of a line that is not what it should be.
     *
     * @throws LineException the complaint itself, if there shall be no further lines
     */
    default void complain(LineException complaint) throws LineException {
      throw complaint;
    }

    /** Whether further lines are of interest. */
    default boolean wantsMore() {
      return true;
    }
  }

  /**
   * Reads a file to its end, or until the reader has enough.
   *
   * @throws LineException if there is no such file, it is empty, or the reader passes a complaint
   *     on: the file is cut off, or a line is no text, not a JSON object, or not to its liking
   */
  static void read(Path file, Reader reader) throws LineException {
    if (!Files.isRegularFile(file)) {
      throw new LineException("there is no file " + file);
    }
    int number = 0;
    boolean empty = true;
    try (InputStream content = open(file)) {
      LineBytes lines = new LineBytes(content, LONGEST_LINE);
      while (reader.wantsMore() && lines.next()) {
        number++;
        if (!lines.isBlank()) {
          empty = false;
          take(file, number, lines, reader);
        }
      }
    } catch (LineException e) {
      throw e;
    } catch (IOException e) {
      empty = false;
      reader.complain(unreadable(file, number, e));
    }
    if (empty) {
      throw new LineException(file + " is empty");
    }
  }

  private static void take(Path file, int number, LineBytes lines, Reader reader)
      throws LineException {
    try {
      if (lines.isTooLong()) {
        throw new LineException(
            file + " line " + number + " is longer than " + LONGEST_LINE / MEGA + " MB");
      }
      reader.accept(parse(file, number, text(file, number, lines)));
    } catch (LineException e) {
      reader.complain(e);
    }
  }

  private static String text(Path file, int number, LineBytes lines) throws LineException {
    try {
      return StandardCharsets.UTF_8.newDecoder().decode(lines.line()).toString();
    } catch (CharacterCodingException e) {
      throw unreadable(file, number - 1, e);
    }
  }

  private static LineException unreadable(Path file, int number, IOException cause) {
    return new LineException(
        "%s cannot be read after line %d: it is cut off, or is neither text nor gzip"
            .formatted(file, number),
        cause);
  }

  private static TraceLine parse(Path file, int number, String line) throws LineException {
    try {
      Map<String, Object> fields = JSON.std.mapFrom(line);
      return new TraceLine(file, number, fields);
    } catch (IOException e) {
      throw new LineException(file + " line " + number + " is not a JSON object", e);
    }
  }

  private static InputStream open(Path file) throws IOException {
    PushbackInputStream in = new PushbackInputStream(Files.newInputStream(file), 2);
    byte[] head = in.readNBytes(2);
    in.unread(head);
    boolean gzip = head.length == 2 && (((head[0] & 0xFF) << 8) | (head[1] & 0xFF)) == GZIP_HEAD;
    return gzip ? new GZIPInputStream(in) : in;
  }
}
