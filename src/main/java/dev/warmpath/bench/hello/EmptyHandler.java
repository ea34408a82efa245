package dev.warmpath.bench.hello;

import com.amazonaws.services.lambda.runtime.Context;
import com.amazonaws.services.lambda.runtime.RequestHandler;
import java.util.Map;

/** A function that does nothing: the floor of every start. */
public final class EmptyHandler implements RequestHandler<Map<String, Object>, String> {
  /** What each answer holds, so that the benchmark knows an answer from an error. */
  public static final String ANSWER = "harbour";

  /** What Lambda calls. */
  public EmptyHandler() {}

  @Override
  public String handleRequest(Map<String, Object> event, Context context) {
    return ANSWER;
  }
}
