package dev.warmpath.web;

import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.stream.Collectors;

/** The served models as OpenAI lists them. */
final class ModelList {
  private ModelList() {}

  /** All of them. */
  static HttpReply all(Models models) {
    return HttpReply.ofJson(
        models.names().stream()
            .map(ModelList::model)
            .collect(Collectors.joining(",", "{\"object\":\"list\",\"data\":[", "]}")));
  }

  /**
   * One of them.
   *
   * @param name as it stands in the path: some doors decode it, others do not
   * @throws RequestException 404 if it is not served
   */
  static HttpReply one(Models models, String name) throws RequestException {
    return HttpReply.ofJson(
        model(models.resolve(models.find(name).isPresent() ? name : decoded(name)).name()));
  }

  private static String decoded(String name) {
    try {
      return URLDecoder.decode(name.replace("+", "%2B"), StandardCharsets.UTF_8);
    } catch (IllegalArgumentException e) {
      // No percent-encoding: a name like any other.
      return name;
    }
  }

  /** Nobody knows when a model was made: OpenAI's clients want a number, and get 0. */
  private static String model(String name) {
    return "{\"id\":"
        + JsonText.quote(name)
        + ",\"object\":\"model\",\"created\":0,\"owned_by\":\"warmpath\"}";
  }
}
