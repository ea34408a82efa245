package dev.warmpath.web;

import java.util.List;

/**
 * Which model names callers may use, and which one engines know.
 *
 * @param served public names; the first stands in where a request names none
 * @param engineModel the name sent to engines; may be empty, which vLLM takes for its own
 */
public record Models(List<String> served, String engineModel) {
  /** Copies the names and rejects an empty list. */
  public Models {
    served = List.copyOf(served);
    if (served.isEmpty()) {
      throw new IllegalArgumentException("at least one model must be served");
    }
  }

  /**
   * The model that a request goes to.
   *
   * @throws RequestException 404 if it is not served
   */
  String resolve(String requested) throws RequestException {
    if (requested.isEmpty()) {
      return served.getFirst();
    }
    if (!served.contains(requested)) {
      throw RequestException.unknownModel(String.join(", ", served));
    }
    return requested;
  }
}
