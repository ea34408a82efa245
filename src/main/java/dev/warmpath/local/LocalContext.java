package dev.warmpath.local;

import com.amazonaws.services.lambda.runtime.ClientContext;
import com.amazonaws.services.lambda.runtime.CognitoIdentity;
import com.amazonaws.services.lambda.runtime.Context;
import com.amazonaws.services.lambda.runtime.LambdaLogger;
import java.nio.charset.StandardCharsets;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The context of one invocation outside Lambda: a request id and the time that is left. */
final class LocalContext implements Context {
  private static final Logger LOGGER = LoggerFactory.getLogger("function");
  private static final String FUNCTION = "warmpath-local";
  private static final int MEMORY_MEGABYTES = 1024;
  private static final long NANOS_PER_MILLISECOND = 1_000_000;

  private final String requestId;
  private final LongSupplier nanos;
  private final long deadline;

  /**
   * Makes a context.
   *
   * @param deadline the reading of the clock at which the time is over
   */
  LocalContext(String requestId, LongSupplier nanos, long deadline) {
    this.requestId = requestId;
    this.nanos = nanos;
    this.deadline = deadline;
  }

  @Override
  public String getAwsRequestId() {
    return requestId;
  }

  @Override
  public String getLogGroupName() {
    return "/aws/lambda/" + FUNCTION;
  }

  @Override
  public String getLogStreamName() {
    return "local";
  }

  @Override
  public String getFunctionName() {
    return FUNCTION;
  }

  @Override
  public String getFunctionVersion() {
    return "$LATEST";
  }

  @Override
  public String getInvokedFunctionArn() {
    return "arn:aws:lambda:local:000000000000:function:" + FUNCTION;
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
  public int getRemainingTimeInMillis() {
    return (int) Math.max(0, (deadline - nanos.getAsLong()) / NANOS_PER_MILLISECOND);
  }

  @Override
  public int getMemoryLimitInMB() {
    return MEMORY_MEGABYTES;
  }

  @Override
  public LambdaLogger getLogger() {
    return new LambdaLogger() {
      @Override
      public void log(String message) {
        LOGGER.info(message);
      }

      @Override
      public void log(byte[] message) {
        LOGGER.info(new String(message, StandardCharsets.UTF_8));
      }
    };
  }
}
