package dev.warmpath.lambda;

import dev.warmpath.local.ContainerAnswer;
import dev.warmpath.local.LocalEndpoint;
import dev.warmpath.local.LocalEndpoint.Hosted;
import dev.warmpath.local.LocalSageMaker;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * What a function's process finds around it, whichever runtime it is in: its variables, and a
 * SageMaker with two engines.
 */
final class FunctionSurroundings implements AutoCloseable {
  /** Stands in every completion. */
  static final String COMPLETION = "MARK-OF-THE-COMPLETION";

  /** The name of a metric that each answer counts in. */
  static final String HIT_RATE = "KVCacheHitRate";

  private final LocalSageMaker sageMaker;

  /** Starts the engines. */
  FunctionSurroundings() {
    try {
      sageMaker =
          LocalSageMaker.listen(
              0,
              List.of(
                  new LocalEndpoint(
                      "llm",
                      List.of(
                          Hosted.variant("blue", FunctionSurroundings::complete),
                          Hosted.variant("green", FunctionSurroundings::complete)))));
    } catch (IOException e) {
      throw new UncheckedIOException("no port is free on the loopback", e);
    }
  }

  /**
   * The variables of the function; a fresh map.
   *
   * @param tableUri where DynamoDB is
   */
  Map<String, String> variables(FakeLambda lambda, String tableUri) {
    Map<String, String> variables = new HashMap<>();
    variables.put("AWS_LAMBDA_RUNTIME_API", lambda.address());
    variables.put("AWS_LAMBDA_INITIALIZATION_TYPE", "on-demand");
    variables.put("AWS_REGION", "us-east-1");
    variables.put("AWS_ACCESS_KEY_ID", "key");
    variables.put("AWS_SECRET_ACCESS_KEY", "secret");
    variables.put("AWS_ENDPOINT_URL_SAGEMAKER_RUNTIME", sageMaker.uri().toString());
    variables.put("AWS_ENDPOINT_URL_DYNAMODB", tableUri);
    variables.put("WARMPATH_TARGETS", "llm/blue,llm/green");
    variables.put("WARMPATH_TABLE", "affinity");
    variables.put("WARMPATH_HASH_SALT", "a salt for tests only");
    variables.put("WARMPATH_METRICS", "emf");
    // A busy machine must not look like a slow table.
    variables.put("WARMPATH_TABLE_FIRST_BUDGET_MS", "10000");
    variables.put("WARMPATH_TABLE_BUDGET_MS", "5000");
    return variables;
  }

  @Override
  public void close() {
    sageMaker.close();
  }

  /** An engine that fails where a prompt says so, and then quotes it. */
  private static ContainerAnswer complete(byte[] body, String contentType) {
    String request = new String(body, StandardCharsets.UTF_8);
    if (request.contains("fail with ")) {
      int status = Integer.parseInt(request.replaceFirst("(?s).*fail with (\\d+).*", "$1"));
      return new ContainerAnswer(status, body, "application/json");
    }
    if (request.contains("answer nonsense")) {
      return new ContainerAnswer(200, body, "text/plain");
    }
    String answer =
        """
        {"choices":[{"message":{"role":"assistant","content":"%s"}}],
         "usage":{"prompt_tokens":100,"completion_tokens":5,
                  "prompt_tokens_details":{"cached_tokens":25}}}
        """
            .formatted(COMPLETION);
    return new ContainerAnswer(200, answer.getBytes(StandardCharsets.UTF_8), "application/json");
  }
}
