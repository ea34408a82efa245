package dev.warmpath.cli;

import com.fasterxml.jackson.jr.ob.JSON;
import dev.warmpath.aws.SignedHttp.Answer;
import dev.warmpath.smoke.Deployment;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/** The question to a running tier where a request would go. */
final class RouteQuestion {
  private static final Duration LIMIT = Duration.ofSeconds(30);
  private static final List<String> HERE = List.of("127.0.0.1", "localhost", "[::1]");

  private final Tier tier;

  private RouteQuestion(Tier tier) {
    this.tier = tier;
  }

  /** The way to a tier. */
  private interface Tier {
    /** Posts a body to its path for questions. */
    Answer ask(byte[] body) throws IOException, InterruptedException;
  }

  /**
   * A question to the tier at an address.
   *
   * @param tier its address, with or without the path of its API
   * @param key what opens it; empty for none
   * @throws IllegalArgumentException if the key would be sent in the open
   */
  static RouteQuestion at(URI tier, String key) {
    if (!key.isEmpty() && !"https".equals(tier.getScheme()) && !HERE.contains(tier.getHost())) {
      throw new IllegalArgumentException("a key is sent over https only, but the URL is " + tier);
    }
    return new RouteQuestion(body -> send(tier, key, body));
  }

  /**
   * A question to a deployment.
   *
   * @param key what opens its door, unless that wants a signature; empty for none
   */
  static RouteQuestion of(Deployment deployment, String key) {
    return new RouteQuestion(body -> deployment.post("/route", body, key));
  }

  /**
   * Asks and prints the answer.
   *
   * @param json whether to print it as it came
   * @return the exit code
   */
  int ask(Path body, boolean json, Terminal terminal) throws IOException, InterruptedException {
    if (!Files.isReadable(body)) {
      terminal.err().println("warmpath: there is no file '" + body + "' that can be read");
      return TableOperator.BAD_INPUT;
    }
    Answer reply = tier.ask(Files.readAllBytes(body));
    String text = new String(reply.body(), StandardCharsets.UTF_8);
    Map<String, Object> answer = read(text);
    if (reply.status() != 200 || !answer.containsKey("decision")) {
      terminal.err().println("warmpath: " + refusal(reply.status(), answer));
      return TableOperator.FAILED;
    }
    terminal.out().println(json ? text : ExplanationText.of(answer));
    return TableOperator.OK;
  }

  private static Answer send(URI tier, String key, byte[] body)
      throws IOException, InterruptedException {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(address(tier))
            .timeout(LIMIT)
            .header("content-type", "application/json")
            .POST(BodyPublishers.ofByteArray(body));
    if (!key.isEmpty()) {
      request.header("x-api-key", key).header("authorization", "Bearer " + key);
    }
    try (HttpClient client = HttpClient.newHttpClient()) {
      HttpResponse<byte[]> answer = client.send(request.build(), BodyHandlers.ofByteArray());
      return new Answer(answer.statusCode(), answer.body());
    } catch (IOException e) {
      throw new IOException("no tier answers at " + tier, e);
    }
  }

  private static URI address(URI tier) {
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
