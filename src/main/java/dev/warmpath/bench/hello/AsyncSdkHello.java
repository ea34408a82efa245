package dev.warmpath.bench.hello;

import com.amazonaws.services.lambda.runtime.Context;
import com.amazonaws.services.lambda.runtime.RequestHandler;
import java.util.Map;
import software.amazon.awssdk.core.SdkBytes;
import software.amazon.awssdk.services.dynamodb.DynamoDbAsyncClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.sagemakerruntime.SageMakerRuntimeAsyncClient;

/**
 * The two calls of {@link SdkHello} by the SDK's asynchronous clients, of which one is needed to
 * stream. The HTTP client is that of {@code software.amazon.awssdk.http.async.service.impl}.
 */
public final class AsyncSdkHello implements RequestHandler<Map<String, Object>, String> {
  private final DynamoDbAsyncClient table = DynamoDbAsyncClient.create();
  private final SageMakerRuntimeAsyncClient engines = SageMakerRuntimeAsyncClient.create();

  /** What Lambda calls. */
  public AsyncSdkHello() {}

  @Override
  public String handleRequest(Map<String, Object> event, Context context) {
    table
        .getItem(
            r -> r.tableName("affinity").key(Map.of("pk", AttributeValue.fromS("P#default#0"))))
        .join();
    return engines
        .invokeEndpoint(
            r ->
                r.endpointName("bench")
                    .contentType("application/json")
                    .body(SdkBytes.fromUtf8String(String.valueOf(event.get("body")))))
        .join()
        .body()
        .asUtf8String();
  }
}
