package dev.warmpath.aws;

import software.amazon.awssdk.core.client.config.ClientOverrideConfiguration;
import software.amazon.awssdk.core.interceptor.Context;
import software.amazon.awssdk.core.interceptor.ExecutionAttributes;
import software.amazon.awssdk.core.interceptor.ExecutionInterceptor;
import software.amazon.awssdk.http.SdkHttpResponse;

/**
 * Takes out of answers what says how long to wait before the next try, unless that is a whole
 * number of seconds.
 *
 * <p>Every client of the SDK here needs it: the SDK reads the wait also where it will not try
 * again, and throws an {@link IllegalArgumentException} in place of the service's error if it is
 * negative. Safe for any number of threads.
 */
final class SoundWaits implements ExecutionInterceptor {
  /** The second is read where the SDK's newer way to retry is switched on. */
  private static final String[] WAITS = {"Retry-After", "x-amz-retry-after"};

  private SoundWaits() {}

  /** Sets a client up, and returns its settings. */
  static ClientOverrideConfiguration.Builder in(ClientOverrideConfiguration.Builder client) {
    return client.addExecutionInterceptor(new SoundWaits());
  }

  @Override
  public SdkHttpResponse modifyHttpResponse(
      Context.ModifyHttpResponse context, ExecutionAttributes attributes) {
    SdkHttpResponse response = context.httpResponse();
    for (String wait : WAITS) {
      if (!response.matchingHeaders(wait).stream().allMatch(value -> value.matches("[0-9]+"))) {
        response = response.toBuilder().removeHeader(wait).build();
      }
    }
    return response;
  }
}
