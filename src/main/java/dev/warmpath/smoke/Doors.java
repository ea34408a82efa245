package dev.warmpath.smoke;

import dev.warmpath.aws.SignedHttp;
import dev.warmpath.aws.SignedHttp.Call;
import dev.warmpath.aws.SignedHttp.Signature;
import java.net.URI;
import java.util.HashMap;
import java.util.Map;

/** The doors that {@code template.yaml} can build. */
final class Doors {
  private static final Map<String, String> JSON = Map.of("Content-Type", "application/json");
  private static final String SERVICE = "execute-api";

  private Doors() {}

  /** A door for who signs (AuthMode IAM). */
  static Door signed(SignedHttp http, URI base) {
    return (path, body, proof) ->
        http.send(
            new Call(SERVICE, "POST", below(base, path), JSON, body),
            switch (proof) {
              case NONE -> Signature.NONE;
              case WRONG -> Signature.WRONG;
              case RIGHT -> Signature.RIGHT;
            });
  }

  /** A door for who has the key (AuthMode API_KEY). */
  static Door keyed(SignedHttp http, URI base, String key) {
    return (path, body, proof) -> {
      Map<String, String> headers = new HashMap<>(JSON);
      switch (proof) {
        case NONE -> {}
        case WRONG -> headers.put("x-api-key", "not-the-key-of-this-deployment");
        case RIGHT -> headers.put("x-api-key", key);
      }
      return http.send(new Call(SERVICE, "POST", below(base, path), headers, body), Signature.NONE);
    };
  }

  private static URI below(URI base, String path) {
    return URI.create(base.toString().replaceAll("/+$", "") + path);
  }
}
