package dev.warmpath.aws;

import dev.warmpath.router.port.EngineCall;
import dev.warmpath.router.port.EngineOutcome.Failed;
import dev.warmpath.router.port.EngineOutcome.Kind;
import dev.warmpath.routing.Target;
import java.net.SocketTimeoutException;
import java.time.Duration;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletionException;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.awscore.exception.AwsServiceException;
import software.amazon.awssdk.core.exception.ApiCallAttemptTimeoutException;
import software.amazon.awssdk.core.exception.ApiCallTimeoutException;
import software.amazon.awssdk.core.exception.SdkException;
import software.amazon.awssdk.services.sagemakerruntime.model.InternalStreamFailureException;
import software.amazon.awssdk.services.sagemakerruntime.model.ModelErrorException;
import software.amazon.awssdk.services.sagemakerruntime.model.ModelStreamErrorException;
import software.amazon.awssdk.services.sagemakerruntime.model.ValidationErrorException;

/** Tells from what the SDK throws whose fault it is, and says it in a sentence for the caller. */
final class SageMakerFailure {
  /** Codes that say "these credentials will not do", whatever their HTTP status. */
  private static final Set<String> REFUSED_CREDENTIALS =
      Set.of(
          "AccessDenied",
          "AccessDeniedException",
          "ExpiredToken",
          "ExpiredTokenException",
          "IncompleteSignature",
          "InvalidClientTokenId",
          "InvalidSignatureException",
          "MissingAuthenticationToken",
          "NotAuthorized",
          "OptInRequired",
          "UnrecognizedClientException");

  private SageMakerFailure() {}

  static Failed of(SdkException thrown, EngineCall call) {
    return switch (thrown) {
      case ModelErrorException model -> ofModel(model);
      case ValidationErrorException invalid -> ofValidation(invalid, call.target());
      case AwsServiceException service -> ofService(service, call.target());
      case ApiCallTimeoutException late -> late(call);
      case ApiCallAttemptTimeoutException late -> late(call);
      default -> ofConnection(thrown, call);
    };
  }

  /**
   * Whose fault it is that an answer in pieces broke off, or never began.
   *
   * @param thrown what the SDK reported, perhaps wrapped
   */
  static Failed ofStream(Throwable thrown, EngineCall call) {
    return switch (unwrapped(thrown)) {
      case ModelStreamErrorException model -> ofModelStream(model);
      case InternalStreamFailureException internal ->
          new Failed(Kind.FAULT, 0, "SageMaker failed in the middle of the answer");
      case SdkException known -> of(known, call);
      default -> new Failed(Kind.FAULT, 0, "the connection to SageMaker failed");
    };
  }

  /** A stream of which nothing was heard until its time was up. */
  static Failed ofSilence(EngineCall call) {
    return late(call);
  }

  private static Failed ofModelStream(ModelStreamErrorException thrown) {
    return "ModelInvocationTimeExceeded".equals(thrown.errorCode())
        ? new Failed(Kind.TIMEOUT, 0, "the model did not end its answer in time")
        : new Failed(Kind.FAULT, 0, "the model failed in the middle of its answer");
  }

  private static Throwable unwrapped(Throwable thrown) {
    Throwable cause = thrown.getCause();
    return thrown instanceof CompletionException && cause != null ? cause : thrown;
  }

  private static Failed ofModel(ModelErrorException thrown) {
    int status = Objects.requireNonNullElse(thrown.originalStatusCode(), 0);
    if (status == 429 || status == 503) {
      return new Failed(Kind.BACKPRESSURE, status, "the model is busy, try again later");
    }
    // SageMaker gives up on a container with status 0, for silence and for refusal alike.
    if (status == 408 || (status == 0 && said(thrown, "timed out"))) {
      return new Failed(Kind.TIMEOUT, status, "the model did not answer in time");
    }
    return status >= 400 && status < 500
        ? new Failed(Kind.CALLER, status, ModelMessage.of(thrown.originalMessage()))
        : new Failed(Kind.FAULT, status, "the model failed" + withStatus(status));
  }

  private static Failed ofValidation(ValidationErrorException thrown, Target target) {
    int status = thrown.statusCode();
    if (said(thrown, "no capacity")) {
      return new Failed(Kind.BACKPRESSURE, status, "the model has no capacity, try again later");
    }
    boolean aboutTarget = said(thrown, "endpoint", "variant", "inference component");
    boolean missing =
        said(
            thrown,
            "not found",
            "could not find",
            "does not exist",
            "not in service",
            "inservice",
            "header is required");
    return aboutTarget && missing
        ? new Failed(
            Kind.MISCONFIGURED, status, "SageMaker does not know " + target.id() + " as in service")
        : new Failed(
            Kind.CALLER, status, "SageMaker finds the request invalid: " + awsMessage(thrown));
  }

  private static Failed ofService(AwsServiceException thrown, Target target) {
    int status = thrown.statusCode();
    if (thrown.isThrottlingException() || status == 429 || status == 503) {
      return new Failed(
          Kind.BACKPRESSURE, status, "SageMaker is busy, try again later", retryAfter(thrown));
    }
    if (status == 401 || status == 403 || REFUSED_CREDENTIALS.contains(ErrorCodes.of(thrown))) {
      return new Failed(
          Kind.MISCONFIGURED,
          status,
          "the router may not invoke " + target.id() + awsCodeOf(thrown));
    }
    if (status == 413) {
      return new Failed(Kind.CALLER, status, "the request is too large for SageMaker");
    }
    if (status == 404 || status == 405) {
      return new Failed(
          Kind.MISCONFIGURED, status, "what was taken for SageMaker does not offer InvokeEndpoint");
    }
    return status >= 400 && status < 500
        ? new Failed(Kind.CALLER, status, "SageMaker refuses the request" + awsCodeOf(thrown))
        : new Failed(Kind.FAULT, status, "SageMaker failed" + withStatus(status));
  }

  /** SageMaker's own answer; of a container's it passes on status and message only. */
  private static Optional<Duration> retryAfter(AwsServiceException thrown) {
    return Optional.ofNullable(thrown.awsErrorDetails())
        .flatMap(details -> Optional.ofNullable(details.sdkHttpResponse()))
        .flatMap(response -> response.firstMatchingHeader("Retry-After"))
        .filter(seconds -> seconds.matches("[0-9]{1,6}"))
        .map(seconds -> Duration.ofSeconds(Long.parseLong(seconds)));
  }

  private static Failed ofConnection(SdkException thrown, EngineCall call) {
    String said = Objects.requireNonNullElse(thrown.getMessage(), "");
    // The SDK has no class of its own for this.
    if (said.startsWith("Unable to load credentials")) {
      return new Failed(Kind.MISCONFIGURED, 0, "the router has no AWS credentials");
    }
    if (said.contains("Timeout waiting for connection from pool")
        || said.contains("failed to acquire a connection within the defined timeout")) {
      return new Failed(Kind.BACKPRESSURE, 0, "the router has no free connection, try again later");
    }
    return isReadTimeout(thrown)
        ? late(call)
        : new Failed(Kind.FAULT, 0, "the connection to SageMaker failed");
  }

  /** A connection that could not be made in time is no slow model: only silence after it is. */
  private static boolean isReadTimeout(Throwable thrown) {
    return Stream.iterate(thrown, Objects::nonNull, Throwable::getCause)
        .anyMatch(t -> t.getClass() == SocketTimeoutException.class);
  }

  private static Failed late(EngineCall call) {
    return new Failed(
        Kind.TIMEOUT,
        0,
        "the model did not answer within %.1f s".formatted(call.timeout().toMillis() / 1000.0));
  }

  private static boolean said(AwsServiceException thrown, String... words) {
    String message = Objects.requireNonNullElse(thrown.getMessage(), "").toLowerCase(Locale.ROOT);
    return Stream.of(words).anyMatch(message::contains);
  }

  private static String withStatus(int status) {
    return status == 0 ? "" : " with status " + status;
  }

  private static String awsCodeOf(AwsServiceException thrown) {
    String code = ErrorCodes.of(thrown);
    return code.isEmpty() ? "" : " (" + code + ")";
  }

  private static String awsMessage(AwsServiceException thrown) {
    @Nullable String message =
        thrown.awsErrorDetails() == null ? null : thrown.awsErrorDetails().errorMessage();
    return ModelMessage.bounded(Objects.requireNonNullElse(message, "no reason given"));
  }
}
