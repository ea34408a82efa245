package dev.warmpath.local;

import dev.warmpath.local.BrokenAnswerException.Break;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * A model server with a fault that can be changed while it runs. Requests that came before a change
 * keep theirs. Safe for any number of threads.
 *
 * <p>Faults of a stream count pieces: what the server behind it writes in one call. In a chat the
 * first names the speaker, the others are tokens.
 */
public final class FaultyContainer implements ModelContainer {
  private static final String JSON = "application/json";
  private static final String SSE_FIELD = "data: ";

  private final ModelContainer sound;
  private final AtomicInteger requests = new AtomicInteger();
  private volatile Fault fault;

  /** What a model server does wrong. */
  public sealed interface Fault {
    /** Nothing. */
    record None() implements Fault {}

    /**
     * Refuses every request.
     *
     * @param status the HTTP status, such as 429, 500 or 503
     */
    record Refuses(int status) implements Fault {}

    /** Says nothing at all, not even a status, until it is interrupted. */
    record Hangs() implements Fault {}

    /**
     * Breaks off.
     *
     * @param pieces how many come before that
     * @param how what the client sees
     */
    record Breaks(int pieces, Break how) implements Fault {}

    /**
     * Falls silent in the middle, until it is interrupted.
     *
     * @param pieces how many come before that; none still means a head
     */
    record FallsSilent(int pieces) implements Fault {}

    /**
     * Waits before each piece.
     *
     * @param pace returns when the piece may go
     */
    record Slow(Pace pace) implements Fault {}

    /** Ends without {@code [DONE]}. */
    record OmitsDone() implements Fault {}

    /**
     * Sends these bytes in place of each piece, and for an answer in one piece.
     *
     * @param bytes what no model would say
     */
    // Arrays are compared by nobody here.
    @SuppressWarnings("ArrayRecordComponent")
    record Garbage(byte[] bytes) implements Fault {}

    /** Sends JSON lines instead of server-sent events, and no {@code [DONE]}, as LMI does. */
    record JsonLines() implements Fault {}
  }

  /** When a piece may go. */
  @FunctionalInterface
  public interface Pace {
    /**
     * Waits.
     *
     * @param piece counts the pieces of an answer from 0
     */
    void await(int piece) throws InterruptedException;
  }

  /** A server that does what the one behind it does, until it is told otherwise. */
  public FaultyContainer(ModelContainer sound) {
    this(sound, new Fault.None());
  }

  /** A server that is at fault from the start. */
  public FaultyContainer(ModelContainer sound, Fault fault) {
    this.sound = sound;
    this.fault = fault;
  }

  /** From the next request on it has this fault. */
  public void become(Fault next) {
    fault = next;
  }

  /** How many requests have come. */
  public int requests() {
    return requests.get();
  }

  @Override
  public ContainerAnswer invoke(byte[] body, String contentType) {
    requests.incrementAndGet();
    return switch (fault) {
      case Fault.Refuses(int status) -> refusal(status);
      case Fault.Hangs() -> {
        try {
          hang();
        } catch (InterruptedIOException e) {
          Thread.currentThread().interrupt();
        }
        yield new ContainerAnswer(ContainerAnswer.NO_ANSWER, new byte[0], "");
      }
      case Fault.Breaks(int pieces, Break how) -> refusal(500);
      case Fault.Garbage(byte[] bytes) -> new ContainerAnswer(200, bytes, JSON);
      case Fault.None(),
          Fault.FallsSilent(_),
          Fault.Slow(_),
          Fault.OmitsDone(),
          Fault.JsonLines() ->
          sound.invoke(body, contentType);
    };
  }

  @Override
  public void stream(byte[] body, String contentType, AnswerSink sink) throws IOException {
    requests.incrementAndGet();
    switch (fault) {
      case Fault.None() -> sound.stream(body, contentType, sink);
      case Fault.Refuses(int status) -> {
        ContainerAnswer refusal = refusal(status);
        sink.begin(refusal.status(), refusal.contentType());
        sink.write(refusal.body());
      }
      case Fault.Hangs() -> hang();
      case Fault.Breaks(int pieces, Break how) ->
          sound.stream(
              body,
              contentType,
              new Pieces(
                  sink,
                  (at, piece) -> {
                    if (at == pieces) {
                      throw new BrokenAnswerException(how);
                    }
                    sink.write(piece);
                  }));
      case Fault.FallsSilent(int pieces) ->
          sound.stream(
              body,
              contentType,
              new Pieces(
                  sink,
                  (at, piece) -> {
                    if (at == pieces) {
                      hang();
                    }
                    sink.write(piece);
                  }));
      case Fault.Slow(Pace pace) ->
          sound.stream(
              body,
              contentType,
              new Pieces(
                  sink,
                  (at, piece) -> {
                    pass(pace, at);
                    sink.write(piece);
                  }));
      case Fault.OmitsDone() ->
          sound.stream(
              body,
              contentType,
              new Pieces(
                  sink,
                  (at, piece) -> {
                    if (!isDone(piece)) {
                      sink.write(piece);
                    }
                  }));
      case Fault.Garbage(byte[] bytes) ->
          sound.stream(body, contentType, new Pieces(sink, (at, piece) -> sink.write(bytes)));
      case Fault.JsonLines() -> sound.stream(body, contentType, new JsonLineSink(sink));
    }
  }

  private static ContainerAnswer refusal(int status) {
    String body = "{\"error\": {\"message\": \"a fault on demand\", \"code\": " + status + "}}";
    return new ContainerAnswer(status, utf8(body), JSON);
  }

  private static void hang() throws InterruptedIOException {
    pass(piece -> new CountDownLatch(1).await(), 0);
  }

  private static void pass(Pace pace, int piece) throws InterruptedIOException {
    try {
      pace.await(piece);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new InterruptedIOException("the server is closed");
    }
  }

  private static boolean isDone(byte[] piece) {
    return new String(piece, StandardCharsets.UTF_8).contains("[DONE]");
  }

  private static byte[] utf8(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  /** What becomes of a piece. */
  @FunctionalInterface
  private interface PieceFault {
    void write(int at, byte[] piece) throws IOException;
  }

  /** Counts the pieces of one answer. */
  private static final class Pieces implements AnswerSink {
    private final AnswerSink sink;
    private final PieceFault fault;
    private int count;

    Pieces(AnswerSink sink, PieceFault fault) {
      this.sink = sink;
      this.fault = fault;
    }

    @Override
    public void begin(int status, String contentType) throws IOException {
      sink.begin(status, contentType);
    }

    @Override
    public void write(byte[] piece) throws IOException {
      int at = count;
      count++;
      fault.write(at, piece);
    }
  }

  /** Takes the events' field names off. */
  private record JsonLineSink(AnswerSink sink) implements AnswerSink {
    @Override
    public void begin(int status, String contentType) throws IOException {
      sink.begin(status, "application/jsonlines");
    }

    @Override
    public void write(byte[] piece) throws IOException {
      String event = new String(piece, StandardCharsets.UTF_8);
      if (!isDone(piece)) {
        sink.write(utf8(event.replaceFirst("^" + SSE_FIELD, "").strip() + "\n"));
      }
    }
  }
}
