package dev.warmpath.aws;

import java.util.Optional;
import software.amazon.awssdk.awscore.exception.AwsServiceException;
import software.amazon.awssdk.core.exception.SdkException;

/** What AWS calls its errors. */
final class ErrorCodes {
  private ErrorCodes() {}

  /** The error's name; empty where what stands between answered without any. */
  static String of(AwsServiceException thrown) {
    return Optional.ofNullable(thrown.awsErrorDetails())
        .flatMap(details -> Optional.ofNullable(details.errorCode()))
        .orElse("");
  }

  /** What a log says: the status and the error's name, or else the kind of exception. */
  static String brief(SdkException thrown) {
    return thrown instanceof AwsServiceException service
        ? (service.statusCode() + " " + of(service)).strip()
        : thrown.getClass().getSimpleName();
  }
}
