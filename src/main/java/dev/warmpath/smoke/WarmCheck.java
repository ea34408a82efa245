package dev.warmpath.smoke;

import dev.warmpath.smoke.Finding.Failed;
import dev.warmpath.smoke.Finding.Passed;
import dev.warmpath.smoke.Finding.Skipped;
import java.io.IOException;
import java.time.Duration;

/**
 * A beginning that was sent before goes to where it is cached.
 *
 * @param chats through the door
 * @param policy the deployment's routing policy
 * @param pause between two looks
 */
record WarmCheck(Chats chats, String policy, Pause pause) implements Check {
  private static final String KEYED_POLICY = "warmpath";

  /** Reads are eventually consistent, and what follows an answer is written in background. */
  private static final int LOOKS = 4;

  private static final Duration BETWEEN = Duration.ofMillis(500);

  @Override
  public String name() {
    return "prefix";
  }

  @Override
  public Finding look() throws IOException, InterruptedException {
    if (!policy.equals(KEYED_POLICY)) {
      return new Skipped("the stack's PolicyName is " + policy);
    }
    String session = chats.newSession();
    ChatAnswer first = chats.ask(session, "Which ferry is the fastest?");
    ChatAnswer next = first;
    for (int look = 0; look < LOOKS; look++) {
      next = chats.ask(session, "Which ferry has the most seats? Question " + look + ".");
      if (next.decision().equals("warm") && next.variant().equals(first.variant())) {
        return new Passed("the same beginning went to " + first.variant() + " again, as warm");
      }
      pause.await(BETWEEN);
    }
    String degraded = next.degraded().isEmpty() ? "" : ", the table was " + next.degraded();
    return new Failed(
        "the same beginning went to "
            + first.variant()
            + " first and later to "
            + next.variant()
            + " as "
            + next.decision()
            + degraded,
        next.decision().equals("load")
            ? "send a longer --prompt: less than about 128 tokens are placed by load"
            : "look at the function's log for degraded and claim, and at its table permissions");
  }
}
