package dev.warmpath.web;

import dev.warmpath.router.RouteReport;
import dev.warmpath.router.port.AnswerSink;
import dev.warmpath.router.port.ClientGoneException;
import java.io.IOException;
import java.util.Map;
import java.util.TreeMap;

/**
 * The router's way to a door: the report becomes headers, and a failing write a caller who left.
 */
final class FrontSink implements AnswerSink {
  private static final int OK = 200;

  private final ReplySink door;

  FrontSink(ReplySink door) {
    this.door = door;
  }

  @Override
  public void begin(String contentType, RouteReport report) throws ClientGoneException {
    Map<String, String> headers = new TreeMap<>(ReportHeaders.of(report));
    headers.put("content-type", contentType);
    try {
      door.start(OK, headers);
    } catch (IOException e) {
      throw new ClientGoneException(e);
    }
  }

  @Override
  public void write(byte[] bytes) throws ClientGoneException {
    try {
      door.write(bytes);
    } catch (IOException e) {
      throw new ClientGoneException(e);
    }
  }
}
