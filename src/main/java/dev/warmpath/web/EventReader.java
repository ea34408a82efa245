package dev.warmpath.web;

import java.util.List;

/**
 * Cuts a stream into events, wherever the pieces were cut in which it arrives; confined to one
 * request.
 *
 * <p>Keeps one unfinished event of at most {@link #MAX_EVENT_BYTES}; of a stream with a longer one
 * nothing more is read.
 */
sealed interface EventReader permits SseReader, JsonLinesReader, SniffingReader {
  /** The longest event: a token has some hundred bytes, a whole answer seldom a megabyte. */
  int MAX_EVENT_BYTES = 8 * 1024 * 1024;

  /** Takes in bytes and returns the events that they complete. */
  List<SseEvent> accept(byte[] bytes);

  /** Takes note of the end and returns what lacked only its last line break. */
  List<SseEvent> end();

  /** Whether an event was longer than the bound. */
  boolean isTooLong();
}
