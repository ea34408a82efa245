package dev.warmpath.local;

import com.amazonaws.services.lambda.runtime.Context;
import com.amazonaws.services.lambda.runtime.RequestStreamHandler;
import com.amazonaws.services.lambda.runtime.events.APIGatewayProxyRequestEvent;
import com.fasterxml.jackson.jr.ob.JSON;
import dev.warmpath.keys.BearerKey;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A function behind a Lambda authorizer, as API Gateway puts it there with {@code AuthMode=KEYS}.
 *
 * <p>The authorizer is asked anew for every request: unlike API Gateway, which keeps its answers
 * for a minute, this door sees a revoked key at once. There is no usage plan. Safe for any number
 * of threads.
 */
public final class KeyDoor implements GatewayFunction {
  private static final Logger LOGGER = LoggerFactory.getLogger(KeyDoor.class);

  private static final String METHOD_ARN =
      "arn:aws:execute-api:us-east-1:000000000000:local/local/";

  private final RequestStreamHandler authorizer;
  private final GatewayFunction function;

  /**
   * Puts a function behind an authorizer.
   *
   * @param authorizer of type TOKEN, over the header {@code Authorization}
   */
  public KeyDoor(RequestStreamHandler authorizer, GatewayFunction function) {
    this.authorizer = authorizer;
    this.function = function;
  }

  @Override
  public void handle(APIGatewayProxyRequestEvent event, Context context, Reply reply)
      throws IOException {
    Optional<String> header = authorization(event);
    if (header.filter(value -> value.matches(BearerKey.HEADER_PATTERN)).isEmpty()) {
      GatewayRefusal.UNAUTHORIZED.send(reply, context.getAwsRequestId());
      return;
    }
    JsonObject answer;
    try {
      answer = ask(header.get(), event, context);
    } catch (IOException | RuntimeException e) {
      LOGGER.atWarn().addKeyValue("error", e.getClass().getName()).log("authorizer failed");
      GatewayRefusal.AUTHORIZER_FAILURE.send(reply, context.getAwsRequestId());
      return;
    }
    if (!allows(answer)) {
      GatewayRefusal.ACCESS_DENIED.send(reply, context.getAwsRequestId());
      return;
    }
    event.getRequestContext().setAuthorizer(context(answer));
    function.handle(event, context, reply);
  }

  private JsonObject ask(String header, APIGatewayProxyRequestEvent event, Context context)
      throws IOException {
    String question =
        JSON.std.asString(
            Map.of(
                "type",
                "TOKEN",
                "authorizationToken",
                header,
                "methodArn",
                METHOD_ARN + event.getHttpMethod() + event.getPath()));
    ByteArrayOutputStream answer = new ByteArrayOutputStream();
    authorizer.handleRequest(
        new ByteArrayInputStream(question.getBytes(StandardCharsets.UTF_8)), answer, context);
    return parsed(answer.toByteArray());
  }

  private static JsonObject parsed(byte[] answer) throws IOException {
    try {
      return JsonObject.parse(answer);
    } catch (RefusedBodyException e) {
      throw new IOException("the authorizer's answer is no JSON object", e);
    }
  }

  /** One statement about the whole stage: all that our authorizer gives. */
  private static boolean allows(JsonObject answer) {
    return answer.field("policyDocument").orElse(Map.of()) instanceof Map<?, ?> policy
        && policy.get("Statement") instanceof List<?> statements
        && statements.size() == 1
        && statements.getFirst() instanceof Map<?, ?> statement
        && "Allow".equals(statement.get("Effect"));
  }

  private static Map<String, Object> context(JsonObject answer) {
    Map<String, Object> context = new HashMap<>();
    if (answer.field("context").orElse(Map.of()) instanceof Map<?, ?> given) {
      given.forEach((name, value) -> context.put(String.valueOf(name), String.valueOf(value)));
    }
    answer.field("principalId").ifPresent(id -> context.put("principalId", id));
    return context;
  }

  private static Optional<String> authorization(APIGatewayProxyRequestEvent event) {
    return event.getHeaders().entrySet().stream()
        .filter(header -> header.getKey().toLowerCase(Locale.ROOT).equals("authorization"))
        .map(Map.Entry::getValue)
        .findFirst();
  }
}
