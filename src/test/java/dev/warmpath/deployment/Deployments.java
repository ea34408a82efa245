package dev.warmpath.deployment;

import dev.warmpath.bootstrap.Setting;
import java.util.Map;
import java.util.stream.Stream;

/** Parameters that people deploy with: as few as possible, and one of everything. */
final class Deployments {
  static final Map<String, String> SMALLEST = Map.of("EndpointName", "llama");
  static final Map<String, String> EVERYTHING =
      Map.ofEntries(
          Map.entry("EndpointName", "llama,Mistral-7B"),
          Map.entry("EndpointArnName", "llama,mistral-7b"),
          Map.entry("AuthMode", "IAM"),
          Map.entry("SnapStart", "on"),
          Map.entry("ReservedConcurrency", "20"),
          Map.entry("AccessLog", "ON"),
          Map.entry("MetricsMode", "emf"),
          Map.entry("AlarmTopicArn", "arn:aws:sns:eu-west-1:123456789012:pages"));

  static final Map<String, String> KEYS = Map.of("EndpointName", "llama", "AuthMode", "KEYS");

  /** The function's default namespace, which the template therefore does not pass. */
  static final String NAMESPACE = Setting.NAMESPACE.defaultValue();

  private Deployments() {}

  static Stream<Map<String, String>> all() {
    return Stream.of(SMALLEST, EVERYTHING);
  }

  /** The same, and one behind each other door. */
  static Stream<Map<String, String>> behindEveryDoor() {
    return Stream.concat(all(), Stream.of(KEYS));
  }
}
