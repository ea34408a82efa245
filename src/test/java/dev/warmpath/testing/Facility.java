package dev.warmpath.testing;

import java.util.Locale;
import org.testcontainers.DockerClientFactory;

/** Something outside the build that a group of tests needs. */
public enum Facility {
  /** An AWS emulator, whose address stands in the environment. */
  MOTO,

  /** A Docker engine to start LocalStack in. */
  LOCALSTACK;

  /** What somebody does who wants the tests to run. */
  String remedy() {
    return switch (this) {
      case MOTO -> "set AWS_ENDPOINT_URL";
      case LOCALSTACK -> "start a Docker engine";
    };
  }

  /** The name by which {@code -Dwarmpath.require} asks for it. */
  String id() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** Whether it is there. */
  boolean isAvailable() {
    return switch (this) {
      case MOTO -> !System.getenv().getOrDefault("AWS_ENDPOINT_URL", "").isBlank();
      case LOCALSTACK -> DockerClientFactory.instance().isDockerAvailable();
    };
  }
}
