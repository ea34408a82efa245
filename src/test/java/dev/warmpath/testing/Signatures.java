package dev.warmpath.testing;

import com.sun.net.httpserver.Headers;
import com.sun.net.httpserver.HttpExchange;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/** Checks signatures (SigV4) by AWS's documentation, without the SDK. */
public final class Signatures {
  /** What belongs to the access key of a test. */
  private static final String SECRET = "local";

  private static final Pattern AUTHORIZATION =
      Pattern.compile(
          "AWS4-HMAC-SHA256 Credential=[^/]+/(\\d+)/([^/]+)/([^/]+)/aws4_request,"
              + " ?SignedHeaders=([^,]+), ?Signature=([0-9a-f]{64})");

  private Signatures() {}

  /**
   * Whether a request is signed for a service, as it has come.
   *
   * @param body what it has in it
   */
  public static boolean isSigned(HttpExchange exchange, byte[] body, String service) {
    try {
      return isRight(exchange, body, service);
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("every Java platform must offer HMAC-SHA256", e);
    }
  }

  private static boolean isRight(HttpExchange exchange, byte[] body, String service)
      throws GeneralSecurityException {
    Headers headers = exchange.getRequestHeaders();
    Matcher told = AUTHORIZATION.matcher(String.valueOf(headers.getFirst("Authorization")));
    if (!told.matches() || !told.group(3).equals(service)) {
      return false;
    }
    String day = told.group(1);
    String region = told.group(2);
    List<String> names = Arrays.asList(told.group(4).split(";"));
    String canonical =
        exchange.getRequestMethod()
            + "\n"
            + exchange.getRequestURI().getRawPath()
            + "\n\n"
            + names.stream()
                .map(name -> name + ":" + String.valueOf(headers.getFirst(name)).strip() + "\n")
                .collect(Collectors.joining())
            + "\n"
            + told.group(4)
            + "\n"
            + hash(body);
    String toSign =
        "AWS4-HMAC-SHA256\n"
            + headers.getFirst("X-Amz-Date")
            + "\n"
            + String.join("/", day, region, service, "aws4_request")
            + "\n"
            + hash(canonical.getBytes(StandardCharsets.UTF_8));
    byte[] key = ("AWS4" + SECRET).getBytes(StandardCharsets.UTF_8);
    for (String part : List.of(day, region, service, "aws4_request")) {
      key = hmac(key, part);
    }
    return HexFormat.of().formatHex(hmac(key, toSign)).equals(told.group(5))
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
}
