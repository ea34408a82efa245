package dev.warmpath.lambda;

import java.nio.charset.StandardCharsets;
import java.util.Map;

/** Writes the first part of HTTP/1.1 requests. */
final class HttpRequestHead {
  private HttpRequestHead() {}

  /**
   * Request line and headers, with the empty line that ends them.
   *
   * @throws IllegalArgumentException if a part would end a line
   */
  static byte[] bytes(String method, ApiAddress host, String path, Map<String, String> headers) {
    StringBuilder head = new StringBuilder();
    head.append(method).append(' ').append(path).append(" HTTP/1.1\r\n");
    head.append("Host: ").append(host).append("\r\n");
    headers.forEach((name, value) -> head.append(name).append(": ").append(value).append("\r\n"));
    head.append("\r\n");
    if (head.chars().filter(c -> c < ' ').count() != 2 * (3L + headers.size())) {
      throw new IllegalArgumentException("a request's head must not hold control characters");
    }
    return head.toString().getBytes(StandardCharsets.ISO_8859_1);
  }
}
