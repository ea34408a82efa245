package dev.warmpath.aws;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.reactivestreams.Subscriber;
import org.reactivestreams.Subscription;
import software.amazon.awssdk.http.SdkHttpResponse;
import software.amazon.awssdk.http.async.AsyncExecuteRequest;
import software.amazon.awssdk.http.async.SdkAsyncHttpClient;
import software.amazon.awssdk.utils.AttributeMap;

/**
 * HTTP without a network: answers each request of the SDK with what was laid down, on the caller's
 * thread, so that an answer has been decoded when the call returns. For one thread.
 */
final class ScriptedHttp implements SdkAsyncHttpClient {
  private int status = 200;
  private Map<String, String> headers = Map.of();
  private List<byte[]> pieces = List.of();
  private boolean breaks;

  /**
   * Lays down the next answer.
   *
   * @param thatBreaks whether the connection fails behind the last piece
   */
  void answer(
      int withStatus, Map<String, String> withHeaders, List<byte[]> inPieces, boolean thatBreaks) {
    status = withStatus;
    headers = withHeaders;
    pieces = inPieces;
    breaks = thatBreaks;
  }

  @Override
  public CompletableFuture<Void> execute(AsyncExecuteRequest request) {
    SdkHttpResponse.Builder head = SdkHttpResponse.builder().statusCode(status);
    headers.forEach(head::putHeader);
    request.responseHandler().onHeaders(head.build());
    CompletableFuture<Void> done = new CompletableFuture<>();
    request
        .responseHandler()
        .onStream(
            subscriber ->
                subscriber.onSubscribe(
                    new Body(subscriber, new ArrayDeque<>(pieces), breaks, done)));
    return done;
  }

  @Override
  public void close() {}

  /** Gives the SDK one that is there already. */
  record Builder(ScriptedHttp http) implements SdkAsyncHttpClient.Builder<Builder> {
    @Override
    public SdkAsyncHttpClient buildWithDefaults(AttributeMap defaults) {
      return http;
    }
  }

  /** A body as one subscriber gets it: a piece for each that is asked for, then its end. */
  private static final class Body implements Subscription {
    private final Subscriber<? super ByteBuffer> subscriber;
    private final Deque<byte[]> left;
    private final boolean breaks;
    private final CompletableFuture<Void> done;
    private long wanted;
    private boolean sending;
    private boolean ended;

    Body(
        Subscriber<? super ByteBuffer> subscriber,
        Deque<byte[]> pieces,
        boolean breaks,
        CompletableFuture<Void> done) {
      this.subscriber = subscriber;
      this.left = pieces;
      this.breaks = breaks;
      this.done = done;
    }

    @Override
    public void request(long more) {
      wanted = Long.MAX_VALUE - wanted < more ? Long.MAX_VALUE : wanted + more;
      if (sending) {
        return;
      }
      sending = true;
      while (wanted > 0 && !left.isEmpty() && !ended) {
        wanted--;
        subscriber.onNext(ByteBuffer.wrap(left.removeFirst()));
      }
      sending = false;
      if (left.isEmpty() && !ended) {
        end();
      }
    }

    @Override
    public void cancel() {
      ended = true;
      done.complete(null);
    }

    private void end() {
      ended = true;
      if (breaks) {
        IOException cause = new IOException("the connection was cut");
        subscriber.onError(cause);
        done.completeExceptionally(cause);
      } else {
        subscriber.onComplete();
        done.complete(null);
      }
    }
  }
}
