package dev.warmpath.local;

import com.fasterxml.jackson.jr.ob.JSON;
import com.sun.net.httpserver.HttpExchange;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * An HTTP answer of SageMaker Runtime, which speaks the protocol that AWS calls rest-json: an
 * error's type stands in a header, its members in a JSON body.
 *
 * @param status the HTTP status
 * @param headers what is sent with it
 * @param body what is sent
 */
// Arrays are compared by nobody here.
@SuppressWarnings("ArrayRecordComponent")
record RuntimeAnswer(int status, Map<String, String> headers, byte[] body) {
  private static final String ACCOUNT = "000000000000";

  RuntimeAnswer {
    headers = Map.copyOf(headers);
  }

  /** Sends head and body. */
  void sendTo(HttpExchange exchange) throws IOException {
    headers.forEach(exchange.getResponseHeaders()::set);
    LoopbackServer.send(exchange, status, body);
  }

  /** What a model's container said. */
  static RuntimeAnswer success(String variant, ContainerAnswer answer) {
    return new RuntimeAnswer(
        200,
        Map.of("Content-Type", answer.contentType(), "x-Amzn-Invoked-Production-Variant", variant),
        answer.body());
  }

  /** What SageMaker makes of a container's failure. */
  static RuntimeAnswer modelError(String endpoint, String variant, ContainerAnswer answer) {
    boolean client = answer.status() >= 400 && answer.status() < 500;
    String original =
        answer.status() == ContainerAnswer.NO_ANSWER
            ? "Your invocation timed out while waiting for a response from container primary."
                + " Review the latency metrics for each container in Amazon CloudWatch, resolve"
                + " the issue, and try again."
            : new String(answer.body(), StandardCharsets.UTF_8);
    String group = "/aws/sagemaker/Endpoints/" + endpoint;
    Map<String, Object> members = new LinkedHashMap<>();
    members.put("ErrorCode", client ? "CLIENT_ERROR_FROM_MODEL" : "SERVER_ERROR_FROM_MODEL");
    members.put(
        "LogStreamArn",
        "arn:aws:logs:local:" + ACCOUNT + ":log-group:" + group + ":log-stream:" + variant);
    members.put(
        "Message",
        ("Received %s error (%d) from primary with message \"%s\". See %s in account %s for more"
                + " information.")
            .formatted(client ? "client" : "server", answer.status(), original, group, ACCOUNT));
    members.put("OriginalMessage", original);
    members.put("OriginalStatusCode", answer.status());
    return error(424, "ModelError", members);
  }

  /** The endpoint is not there. */
  static RuntimeAnswer noSuchEndpoint(String endpoint) {
    return error(
        400,
        "ValidationError",
        Map.of(
            "ErrorCode",
            "NO_SUCH_ENDPOINT",
            "Message",
            "Endpoint " + endpoint + " of account " + ACCOUNT + " not found."));
  }

  /** A request that cannot be meant. */
  static RuntimeAnswer invalid(String message) {
    return error(400, "ValidationError", Map.of("Message", message));
  }

  /** The body exceeds the limit of a real-time endpoint. */
  static RuntimeAnswer tooLarge(int limitBytes) {
    return error(
        413,
        "RequestEntityTooLarge",
        Map.of("Message", "The request body must not exceed " + limitBytes + " bytes."));
  }

  /** SageMaker itself failed. */
  static RuntimeAnswer internalFailure() {
    return error(500, "InternalFailure", Map.of("Message", "Internal failure."));
  }

  /** No such operation. */
  static RuntimeAnswer unknownOperation() {
    return error(404, "UnknownOperationException", Map.of());
  }

  private static RuntimeAnswer error(int status, String type, Map<String, Object> members) {
    return new RuntimeAnswer(
        status,
        Map.of("Content-Type", "application/json", "x-amzn-ErrorType", type),
        json(members));
  }

  /** The members of an error. */
  static byte[] json(Map<String, ?> members) {
    try {
      return JSON.std.asBytes(members);
    } catch (IOException e) {
      throw new IllegalStateException("an error must be writable as JSON", e);
    }
  }
}
