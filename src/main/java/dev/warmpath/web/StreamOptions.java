package dev.warmpath.web;

import java.util.Map;
import java.util.Optional;

/** What a caller may ask of a stream, in the field {@code stream_options}. */
final class StreamOptions {
  /** The field of a request. */
  static final String FIELD = "stream_options";

  /** Its member that asks for a last chunk with the usage. */
  static final String USAGE = "include_usage";

  private StreamOptions() {}

  /**
   * Whether the caller asks for the usage chunk.
   *
   * @throws RequestException 400 if the field has the wrong type, or there is no stream
   */
  static boolean wantsUsage(FieldReader fields, boolean stream) throws RequestException {
    Optional<Object> options = fields.any(FIELD);
    if (options.isEmpty()) {
      return false;
    }
    if (!(options.get() instanceof Map<?, ?>)) {
      throw fields.wrong(FIELD, "an object");
    }
    if (!stream) {
      throw RequestException.badField(
          FIELD, "'stream_options' is allowed only where 'stream' is true");
    }
    return FieldReader.of(options.get(), FIELD).flag(USAGE);
  }
}
