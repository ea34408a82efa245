package dev.warmpath.router.port;

/** A stream of one piece: the answer of an engine that gives all at once. */
public final class WholeAnswer implements EngineStream {
  private final EngineOutcome.Answered answer;
  private boolean taken;

  private WholeAnswer(EngineOutcome.Answered answer) {
    this.answer = answer;
  }

  /** The outcome of a plain call as that of a streaming one. */
  public static EngineOpening opening(EngineOutcome outcome) {
    return switch (outcome) {
      case EngineOutcome.Failed failed -> new EngineOpening.Refused(failed);
      case EngineOutcome.Answered answered -> new EngineOpening.Opened(new WholeAnswer(answered));
    };
  }

  @Override
  public String contentType() {
    return answer.contentType();
  }

  @Override
  public String invokedVariant() {
    return answer.invokedVariant();
  }

  @Override
  public EnginePart next() {
    if (taken || answer.body().length == 0) {
      return new EnginePart.End();
    }
    taken = true;
    return new EnginePart.Data(answer.body());
  }

  /** Nothing is left to abort. */
  @Override
  public void close() {
    taken = true;
  }
}
