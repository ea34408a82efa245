package dev.warmpath.demo;

/**
 * The size of the built-in traffic.
 *
 * @param name a word for results
 * @param tenants how many customers there are, each with a system prompt of some 1,100 tokens
 * @param conversations how many chats and questions
 * @param turns how many questions a chat has at most
 * @param library how many documents of some 550 tokens a tenant's questions are about
 */
public record Traffic(String name, int tenants, int conversations, int turns, int library) {
  /** For engines that compute tens of thousands of tokens a second. */
  public static final Traffic FULL = new Traffic("full", 24, 240, 8, 6);

  /** For somebody who looks on: under a minute at a pace that engines keep under any policy. */
  public static final Traffic SAMPLE = new Traffic("sample", 24, 160, 8, 6);

  /** For an engine on one processor. */
  public static final Traffic LIGHT = new Traffic("light", 9, 90, 2, 1);
}
