package dev.warmpath.cli;

import java.net.URI;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Which parts of a local tier are AWS's own, or an emulator's, in place of the local ones. */
final class RemoteServices {
  private static final String AWS = "aws";

  @Option(
      names = "--sagemaker-endpoint",
      paramLabel = "URL|aws",
      description = "Invokes a SageMaker endpoint in place of local engines; needs --endpoint.")
  private @Nullable String sageMaker;

  @Option(
      names = "--endpoint",
      paramLabel = "NAME",
      description = "The SageMaker endpoint whose variants are the targets.")
  private @Nullable String endpointName;

  @Option(
      names = "--dynamodb-endpoint",
      paramLabel = "URL|aws",
      description = "Keeps the affinity table in DynamoDB in place of memory; needs --table.")
  private @Nullable String dynamoDb;

  @Option(
      names = "--table",
      paramLabel = "NAME",
      description = "The DynamoDB table; it must exist, with a string key named 'pk'.")
  private @Nullable String tableName;

  @Option(
      names = "--cloudwatch-endpoint",
      paramLabel = "URL|aws",
      description = "Publishes metrics; without it none are.")
  private @Nullable String cloudWatch;

  /** Where one service is: AWS itself has no address of its own here. */
  record Location(Optional<URI> address) {}

  /** Where SageMaker is; empty for the local engines. */
  Optional<Location> sageMaker() {
    return location("--sagemaker-endpoint", sageMaker);
  }

  /** Where DynamoDB is; empty for a table in memory. */
  Optional<Location> dynamoDb() {
    return location("--dynamodb-endpoint", dynamoDb);
  }

  /** Where CloudWatch is; empty for nowhere. */
  Optional<Location> cloudWatch() {
    return location("--cloudwatch-endpoint", cloudWatch);
  }

  /** The SageMaker endpoint's name. */
  String endpointName() {
    return required("--sagemaker-endpoint", "--endpoint", endpointName);
  }

  /** The table's name. */
  String tableName() {
    return required("--dynamodb-endpoint", "--table", tableName);
  }

  private static Optional<Location> location(String option, @Nullable String value) {
    if (value == null) {
      return Optional.empty();
    }
    if (value.equals(AWS)) {
      return Optional.of(new Location(Optional.empty()));
    }
    if (!value.matches("https?://[^/\\s]+.*")) {
      throw new IllegalArgumentException(
          option + " must be 'aws' or a URL but was '" + value + "'");
    }
    return Optional.of(new Location(Optional.of(URI.create(value))));
  }

  private static String required(String option, String name, @Nullable String value) {
    if (value == null || value.isBlank()) {
      throw new IllegalArgumentException(option + " needs " + name);
    }
    return value;
  }
}
