package dev.warmpath.report;

import com.fasterxml.jackson.jr.ob.JSON;
import java.io.IOException;
import java.io.UncheckedIOException;

/** Results as JSON that people can read. */
public final class JsonText {
  private static final JSON WRITER = JSON.std.with(JSON.Feature.PRETTY_PRINT_OUTPUT);

  private JsonText() {}

  /** Any maps, lists and beans as JSON, with a line break at the end. */
  public static String of(Object value) {
    try {
      return WRITER.asString(value) + "\n";
    } catch (IOException e) {
      throw new UncheckedIOException("memory cannot break", e);
    }
  }

  /** Ten-thousandths: beyond them every figure here is noise. */
  public static double rounded(double value) {
    return Math.round(value * 10_000) / 10_000.0;
  }
}
