package dev.warmpath.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.jr.ob.JSON;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.List;
import java.util.Map;

/** Prompts of several families, each longer than what is placed by load. */
final class FamilyPrompts {
  /** Stands in every prompt, and may be seen nowhere else. */
  static final String SECRET = "Torhavn";

  private FamilyPrompts() {}

  /** Sends a prompt to a tier and waits for its answer. */
  static void ask(HttpClient client, URI tier, int family) throws Exception {
    String text = "family " + family + " the ferry to " + SECRET + " leaves at dawn ".repeat(150);
    Map<String, Object> body =
        Map.of(
            "model",
            "default",
            "max_tokens",
            2,
            "messages",
            List.of(Map.of("role", "user", "content", text)));
    HttpRequest request =
        HttpRequest.newBuilder(tier.resolve("/v1/chat/completions"))
            .header("content-type", "application/json")
            .POST(BodyPublishers.ofString(JSON.std.asString(body)))
            .build();
    assertThat(client.send(request, BodyHandlers.ofString()).statusCode()).isEqualTo(200);
  }
}
