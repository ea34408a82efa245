package dev.warmpath.smoke;

import java.time.Duration;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * What is checked, and how.
 *
 * @param stack the CloudFormation stack
 * @param key the key that the door wants; empty for a door that wants a signature
 * @param beginning what the chats of a session share
 * @param patience how long to wait for a metric
 * @param sessions names that nobody has used before
 */
public record SmokeOptions(
    String stack,
    Optional<String> key,
    String beginning,
    Duration patience,
    Supplier<String> sessions) {
  /** Leaves key and prompt out. */
  @Override
  public String toString() {
    return "SmokeOptions[" + stack + "]";
  }
}
