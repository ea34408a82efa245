package dev.warmpath.aws;

import dev.warmpath.router.port.EngineCall;
import dev.warmpath.router.port.EngineOpening;
import dev.warmpath.router.port.EngineOutcome.Failed;
import dev.warmpath.router.port.EngineOutcome.Kind;
import dev.warmpath.router.port.EnginePart;
import dev.warmpath.router.port.EngineStream;
import java.time.Duration;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.sagemakerruntime.model.InvokeEndpointWithResponseStreamResponse;

/** One answer of SageMaker in pieces. Used by one thread at a time. */
final class SageMakerStream implements EngineStream {
  /** How much later than the SDK's own timeout the reader gives up by himself. */
  private static final Duration TIMEOUT_MARGIN = Duration.ofSeconds(1);

  private final EngineCall call;
  private final StreamSignals signals;
  private final CompletableFuture<Void> running;
  private String contentType = "application/octet-stream";
  private String invokedVariant = "";
  private @Nullable EnginePart first;
  private @Nullable EnginePart last;

  /**
   * Makes a stream.
   *
   * @param running the SDK's call, which ends at the call's timeout
   */
  SageMakerStream(EngineCall call, StreamSignals signals, CompletableFuture<Void> running) {
    this.call = call;
    this.signals = signals;
    this.running = running;
  }

  /** Waits for the first bytes. */
  EngineOpening open() {
    EnginePart part = read();
    return switch (part) {
      case EnginePart.Data data -> {
        first = data;
        yield new EngineOpening.Opened(this);
      }
      // No model answers a prompt with nothing: the answer was lost between container and router.
      case EnginePart.End() ->
          new EngineOpening.Refused(new Failed(Kind.FAULT, 200, "the model sent an empty answer"));
      case EnginePart.Broken(Failed failure) -> {
        close();
        yield new EngineOpening.Refused(failure);
      }
    };
  }

  @Override
  public String contentType() {
    return contentType;
  }

  @Override
  public String invokedVariant() {
    return invokedVariant;
  }

  @Override
  public EnginePart next() {
    EnginePart waiting = first;
    if (waiting != null) {
      first = null;
      return waiting;
    }
    return read();
  }

  /** Aborts what still runs: the connection is closed, which is all that SageMaker can notice. */
  @Override
  public void close() {
    first = null;
    if (last == null) {
      last = new EnginePart.Broken(new Failed(Kind.FAULT, 0, "the stream has been closed"));
    }
    if (!running.isDone()) {
      signals.cancel();
      running.cancel(true);
    }
  }

  private EnginePart read() {
    while (last == null) {
      Optional<StreamSignal> signal = signals.take(call.timeout().plus(TIMEOUT_MARGIN));
      if (signal.isEmpty()) {
        last = new EnginePart.Broken(SageMakerFailure.ofSilence(call));
        return last;
      }
      switch (signal.get()) {
        case StreamSignal.Head(var response) -> head(response);
        case StreamSignal.Part(byte[] bytes) -> {
          signals.request();
          return new EnginePart.Data(bytes);
        }
        case StreamSignal.Complete() -> last = new EnginePart.End();
        case StreamSignal.Failure(Throwable cause) ->
            last = new EnginePart.Broken(SageMakerFailure.ofStream(cause, call));
      }
    }
    return last;
  }

  private void head(InvokeEndpointWithResponseStreamResponse response) {
    contentType = Objects.requireNonNullElse(response.contentType(), contentType);
    invokedVariant = Objects.requireNonNullElse(response.invokedProductionVariant(), "");
  }
}
