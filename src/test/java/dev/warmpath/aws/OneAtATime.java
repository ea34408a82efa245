package dev.warmpath.aws;

import java.io.IOException;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;
import software.amazon.awssdk.http.ExecutableHttpRequest;
import software.amazon.awssdk.http.HttpExecuteRequest;
import software.amazon.awssdk.http.HttpExecuteResponse;
import software.amazon.awssdk.http.SdkHttpClient;

/**
 * An HTTP client that has one request answered before it sends the next.
 *
 * <p>DynamoDB serialises the writes to one item; moto does not and loses updates. With this in
 * front of it callers still race each other, request by request.
 */
final class OneAtATime implements SdkHttpClient {
  private final SdkHttpClient client;
  private final Lock lock = new ReentrantLock();

  OneAtATime(SdkHttpClient client) {
    this.client = client;
  }

  @Override
  public ExecutableHttpRequest prepareRequest(HttpExecuteRequest request) {
    ExecutableHttpRequest prepared = client.prepareRequest(request);
    return new ExecutableHttpRequest() {
      @Override
      public HttpExecuteResponse call() throws IOException {
        lock.lock();
        try {
          return prepared.call();
        } finally {
          lock.unlock();
        }
      }

      @Override
      public void abort() {
        prepared.abort();
      }
    };
  }

  @Override
  public void close() {
    client.close();
  }
}
