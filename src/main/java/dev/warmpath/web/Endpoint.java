package dev.warmpath.web;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/** The paths that are served. */
enum Endpoint {
  /** OpenAI chat. */
  CHAT("/v1/chat/completions", "POST", "messages"),
  /** OpenAI completions. */
  COMPLETIONS("/v1/completions", "POST", "prompt"),
  /** OpenAI embeddings. */
  EMBEDDINGS("/v1/embeddings", "POST", "input"),
  /** The models that are served. */
  MODELS("/v1/models", "GET", ""),
  /** One of them. */
  MODEL("/v1/models/{model}", "GET", ""),
  /** Where a body would go, and why; it goes nowhere. */
  ROUTE("/v1/route", "POST", ""),
  /** Any body that a SageMaker container understands. */
  INVOCATIONS("/invocations", "POST", ""),
  /** Whether the router is up. */
  PING("/ping", "GET", "");

  /** The endpoints whose bodies and answers are what the engine makes of them. */
  private static final List<Endpoint> UNTOUCHED = List.of(INVOCATIONS, ROUTE);

  private static final String PARAMETER = "{model}";

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
    Optional<Endpoint> found = Arrays.stream(values()).filter(e -> e.matches(path)).findFirst();
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

  /** The path as it is documented. */
  String path() {
    return path;
  }

  /** The field that a body must have; empty for none. */
  String requiredField() {
    return requiredField;
  }

  /** Whether requests and answers have OpenAI's form; else any that a container understands. */
  boolean isOpenAi() {
    return !UNTOUCHED.contains(this);
  }

  /** What stands in a path in the place of its parameter. */
  String parameter(String actual) {
    return actual.substring(path.indexOf(PARAMETER));
  }

  private boolean matches(String actual) {
    int parameter = path.indexOf(PARAMETER);
    // A model's name may hold slashes.
    return parameter < 0
        ? path.equals(actual)
        : actual.length() > parameter && actual.startsWith(path.substring(0, parameter));
  }
}
