package dev.warmpath.cli;

import com.fasterxml.jackson.jr.ob.JSON;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/**
 * The question to a running tier where a request would go.
 *
 * @param tier its address, with or without the path of its API
 * @param key what opens it; empty for none
 */
record RouteQuestion(URI tier, String key) {
  private static final Duration LIMIT = Duration.ofSeconds(30);
  private static final List<String> HERE = List.of("127.0.0.1", "localhost", "[::1]");

  /** Leaves the key out. */
  @Override
  public String toString() {
    return "RouteQuestion[" + tier + "]";
  }

  /**
   * Asks and prints the answer.
   *
   * @param json whether to print it as it came
   * @return the exit code
   */
  int ask(Path body, boolean json, Terminal terminal) throws IOException, InterruptedException {
    if (!key.isEmpty() && !"https".equals(tier.getScheme()) && !HERE.contains(tier.getHost())) {
      terminal.err().println("warmpath: a key is sent over https only, but the URL is " + tier);
      return TableOperator.BAD_INPUT;
    }
    if (!Files.isReadable(body)) {
      terminal.err().println("warmpath: there is no file '" + body + "' that can be read");
      return TableOperator.BAD_INPUT;
    }
    HttpResponse<String> response = send(Files.readAllBytes(body));
    Map<String, Object> answer = read(response.body());
    if (response.statusCode() != 200 || !answer.containsKey("decision")) {
      terminal.err().println("warmpath: " + refusal(response.statusCode(), answer));
      return TableOperator.FAILED;
    }
    terminal.out().println(json ? response.body() : ExplanationText.of(answer));
    return TableOperator.OK;
  }

  private HttpResponse<String> send(byte[] body) throws IOException, InterruptedException {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(address())
            .timeout(LIMIT)
            .header("content-type", "application/json")
            .POST(BodyPublishers.ofByteArray(body));
    if (!key.isEmpty()) {
      request.header("x-api-key", key).header("authorization", "Bearer " + key);
    }
    try (HttpClient client = HttpClient.newHttpClient()) {
      return client.send(request.build(), BodyHandlers.ofString());
    } catch (IOException e) {
      throw new IOException("no tier answers at " + tier, e);
    }
  }

  private URI address() {
    String base = tier.toString().replaceFirst("/+$", "").replaceFirst("/v1$", "");
    return URI.create(base + "/v1/route");
  }

  private static Map<String, Object> read(String body) {
    try {
      return JSON.std.mapFrom(body);
    } catch (IOException e) {
      // What is no JSON is no answer of a tier; the status says the rest.
      return Map.of();
    }
  }

  private static String refusal(int status, Map<String, Object> answer) {
    return answer.get("error") instanceof Map<?, ?> error && error.get("message") != null
        ? "the tier answered " + status + ": " + error.get("message")
        : "what answered " + status + " there is no tier that explains its decisions";
  }
}
