package dev.warmpath.router;

import dev.warmpath.router.port.AnswerRelay;
import dev.warmpath.router.port.AnswerSink;
import dev.warmpath.router.port.ClientGoneException;
import dev.warmpath.router.port.EngineOpening;
import dev.warmpath.router.port.EngineOutcome;
import dev.warmpath.router.port.EnginePart;
import dev.warmpath.router.port.EngineStream;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * One call of one target, relayed to the caller as it comes; used once, by one thread.
 *
 * <p>Until the first byte has been passed on a failure is silent, so that another target may be
 * asked; after it the caller is told within his answer.
 */
final class Attempt {
  private final RouteRequest request;
  private final AnswerSink sink;
  private final Supplier<Duration> elapsed;
  private final Reporter reporter;
  private Optional<Duration> firstToken = Optional.empty();
  private boolean begun;

  /** What an attempt tells the caller of itself as it begins to answer. */
  interface Reporter {
    /** The report at this moment. */
    RouteReport report(Usage usage, Optional<Duration> firstToken);
  }

  /** How an attempt ended. */
  sealed interface Result {
    /**
     * From the call to the first token; empty if there was none.
     *
     * @return the time to the first token
     */
    Optional<Duration> firstToken();

    /** The answer was passed on whole. */
    record Done(Usage usage, Optional<Duration> firstToken) implements Result {}

    /** Nothing was passed on. */
    record Failed(EngineOutcome.Failed failure, Optional<Duration> firstToken) implements Result {}

    /** Part of an answer was passed on, and that there will be no more. */
    record Broken(EngineOutcome.Failed failure, Optional<Duration> firstToken) implements Result {}

    /** The caller left. */
    record Gone(Optional<Duration> firstToken) implements Result {}
  }

  /**
   * Makes an attempt.
   *
   * @param elapsed the time since the call
   */
  Attempt(RouteRequest request, AnswerSink sink, Supplier<Duration> elapsed, Reporter reporter) {
    this.request = request;
    this.sink = sink;
    this.elapsed = elapsed;
    this.reporter = reporter;
  }

  /** Relays what a call has opened. */
  Result relay(EngineOpening opening) {
    return switch (opening) {
      case EngineOpening.Refused(var failure) -> new Result.Failed(failure, firstToken);
      case EngineOpening.Opened(var stream) -> relay(stream);
    };
  }

  private Result relay(EngineStream stream) {
    try (stream) {
      AnswerRelay relay = request.format().relayFor(stream.contentType());
      while (true) {
        switch (stream.next()) {
          case EnginePart.Data(byte[] bytes) -> passOn(relay, relay.accept(bytes));
          case EnginePart.End() -> {
            return finish(relay);
          }
          case EnginePart.Broken(var failure) -> {
            return broken(relay, failure);
          }
        }
      }
    } catch (ClientGoneException e) {
      return new Result.Gone(firstToken);
    }
  }

  private void passOn(AnswerRelay relay, AnswerRelay.Relayed relayed) throws ClientGoneException {
    // An answer in one piece shows its last token, not its first.
    if (request.stream() && relayed.content() && firstToken.isEmpty()) {
      firstToken = Optional.of(elapsed.get());
    }
    if (relayed.bytes().length > 0) {
      begin(relay, Usage.UNKNOWN);
      sink.write(relayed.bytes());
    }
  }

  private void begin(AnswerRelay relay, Usage usage) throws ClientGoneException {
    if (!begun) {
      begun = true;
      sink.begin(relay.contentType(), reporter.report(usage, firstToken));
    }
  }

  private Result finish(AnswerRelay relay) throws ClientGoneException {
    return switch (relay.finish()) {
      case AnswerRelay.Finish.Whole(byte[] rest, Usage usage) -> {
        begin(relay, usage);
        sink.write(rest);
        yield new Result.Done(usage, firstToken);
      }
      case AnswerRelay.Finish.Cut(String message) ->
          broken(relay, new EngineOutcome.Failed(EngineOutcome.Kind.FAULT, 0, message));
    };
  }

  private Result broken(AnswerRelay relay, EngineOutcome.Failed failure)
      throws ClientGoneException {
    if (!begun) {
      return new Result.Failed(failure, firstToken);
    }
    sink.write(relay.failure(failure));
    return new Result.Broken(failure, firstToken);
  }
}
