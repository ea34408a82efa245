package dev.warmpath.web;

import dev.warmpath.router.port.AnswerReader;
import dev.warmpath.router.port.AnswerRelay;
import dev.warmpath.router.port.EngineOutcome;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;

/**
 * Passes a stream of OpenAI's chunks on as server-sent events, whole ones only.
 *
 * <p>What the engine sends passes as it is, but for the usage that the caller did not ask for, and
 * for tokens in the format of LMI and TGI containers, which become OpenAI's chunks. After an error
 * or {@code [DONE]} nothing passes. An engine's error that comes before anything else is kept back,
 * so that another engine may answer; {@link #failure} then gives it in its own words, and gives
 * nothing where the caller has such an error already.
 */
final class SseRelay implements AnswerRelay {
  private static final byte[] DONE = "[DONE]".getBytes(StandardCharsets.US_ASCII);

  private final EventReader reader;
  private final StreamProgress progress;
  private final boolean wantsUsage;
  private final OpenAiWriter writer;
  private boolean hasTokens;
  private boolean hasPassed;
  private byte[] errorToCome = new byte[0];

  /**
   * Makes a relay.
   *
   * @param reader cuts what the engine sends into events
   * @param answers reads usage
   * @param wantsUsage whether the caller asked for the usage chunk
   * @param writer says in OpenAI's words what an engine says in its own
   */
  SseRelay(EventReader reader, AnswerReader answers, boolean wantsUsage, OpenAiWriter writer) {
    this.reader = reader;
    this.progress = new StreamProgress(answers);
    this.wantsUsage = wantsUsage;
    this.writer = writer;
  }

  @Override
  public String contentType() {
    return MediaTypes.EVENT_STREAM;
  }

  @Override
  public Relayed accept(byte[] bytes) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    if (!isOver()) {
      reader.accept(bytes).forEach(event -> relay(event, out));
    }
    if (reader.isTooLong()) {
      progress.fail("the model sent an event of more than 8 MiB");
    }
    return new Relayed(out.toByteArray(), progress.hasContent());
  }

  @Override
  public Finish finish() {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    reader.end().forEach(event -> relay(event, out));
    if (!progress.fault().isEmpty()) {
      return new Finish.Cut(progress.fault());
    }
    if (!progress.isDone()) {
      if (!progress.hasFinished()) {
        return new Finish.Cut("the model's answer broke off before its end");
      }
      passTokensUsage(out);
      out.writeBytes(SseEvent.ofData(DONE).raw());
    }
    return new Finish.Whole(out.toByteArray(), progress.usage());
  }

  @Override
  public byte[] failure(EngineOutcome.Failed failure) {
    return progress.hasError() ? errorToCome : OpenAiErrors.event(failure);
  }

  private boolean isOver() {
    return progress.isDone() || !progress.fault().isEmpty();
  }

  private void relay(SseEvent event, ByteArrayOutputStream out) {
    if (isOver()) {
      return;
    }
    switch (progress.read(event)) {
      case NOTHING, CHUNK, OTHER -> pass(event.raw(), out);
      case DONE -> {
        passTokensUsage(out);
        pass(event.raw(), out);
      }
      case USAGE -> {
        if (wantsUsage) {
          pass(event.raw(), out);
        }
      }
      case ERROR -> relayError(event.raw(), out);
      case BARE_ERROR -> relayError(OpenAiErrors.wrapped(event.data()), out);
      case NATIVE_TOKEN -> passToken(progress.token(), out);
      case GARBAGE -> progress.fail("the model sent an event that is not a JSON object");
    }
  }

  private void passToken(NativeAnswer token, ByteArrayOutputStream out) {
    if (!progress.fault().isEmpty()) {
      return;
    }
    if (!token.text().isEmpty()) {
      pass(writer.token(token.text(), !hasTokens), out);
      hasTokens = true;
    }
    if (!token.finishReason().isEmpty()) {
      pass(writer.end(token.finishReason()), out);
      hasTokens = true;
    }
  }

  /** Engines that send their own tokens tell the usage with the last, not in a chunk. */
  private void passTokensUsage(ByteArrayOutputStream out) {
    if (wantsUsage && hasTokens) {
      pass(writer.usage(progress.usage()), out);
    }
  }

  private void relayError(byte[] error, ByteArrayOutputStream out) {
    if (hasPassed) {
      pass(error, out);
    } else {
      errorToCome = error;
    }
  }

  private void pass(byte[] bytes, ByteArrayOutputStream out) {
    hasPassed = true;
    out.writeBytes(bytes);
  }
}
