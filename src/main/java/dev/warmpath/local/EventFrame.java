package dev.warmpath.local;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.zip.CRC32;

/**
 * A message of the format that AWS calls event stream ({@code application/vnd.amazon.eventstream}).
 */
final class EventFrame {
  /*
   *   length of all (4) | length of headers (4) | CRC-32 of these two (4)
   *   headers: length of name (1) | name | 7 for a string (1) | length of value (2) | value
   *   payload | CRC-32 of everything before it (4)
   */
  private static final int PRELUDE_BYTES = 12;
  private static final int CHECKSUM_BYTES = 4;
  private static final int HEADER_OVERHEAD_BYTES = 4;
  private static final byte STRING = 7;

  private EventFrame() {}

  /**
   * A message's bytes.
   *
   * @param headers names of at most 255 bytes and string values, sent in the map's order
   * @param payload what it carries
   */
  static byte[] of(Map<String, String> headers, byte[] payload) {
    int headerBytes =
        headers.entrySet().stream()
            .mapToInt(
                h -> HEADER_OVERHEAD_BYTES + utf8(h.getKey()).length + utf8(h.getValue()).length)
            .sum();
    int total = PRELUDE_BYTES + headerBytes + payload.length + CHECKSUM_BYTES;
    byte[] bytes = new byte[total];
    ByteBuffer frame = ByteBuffer.wrap(bytes).putInt(total).putInt(headerBytes);
    putChecksum(frame);
    headers.forEach((name, value) -> putHeader(frame, utf8(name), utf8(value)));
    frame.put(payload);
    putChecksum(frame);
    return bytes;
  }

  private static void putHeader(ByteBuffer frame, byte[] name, byte[] value) {
    frame.put((byte) name.length).put(name).put(STRING);
    frame.putShort((short) value.length).put(value);
  }

  private static void putChecksum(ByteBuffer frame) {
    CRC32 checksum = new CRC32();
    checksum.update(frame.duplicate().flip());
    frame.putInt((int) checksum.getValue());
  }

  private static byte[] utf8(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }
}
