package dev.warmpath.cli;

import dev.warmpath.aws.AwsAccess;
import dev.warmpath.smoke.Deployment;
import dev.warmpath.smoke.SmokeServices;
import java.io.IOException;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The stack that a command is about, and its region; AWS is found as the AWS CLI finds it. */
final class StackOption {
  @Option(
      names = "--stack",
      paramLabel = "NAME",
      description = "A deployment, by the name of its CloudFormation stack.")
  private @Nullable String stack;

  @Option(
      names = "--region",
      paramLabel = "REGION",
      description = "The region there; else what AWS's own tools would take.")
  private @Nullable String region;

  /** The stack's name; empty if none is meant. */
  Optional<String> name() {
    return Optional.ofNullable(stack);
  }

  /** Whether a region is given. */
  boolean hasRegion() {
    return region != null;
  }

  /** The same access, in the region if one is given. */
  AwsAccess in(AwsAccess access) {
    return Optional.ofNullable(region).map(access::inRegion).orElse(access);
  }

  /**
   * Looks the stack up.
   *
   * @param environment the process's variables
   * @throws IOException if there is none of that name, in a sentence
   */
  Deployment deployment(Map<String, String> environment) throws IOException {
    return Deployment.described(
        new SmokeServices(in(AwsAccess.ofEnvironment()), environment), name().orElseThrow());
  }
}
