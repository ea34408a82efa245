package dev.warmpath.page;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.jr.ob.JSON;
import com.sun.net.httpserver.Headers;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpHandler;
import dev.warmpath.demo.SampleTraffic;
import java.io.IOException;
import java.io.InputStream;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;

/**
 * The page of a local tier, over HTTP on 127.0.0.1: its files, what it shows, and the button that
 * sends sample traffic. Safe for any number of threads.
 */
public final class LocalPage implements HttpHandler {
  /** Below which path it answers; the page itself is at {@code /} too. */
  public static final String PATH = "/warmpath/page";

  /** A header that no page of another site can make a browser send. */
  static final String FROM_PAGE = "x-warmpath-page";

  /*
   * Nothing is fetched from elsewhere and nothing runs that is not in these files, even if somebody
   * found a way to put a script into a name.
   */
  private static final String CONTENT_SECURITY_POLICY =
      "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self';"
          + " img-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

  /** The names that lead here; another one in the browser belongs to somebody else's site. */
  private static final Set<String> HOSTS = Set.of("127.0.0.1", "localhost");

  private static final Map<String, String> TYPES =
      Map.of(
          "html", "text/html; charset=utf-8",
          "css", "text/css; charset=utf-8",
          "js", "text/javascript; charset=utf-8",
          "svg", "image/svg+xml");

  private final PageState state;

  /** Makes a page. */
  public LocalPage(PageState state) {
    this.state = state;
  }

  @Override
  public void handle(HttpExchange exchange) throws IOException {
    try (exchange) {
      if (!isOurs(exchange)) {
        send(exchange, 403, "text/plain", "this page is for 127.0.0.1 only\n".getBytes(UTF_8));
        return;
      }
      switch (exchange.getRequestMethod() + " " + exchange.getRequestURI().getRawPath()) {
        case "GET /", "GET " + PATH -> file(exchange, "index.html");
        case "GET " + PATH + "/page.css" -> file(exchange, "page.css");
        case "GET " + PATH + "/page.js" -> file(exchange, "page.js");
        case "GET " + PATH + "/icon.svg" -> file(exchange, "icon.svg");
        case "GET " + PATH + "/state" -> json(exchange, 200, state.json());
        case "POST " + PATH + "/sample" -> startSample(exchange);
        default -> json(exchange, 404, Map.of("error", "there is nothing here"));
      }
    }
  }

  /** A site whose name was made to lead here must read nothing. */
  private static boolean isOurs(HttpExchange exchange) {
    String host = Optional.ofNullable(exchange.getRequestHeaders().getFirst("Host")).orElse("");
    return HOSTS.contains(host.replaceFirst(":\\d+$", ""));
  }

  private void startSample(HttpExchange exchange) throws IOException {
    Optional<SampleTraffic> sample = state.sample();
    if (exchange.getRequestHeaders().getFirst(FROM_PAGE) == null) {
      json(exchange, 403, Map.of("error", "the header " + FROM_PAGE + " is missing"));
    } else if (sample.isEmpty()) {
      json(exchange, 409, Map.of("error", "this tier takes no sample traffic"));
    } else {
      json(exchange, 200, Map.of("started", sample.get().start()));
    }
  }

  private static void file(HttpExchange exchange, String name) throws IOException {
    try (InputStream in = LocalPage.class.getResourceAsStream(name)) {
      byte[] content =
          Objects.requireNonNull(in, () -> name + " stands beside this class").readAllBytes();
      String type =
          Objects.requireNonNull(
              TYPES.get(name.substring(name.lastIndexOf('.') + 1)), "every file has a type");
      send(exchange, 200, type, content);
    }
  }

  private static void json(HttpExchange exchange, int status, Map<String, Object> json)
      throws IOException {
    send(exchange, status, "application/json", JSON.std.asBytes(json));
  }

  private static void send(HttpExchange exchange, int status, String type, byte[] body)
      throws IOException {
    Headers headers = exchange.getResponseHeaders();
    headers.set("Content-Type", type);
    headers.set("Content-Security-Policy", CONTENT_SECURITY_POLICY);
    headers.set("X-Content-Type-Options", "nosniff");
    headers.set("Referrer-Policy", "no-referrer");
    headers.set("Cache-Control", "no-store");
    exchange.sendResponseHeaders(status, body.length);
    exchange.getResponseBody().write(body);
  }
}
