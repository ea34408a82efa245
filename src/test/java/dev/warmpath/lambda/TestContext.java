package dev.warmpath.lambda;

import com.amazonaws.services.lambda.runtime.ClientContext;
import com.amazonaws.services.lambda.runtime.CognitoIdentity;
import com.amazonaws.services.lambda.runtime.Context;
import com.amazonaws.services.lambda.runtime.LambdaLogger;
import org.jspecify.annotations.Nullable;

/** An invocation's context of which only the name and the time left are known. */
record TestContext(String requestId, int millisLeft) implements Context {
  /** A context with the time that the function usually has. */
  static TestContext of(String requestId) {
    return new TestContext(requestId, 28_000);
  }

  @Override
  public String getAwsRequestId() {
    return requestId;
  }

  @Override
  public int getRemainingTimeInMillis() {
    return millisLeft;
  }

  @Override
  public String getLogGroupName() {
    return "";
  }

  @Override
  public String getLogStreamName() {
    return "";
  }

  @Override
  public String getFunctionName() {
    return "router";
  }

  @Override
  public String getFunctionVersion() {
    return "1";
  }

  @Override
  public String getInvokedFunctionArn() {
    return "";
  }

  @Override
  public @Nullable CognitoIdentity getIdentity() {
    return null;
  }

  @Override
  public @Nullable ClientContext getClientContext() {
    return null;
  }

  @Override
  public int getMemoryLimitInMB() {
    return 1024;
  }

  @Override
  public LambdaLogger getLogger() {
    throw new UnsupportedOperationException("the function logs through SLF4J");
  }
}
