package dev.warmpath.aws;

import dev.warmpath.router.port.Degradation;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.event.Level;
import software.amazon.awssdk.core.exception.SdkException;

/** Tells the operator why DynamoDB fails, without a line for every request. Thread-safe. */
final class FailureLog {
  private static final Logger LOGGER = LoggerFactory.getLogger(FailureLog.class);

  private final String tableName;
  private final AtomicReference<Optional<Degradation>> last =
      new AtomicReference<>(Optional.empty());

  FailureLog(String tableName) {
    this.tableName = tableName;
  }

  /** Takes note of an answer. */
  void recovered() {
    last.set(Optional.empty());
  }

  /** Says so in the log once, until the reason changes or a read succeeds. */
  Degradation reason(SdkException exception, String call) {
    Degradation reason = DynamoDbFailures.reason(exception);
    boolean known = last.getAndSet(Optional.of(reason)).equals(Optional.of(reason));
    LOGGER
        .atLevel(known ? Level.DEBUG : Level.WARN)
        .addKeyValue("call", call)
        .addKeyValue("table", tableName)
        .addKeyValue("reason", reason)
        .addKeyValue("error", ErrorCodes.brief(exception))
        .log("affinity table call failed");
    LOGGER.atDebug().setCause(exception).log("affinity table call failed");
    return reason;
  }
}
