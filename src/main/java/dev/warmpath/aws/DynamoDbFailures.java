package dev.warmpath.aws;

import dev.warmpath.router.port.Degradation;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.util.Set;
import software.amazon.awssdk.awscore.exception.AwsServiceException;
import software.amazon.awssdk.core.exception.AbortedException;
import software.amazon.awssdk.core.exception.ApiCallAttemptTimeoutException;
import software.amazon.awssdk.core.exception.ApiCallTimeoutException;
import software.amazon.awssdk.core.exception.SdkException;
import software.amazon.awssdk.services.dynamodb.model.ProvisionedThroughputExceededException;
import software.amazon.awssdk.services.dynamodb.model.RequestLimitExceededException;
import software.amazon.awssdk.services.dynamodb.model.ResourceNotFoundException;
import software.amazon.awssdk.services.dynamodb.model.ThrottlingException;

/** What the SDK's exceptions mean to the table's callers. */
final class DynamoDbFailures {
  /** Errors that an operator must mend: no later call will fare better. */
  private static final Set<String> DENIED =
      Set.of(
          "AccessDeniedException",
          "UnrecognizedClientException",
          "InvalidSignatureException",
          "IncompleteSignatureException",
          "MissingAuthenticationTokenException",
          "ExpiredTokenException");

  private DynamoDbFailures() {}

  /** The reason that an exception stands for. */
  static Degradation reason(SdkException exception) {
    return switch (exception) {
      case ProvisionedThroughputExceededException e -> Degradation.THROTTLED;
      case RequestLimitExceededException e -> Degradation.THROTTLED;
      case ThrottlingException e -> Degradation.THROTTLED;
      case ResourceNotFoundException e -> Degradation.DENIED;
      case AwsServiceException e -> reason(e);
      case ApiCallTimeoutException e -> Degradation.TIMEOUT;
      case ApiCallAttemptTimeoutException e -> Degradation.TIMEOUT;
      case AbortedException e -> Degradation.TIMEOUT;
      default ->
          hasCause(exception, InterruptedIOException.class)
              ? Degradation.TIMEOUT
              : Degradation.FAILED;
    };
  }

  /**
   * Whether the connection broke before there was an answer. A pooled connection that the other
   * side has closed while the environment was frozen ends like that.
   */
  static boolean isBrokenConnection(SdkException exception) {
    // An answer that cannot be parsed has such a cause too, but further down.
    return !(exception instanceof AwsServiceException)
        && exception.getCause() instanceof IOException
        && reason(exception) == Degradation.FAILED;
  }

  private static Degradation reason(AwsServiceException exception) {
    if (exception.isThrottlingException()) {
      return Degradation.THROTTLED;
    }
    boolean denied = DENIED.contains(ErrorCodes.of(exception));
    return denied ? Degradation.DENIED : Degradation.FAILED;
  }

  private static boolean hasCause(Throwable thrown, Class<? extends Throwable> kind) {
    for (Throwable t = thrown; t != null; t = t.getCause()) {
      if (kind.isInstance(t)) {
        return true;
      }
    }
    return false;
  }
}
