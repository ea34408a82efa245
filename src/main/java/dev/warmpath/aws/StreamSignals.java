package dev.warmpath.aws;

import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.reactivestreams.Subscriber;
import org.reactivestreams.Subscription;
import software.amazon.awssdk.core.async.SdkPublisher;
import software.amazon.awssdk.services.sagemakerruntime.model.InvokeEndpointWithResponseStreamResponse;
import software.amazon.awssdk.services.sagemakerruntime.model.InvokeEndpointWithResponseStreamResponseHandler;
import software.amazon.awssdk.services.sagemakerruntime.model.PayloadPart;
import software.amazon.awssdk.services.sagemakerruntime.model.ResponseStream;

/**
 * The queue between the SDK, which calls, and a stream's reader, who asks.
 *
 * <p>The SDK's threads only ever add to it; at most {@link #WINDOW} parts wait in it, since no more
 * are requested. One thread takes.
 */
final class StreamSignals
    implements InvokeEndpointWithResponseStreamResponseHandler, Subscriber<ResponseStream> {
  /** How many parts may wait for their reader. */
  static final int WINDOW = 16;

  private final BlockingQueue<StreamSignal> queue = new LinkedBlockingQueue<>();
  private final AtomicReference<@Nullable Subscription> subscription = new AtomicReference<>();

  /** Waits for what comes next; empty if nothing does within the limit or until an interrupt. */
  Optional<StreamSignal> take(Duration limit) {
    try {
      return Optional.ofNullable(queue.poll(limit.toNanos(), TimeUnit.NANOSECONDS));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return Optional.empty();
    }
  }

  /** Lets the SDK send one part more. */
  void request() {
    Subscription current = subscription.get();
    if (current != null) {
      current.request(1);
    }
  }

  /** Wants no more parts. */
  void cancel() {
    Subscription current = subscription.get();
    if (current != null) {
      current.cancel();
    }
  }

  @Override
  public void responseReceived(InvokeEndpointWithResponseStreamResponse response) {
    queue.add(new StreamSignal.Head(response));
  }

  @Override
  public void onEventStream(SdkPublisher<ResponseStream> publisher) {
    publisher.subscribe(this);
  }

  @Override
  public void onSubscribe(Subscription accepted) {
    subscription.set(accepted);
    accepted.request(WINDOW);
  }

  @Override
  public void onNext(ResponseStream event) {
    if (event instanceof PayloadPart part
        && part.bytes() != null
        && part.bytes().asByteArrayUnsafe().length > 0) {
      queue.add(new StreamSignal.Part(part.bytes().asByteArrayUnsafe()));
    } else {
      // An event of a kind that did not exist when the SDK was made, or one without content.
      request();
    }
  }

  @Override
  public void onError(Throwable cause) {
    queue.add(new StreamSignal.Failure(cause));
  }

  @Override
  public void onComplete() {
    queue.add(new StreamSignal.Complete());
  }

  /** Told of by the subscription as well; one that never came has only this. */
  @Override
  public void exceptionOccurred(Throwable cause) {
    queue.add(new StreamSignal.Failure(cause));
  }

  /** Told of by the subscription as well. */
  @Override
  public void complete() {}

  /** Takes note of how the call ended, which covers what happens before there is a subscription. */
  void ended(@Nullable Throwable cause) {
    if (cause != null) {
      queue.add(new StreamSignal.Failure(cause));
    }
  }
}
