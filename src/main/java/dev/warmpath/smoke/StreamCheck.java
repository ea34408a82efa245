package dev.warmpath.smoke;

import dev.warmpath.aws.SignedHttp;
import dev.warmpath.smoke.Finding.Failed;
import dev.warmpath.smoke.Finding.Passed;
import dev.warmpath.smoke.Finding.Skipped;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Locale;
import java.util.function.LongSupplier;

/**
 * The first words of a streamed answer arrive before the last.
 *
 * @param chats through the door
 * @param responseMode the deployment's; only STREAM can stream
 * @param nanos a clock that never jumps
 */
record StreamCheck(Chats chats, String responseMode, LongSupplier nanos) implements Check {
  private static final String FIELD = "data:";
  private static final int TOKENS = 128;

  /** Fewer pieces than this tell nothing. */
  private static final int LEAST_PIECES = 8;

  /** No engine writes a piece in less; what was collected somewhere arrives faster by far. */
  private static final Duration LEAST_TIME_PER_PIECE = Duration.ofNanos(250_000);

  @Override
  public String name() {
    return "stream";
  }

  @Override
  public Finding look() throws IOException {
    if (!responseMode.equals("STREAM")) {
      return new Skipped("the stack's ResponseMode is " + responseMode);
    }
    String question = "Count from one to one hundred, in words.";
    try (SignedHttp.Reply reply =
        chats.open(Proof.RIGHT, chats.newSession(), question, TOKENS, true)) {
      if (reply.status() != 200) {
        throw new IOException(ChatAnswer.refusal(reply.status(), reply.body().readAllBytes()));
      }
      if (!reply.header("content-type").startsWith("text/event-stream")) {
        return new Failed(
            "the answer is no event stream but " + reply.header("content-type"),
            "see whether the endpoint's container streams at all");
      }
      return judged(read(reply));
    }
  }

  /** A stream that was read to its end. */
  private record Seen(int pieces, Duration spread, boolean hasError, boolean isDone) {}

  private Seen read(SignedHttp.Reply reply) throws IOException {
    BufferedReader lines =
        new BufferedReader(new InputStreamReader(reply.body(), StandardCharsets.UTF_8));
    int pieces = 0;
    long first = 0;
    long last = 0;
    boolean error = false;
    boolean done = false;
    for (String line = lines.readLine(); line != null; line = lines.readLine()) {
      String data = line.startsWith(FIELD) ? line.substring(FIELD.length()).strip() : "";
      done = done || data.equals("[DONE]");
      error = error || data.startsWith("{\"error\"");
      if (data.contains("\"choices\"")) {
        last = nanos.getAsLong();
        first = pieces == 0 ? last : first;
        pieces++;
      }
    }
    return new Seen(pieces, Duration.ofNanos(last - first), error, done);
  }

  private static Finding judged(Seen seen) {
    if (seen.hasError() || !seen.isDone()) {
      return new Failed(
          seen.hasError() ? "the stream ended with an error" : "the stream ended without [DONE]",
          "look at the function's log, and at the endpoint's");
    }
    if (seen.pieces() < LEAST_PIECES) {
      return new Failed(
          "the answer had only " + seen.pieces() + " pieces, too few to tell",
          "send a --prompt that lets the model answer at length");
    }
    String told =
        String.format(
            Locale.ROOT, "%d pieces within %d ms", seen.pieces(), seen.spread().toMillis());
    return seen.spread().compareTo(LEAST_TIME_PER_PIECE.multipliedBy(seen.pieces())) >= 0
        ? new Passed("the first words came before the last: " + told)
        : new Failed(
            "the answer came at once: " + told,
            "something in front of the engine collects answers: look for a proxy, or at the"
                + " container's own streaming");
  }
}
