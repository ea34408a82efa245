package dev.warmpath.chaos;

import dev.warmpath.chaos.Conversation.Request;
import dev.warmpath.chaos.Door.Reply;
import java.util.Set;

/** Somebody who has one conversation after the other. Used by one thread at a time. */
final class User {
  static final int OUTPUT_TOKENS = 12;

  /** Far more than an engine generates within a scenario: only leaving ends it. */
  private static final int ENDLESS_TOKENS = 10_000;

  /** Decisions of a router that found a holder of the conversation. */
  private static final Set<String> HOLDERS = Set.of("warm", "spilled");

  private final String name;
  private final int turns;
  private Conversation conversation;
  private int conversations;
  private int turn;
  private String variant = "";

  /** The prompt tokens of the conversation's last answered request. */
  private long answeredTokens;

  /**
   * Makes a user.
   *
   * @param run a name for all users of a run, so that no two runs share prompts
   * @param number tells users apart, and at which turn this one begins, so that at any time as many
   *     are at each turn
   * @param turns how many requests a conversation has
   */
  User(String run, int number, int turns) {
    this.name = run + "-user-" + number;
    this.turns = turns;
    this.conversation = new Conversation(name + "-0");
    for (; turn < number % turns; turn++) {
      conversation.goOn("as before");
    }
  }

  /** Sends the next request; one that is not answered is asked again the next time. */
  void ask(Door door, Tally tally) {
    long number = tally.sent();
    // Of five, one comes in one piece.
    Request request = conversation.request(number % 5 != 0, OUTPUT_TOKENS);
    long began = System.nanoTime();
    Reply reply = door.send(request.body(), false);
    Verdict verdict = Verdict.of(request, reply);
    tally.add(verdict, (System.nanoTime() - began) / 1_000_000, false);
    if (verdict instanceof Verdict.Answered(long promptTokens, long _)) {
      tally.needed(promptTokens - answeredTokens);
      answeredTokens = promptTokens;
      if (!variant.isEmpty()) {
        tally.follow(variant.equals(reply.variant()), HOLDERS.contains(reply.decision()));
      }
      variant = reply.variant();
      goOn(request.answer());
    }
  }

  /** Asks for an endless answer and leaves once it has begun. */
  void leave(Door door, Tally tally) {
    tally.sent();
    Request request = conversation.request(true, ENDLESS_TOKENS);
    tally.add(Verdict.of(request, door.send(request.body(), true)), 0, true);
  }

  private void goOn(String answer) {
    turn++;
    if (turn < turns) {
      conversation.goOn(answer);
    } else {
      turn = 0;
      conversations++;
      variant = "";
      answeredTokens = 0;
      conversation = new Conversation(name + "-" + conversations);
    }
  }
}
