package dev.warmpath.smoke;

import dev.warmpath.aws.SignedHttp;
import dev.warmpath.aws.SignedHttp.Call;
import dev.warmpath.aws.SignedHttp.Signature;
import java.net.URI;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/** The doors that {@code template.yaml} can build. */
final class Doors {
  private static final Map<String, String> JSON = Map.of("Content-Type", "application/json");
  private static final String SERVICE = "execute-api";

  private Doors() {}

  /**
   * The door of a stack.
   *
   * @param key what it wants, unless it wants signatures
   * @throws java.util.NoSuchElementException if it wants a key and there is none
   */
  static Door of(Stack stack, SignedHttp http, Optional<String> key) {
    URI base = URI.create(stack.output("BaseUrl"));
    if (stack.isSigned()) {
      return signed(http, base);
    }
    return stack.parameter(Stack.AUTH_MODE, "").equals(Stack.BEARING)
        ? bearing(http, base, key.orElseThrow())
        : keyed(http, base, key.orElseThrow());
  }

  /** A door for who signs (AuthMode IAM). */
  private static Door signed(SignedHttp http, URI base) {
    return (path, body, proof) ->
        http.send(
            new Call(SERVICE, "POST", below(base, path), JSON, body),
            switch (proof) {
              case NONE -> Signature.NONE;
              case WRONG -> Signature.WRONG;
              case RIGHT -> Signature.RIGHT;
            });
  }

  /** A door for who has the stack's key (AuthMode API_KEY). */
  private static Door keyed(SignedHttp http, URI base, String key) {
    return headed(http, base, "x-api-key", "not-the-key-of-this-deployment", key);
  }

  /** A door for who has a tenant's key (AuthMode KEYS). */
  private static Door bearing(SignedHttp http, URI base, String key) {
    String wrong = key.isEmpty() ? "x" : key.substring(0, key.length() - 1) + other(key);
    return headed(http, base, "Authorization", "Bearer " + wrong, "Bearer " + key);
  }

  private static char other(String key) {
    return key.endsWith("0") ? '1' : '0';
  }

  private static Door headed(SignedHttp http, URI base, String header, String wrong, String right) {
    return (path, body, proof) -> {
      Map<String, String> headers = new HashMap<>(JSON);
      switch (proof) {
        case NONE -> {}
        case WRONG -> headers.put(header, wrong);
        case RIGHT -> headers.put(header, right);
      }
      return http.send(new Call(SERVICE, "POST", below(base, path), headers, body), Signature.NONE);
    };
  }

  private static URI below(URI base, String path) {
    return URI.create(base.toString().replaceAll("/+$", "") + path);
  }
}
