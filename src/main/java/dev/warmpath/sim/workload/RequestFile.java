package dev.warmpath.sim.workload;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Reads a file of requests or whole conversations one after the other, without keeping any; bad
 * lines are passed over and told.
 */
public final class RequestFile {
  private static final int MOST_COMPLAINTS = 10;

  private RequestFile() {}

  /** Whoever takes the requests. */
  public interface Visitor {
    /** Takes one; whether it wants more. */
    boolean accept(RecordedRequest request);
  }

  /**
   * What a file was like.
   *
   * @param requests how many requests were handed out
   * @param badLines how many lines were passed over
   * @param complaints a sentence for each of the first of these, with its number
   */
  public record Reading(long requests, long badLines, List<String> complaints) {
    /** Copies the sentences. */
    public Reading {
      complaints = List.copyOf(complaints);
    }
  }

  /** A form that the lines of such a file have. */
  interface Form {
    /** Hands out the requests of one line. */
    void parse(TraceLine line, Sink sink) throws LineException;
  }

  /** Where requests go. */
  interface Sink {
    void accept(RecordedRequest request) throws LineException;
  }

  /**
   * Reads a file to its end, or until the visitor has enough.
   *
   * @throws LineException if there is no such file, it is empty, or no line of it is a request,
   *     with a sentence that says why and where
   */
  public static Reading read(Path file, Visitor visitor) throws LineException {
    Lenient lines = new Lenient(visitor);
    TraceLines.read(file, lines);
    if (lines.requests == 0) {
      throw lines.first.orElseGet(
          () ->
              new LineException(
                  file
                      + " holds no assistant message behind another one, so there is nothing to"
                      + " ask"));
    }
    return new Reading(lines.requests, lines.bad, lines.complaints);
  }

  private static final class Lenient implements TraceLines.Reader {
    private final Visitor visitor;
    private Optional<Form> form = Optional.empty();
    private Optional<LineException> first = Optional.empty();
    private final List<String> complaints = new ArrayList<>();
    private long requests;
    private long bad;
    private boolean wantsMore = true;

    Lenient(Visitor visitor) {
      this.visitor = visitor;
    }

    @Override
    public void accept(TraceLine line) throws LineException {
      if (form.isEmpty()) {
        form = Optional.of(formOf(line));
      }
      form.get().parse(line, this::hand);
    }

    @Override
    public void complain(LineException complaint) {
      bad++;
      first = first.or(() -> Optional.of(complaint));
      if (complaints.size() < MOST_COMPLAINTS) {
        complaints.add(complaint.getMessage());
      }
    }

    @Override
    public boolean wantsMore() {
      return wantsMore;
    }

    private void hand(RecordedRequest request) {
      if (wantsMore) {
        requests++;
        wantsMore = visitor.accept(request);
      }
    }
  }

  private static Form formOf(TraceLine line) throws LineException {
    if (line.has("hash_ids")) {
      throw line.wrong("is one of a trace of blocks, without text: give it by --trace");
    }
    if (RequestLogReader.fits(line)) {
      return RequestLogReader::parse;
    }
    if (line.has("messages")) {
      return ConversationReader::parse;
    }
    throw line.wrong(
        "has neither 'model' or 'prompt' (an OpenAI request) nor 'messages' (a conversation)");
  }
}
