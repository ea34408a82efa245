package dev.warmpath.web;

import dev.warmpath.router.port.AnswerReader;
import dev.warmpath.router.port.AnswerRelay;
import dev.warmpath.router.port.EngineOutcome;

/**
 * Passes a stream on untouched and reads along what it understands of it.
 *
 * <p>A stream in a format that is not known is whole when the engine says so; one in a known format
 * needs its end.
 */
final class RawRelay implements AnswerRelay {
  private final String contentType;
  private final SniffingReader reader;
  private final StreamProgress progress;
  private boolean hasBytes;
  private boolean isUnderstood;

  RawRelay(String contentType, AnswerReader answers) {
    this.contentType = contentType;
    this.reader = new SniffingReader(contentType);
    this.progress = new StreamProgress(answers);
  }

  @Override
  public String contentType() {
    return contentType.isEmpty() ? "application/octet-stream" : contentType;
  }

  @Override
  public Relayed accept(byte[] bytes) {
    hasBytes = hasBytes || bytes.length > 0;
    reader.accept(bytes).forEach(this::note);
    return new Relayed(bytes, progress.hasContent());
  }

  @Override
  public Finish finish() {
    reader.end().forEach(this::note);
    if (!progress.fault().isEmpty()) {
      return new Finish.Cut(progress.fault());
    }
    boolean brokeOff = progress.hasStarted() && !progress.hasFinished() && !progress.isDone();
    return brokeOff || !hasBytes
        ? new Finish.Cut("the model's answer broke off before its end")
        : new Finish.Whole(new byte[0], progress.usage());
  }

  /** An error in the stream's own format; nothing where that is not known or has come already. */
  @Override
  public byte[] failure(EngineOutcome.Failed failure) {
    if (!isUnderstood || progress.hasError()) {
      return new byte[0];
    }
    return reader.readsLines()
        ? OpenAiErrors.lineAfterCut(failure)
        : OpenAiErrors.eventAfterCut(failure);
  }

  private void note(SseEvent event) {
    switch (progress.read(event)) {
      case CHUNK, USAGE, NATIVE_TOKEN, ERROR, BARE_ERROR, DONE -> isUnderstood = true;
      case OTHER, GARBAGE -> progress.sawContent();
      case NOTHING -> {}
    }
  }
}
