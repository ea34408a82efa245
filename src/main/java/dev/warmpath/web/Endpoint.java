package dev.warmpath.web;

import java.util.Arrays;
import java.util.Optional;
import java.util.stream.Collectors;

/** The paths that are served. */
enum Endpoint {
  /** OpenAI chat. */
  CHAT("/v1/chat/completions", "POST", "messages"),
  /** OpenAI completions. */
  COMPLETIONS("/v1/completions", "POST", "prompt"),
  /** Any body that a SageMaker container understands. */
  INVOCATIONS("/invocations", "POST", ""),
  /** Whether the router is up. */
  PING("/ping", "GET", "");

  private final String path;
  private final String method;
  private final String requiredField;

  Endpoint(String path, String method, String requiredField) {
    this.path = path;
    this.method = method;
    this.requiredField = requiredField;
  }

  /**
   * The endpoint of a method and path.
   *
   * @throws RequestException 404 for an unknown path, 405 for a wrong method
   */
  static Endpoint of(String method, String path) throws RequestException {
    Optional<Endpoint> found = Arrays.stream(values()).filter(e -> e.path.equals(path)).findFirst();
    if (found.isEmpty()) {
      throw RequestException.unknownPath(
          Arrays.stream(values())
              .map(e -> e.method + " " + e.path)
              .collect(Collectors.joining(", ")));
    }
    if (!found.get().method.equals(method)) {
      throw RequestException.wrongMethod(found.get().method);
    }
    return found.get();
  }

  /** The field that a body must have; empty for none. */
  String requiredField() {
    return requiredField;
  }
}
