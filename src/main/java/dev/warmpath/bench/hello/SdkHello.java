package dev.warmpath.bench.hello;

import com.amazonaws.services.lambda.runtime.Context;
import com.amazonaws.services.lambda.runtime.RequestHandler;
import java.util.Map;
import software.amazon.awssdk.core.SdkBytes;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.sagemakerruntime.SageMakerRuntimeClient;

/**
 * A function that reads one item and invokes one endpoint with clients as the SDK makes them: what
 * anybody writes first. The HTTP client is the one that the SDK finds on the class path, or the one
 * of {@code software.amazon.awssdk.http.service.impl}.
 */
public final class SdkHello implements RequestHandler<Map<String, Object>, String> {
  private final DynamoDbClient table = DynamoDbClient.create();
  private final SageMakerRuntimeClient engines = SageMakerRuntimeClient.create();

  /** What Lambda calls. */
  public SdkHello() {}

  @Override
  public String handleRequest(Map<String, Object> event, Context context) {
    table.getItem(
        r -> r.tableName("affinity").key(Map.of("pk", AttributeValue.fromS("P#default#0"))));
    return engines
        .invokeEndpoint(
            r ->
                r.endpointName("bench")
                    .contentType("application/json")
                    .body(SdkBytes.fromUtf8String(String.valueOf(event.get("body")))))
        .body()
        .asUtf8String();
  }
}
