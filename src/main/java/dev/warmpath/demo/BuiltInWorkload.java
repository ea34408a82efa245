package dev.warmpath.demo;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.random.RandomGenerator;

/**
 * Traffic of several tenants as a platform team sees it: chats over a tenant's system prompt, and
 * questions over a few documents of a tenant's library.
 */
final class BuiltInWorkload {
  private static final int SYSTEM_WORDS = 900;
  private static final int DOCUMENT_WORDS = 450;
  private static final double RAG_SHARE = 0.3;

  private final Traffic traffic;
  private final RandomGenerator random;
  private final int maxOutputTokens;

  private BuiltInWorkload(Traffic traffic, long seed, int maxOutputTokens) {
    this.traffic = traffic;
    this.random = new SplittableRandom(seed);
    this.maxOutputTokens = maxOutputTokens;
  }

  /** The conversations of a seed. */
  static List<Conversation> generate(Traffic traffic, long seed, int maxOutputTokens)
      throws IOException {
    return new BuiltInWorkload(traffic, seed, maxOutputTokens).conversations();
  }

  private List<Conversation> conversations() throws IOException {
    List<Tenant> tenants = new ArrayList<>();
    for (int i = 0; i < traffic.tenants(); i++) {
      tenants.add(tenant(i));
    }
    List<Conversation> conversations = new ArrayList<>();
    for (int i = 0; i < traffic.conversations(); i++) {
      Tenant tenant = tenants.get(random.nextInt(traffic.tenants()));
      conversations.add(random.nextDouble() < RAG_SHARE ? question(tenant) : chat(tenant));
    }
    return conversations;
  }

  private Tenant tenant(int number) {
    List<String> library = new ArrayList<>();
    for (int i = 0; i < traffic.library(); i++) {
      library.add("Document " + i + ": " + words(DOCUMENT_WORDS));
    }
    return new Tenant(
        "You are the assistant of customer " + number + ". " + words(SYSTEM_WORDS), library);
  }

  private Conversation chat(Tenant tenant) throws IOException {
    List<Map<String, String>> messages = new ArrayList<>();
    messages.add(message("system", tenant.system()));
    List<byte[]> requests = new ArrayList<>();
    int turns = 1 + random.nextInt(traffic.turns());
    for (int turn = 0; turn < turns; turn++) {
      messages.add(message("user", words(20 + random.nextInt(80))));
      requests.add(ChatRequest.of(messages, 1 + random.nextInt(maxOutputTokens)));
      messages.add(message("assistant", words(40 + random.nextInt(120))));
    }
    return new Conversation(requests);
  }

  /**
   * Documents come in the library's order, most asked for first, as a careful client sends them.
   */
  private Conversation question(Tenant tenant) throws IOException {
    int documents = 1 + random.nextInt(traffic.library());
    List<Map<String, String>> messages = new ArrayList<>();
    messages.add(message("system", tenant.system()));
    messages.add(message("user", String.join("\n", tenant.library().subList(0, documents))));
    messages.add(message("user", words(15 + random.nextInt(30))));
    return new Conversation(List.of(ChatRequest.of(messages, 1 + random.nextInt(maxOutputTokens))));
  }

  private static Map<String, String> message(String role, String content) {
    return Map.of("role", role, "content", content);
  }

  private String words(int count) {
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < count; i++) {
      text.append(i == 0 ? "" : " ")
          .append(Integer.toString(random.nextInt(36 * 36 * 36 * 36), 36));
    }
    return text.toString();
  }

  /** One customer: a system prompt of his own, and documents that his questions are about. */
  private record Tenant(String system, List<String> library) {}
}
