package dev.warmpath.cli;

import com.sun.net.httpserver.Headers;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * Stands in for API Gateway in front of a local tier: lets in who signs (SigV4), or who has a key.
 *
 * <p>Signatures are computed by AWS's documentation, without the SDK.
 */
final class SigningDoor implements AutoCloseable {
  /** Of whoever may get in. */
  static final String SECRET = "local";

  /** Opens a keyed door. */
  static final String KEY = "the key of a test";

  private static final Pattern AUTHORIZATION =
      Pattern.compile(
          "AWS4-HMAC-SHA256 Credential=[^/]+/(\\d+)/([^/]+)/execute-api/aws4_request,"
              + " ?SignedHeaders=([^,]+), ?Signature=([0-9a-f]{64})");

  private final HttpServer server;
  private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
  private final HttpClient client = HttpClient.newHttpClient();
  private final URI tier;
  private final Kind kind;

  /** What a door does. */
  enum Kind {
    /** Lets in who signs. */
    SIGNED,
    /** Lets in who has the key in a header of its own. */
    KEYED,
    /** Lets in who has the key as a bearer. */
    BEARING,
    /** Lets everybody in. */
    OPEN,
    /** Lets in who signs, and hands answers out when they are whole. */
    BUFFERED
  }

  SigningDoor(URI tier, Kind kind) throws IOException {
    this.tier = tier;
    this.kind = kind;
    this.server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.setExecutor(threads);
    server.createContext("/", this::handle);
    server.start();
  }

  URI uri() {
    return URI.create("http://127.0.0.1:" + server.getAddress().getPort());
  }

  @Override
  public void close() {
    server.stop(0);
    threads.shutdownNow();
    client.close();
  }

  private void handle(HttpExchange exchange) throws IOException {
    try (exchange) {
      byte[] body = exchange.getRequestBody().readAllBytes();
      if (isLetIn(exchange, body)) {
        forward(exchange, body);
      } else {
        byte[] refusal = "{\"message\":\"Forbidden\"}".getBytes(StandardCharsets.UTF_8);
        exchange.sendResponseHeaders(403, refusal.length);
        exchange.getResponseBody().write(refusal);
      }
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("every Java platform must offer HMAC-SHA256", e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private boolean isLetIn(HttpExchange exchange, byte[] body) throws GeneralSecurityException {
    return switch (kind) {
      case OPEN -> true;
      case KEYED -> KEY.equals(exchange.getRequestHeaders().getFirst("x-api-key"));
      case BEARING ->
          ("Bearer " + KEY).equals(exchange.getRequestHeaders().getFirst("Authorization"));
      case SIGNED, BUFFERED -> isSigned(exchange, body);
    };
  }

  private static boolean isSigned(HttpExchange exchange, byte[] body)
      throws GeneralSecurityException {
    Headers headers = exchange.getRequestHeaders();
    Matcher told = AUTHORIZATION.matcher(String.valueOf(headers.getFirst("Authorization")));
    if (!told.matches()) {
      return false;
    }
    String day = told.group(1);
    String region = told.group(2);
    List<String> names = Arrays.asList(told.group(3).split(";"));
    String canonical =
        exchange.getRequestMethod()
            + "\n"
            + exchange.getRequestURI().getRawPath()
            + "\n\n"
            + names.stream()
                .map(name -> name + ":" + String.valueOf(headers.getFirst(name)).strip() + "\n")
                .collect(Collectors.joining())
            + "\n"
            + told.group(3)
            + "\n"
            + hash(body);
    String scope = day + "/" + region + "/execute-api/aws4_request";
    String toSign =
        "AWS4-HMAC-SHA256\n"
            + headers.getFirst("X-Amz-Date")
            + "\n"
            + scope
            + "\n"
            + hash(canonical.getBytes(StandardCharsets.UTF_8));
    byte[] key = ("AWS4" + SECRET).getBytes(StandardCharsets.UTF_8);
    for (String part : List.of(day, region, "execute-api", "aws4_request")) {
      key = hmac(key, part);
    }
    return HexFormat.of().formatHex(hmac(key, toSign)).equals(told.group(4))
        && names.containsAll(List.of("host", "x-amz-date"));
  }

  private static String hash(byte[] bytes) throws GeneralSecurityException {
    return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(bytes));
  }

  private static byte[] hmac(byte[] key, String text) throws GeneralSecurityException {
    Mac mac = Mac.getInstance("HmacSHA256");
    mac.init(new SecretKeySpec(key, "HmacSHA256"));
    return mac.doFinal(text.getBytes(StandardCharsets.UTF_8));
  }

  private void forward(HttpExchange exchange, byte[] body)
      throws IOException, InterruptedException {
    HttpResponse<InputStream> answer =
        client.send(
            HttpRequest.newBuilder(tier.resolve(exchange.getRequestURI().getRawPath()))
                .header("Content-Type", "application/json")
                .POST(HttpRequest.BodyPublishers.ofByteArray(body))
                .build(),
            HttpResponse.BodyHandlers.ofInputStream());
    for (Map.Entry<String, List<String>> header : answer.headers().map().entrySet()) {
      if (header.getKey().equals("content-type") || header.getKey().startsWith("x-warmpath")) {
        exchange.getResponseHeaders().put(header.getKey(), header.getValue());
      }
    }
    try (InputStream from = answer.body();
        OutputStream to = exchange.getResponseBody()) {
      byte[] first = kind == Kind.BUFFERED ? from.readAllBytes() : new byte[0];
      exchange.sendResponseHeaders(answer.statusCode(), 0);
      to.write(first);
      byte[] piece = new byte[8192];
      for (int length = from.read(piece); length >= 0; length = from.read(piece)) {
        to.write(piece, 0, length);
        to.flush();
      }
    }
  }
}
