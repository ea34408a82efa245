package dev.warmpath.testing;

import dev.warmpath.llama.TinyModel;
import java.time.Duration;
import java.util.Locale;
import org.testcontainers.DockerClientFactory;

/** Something outside the build that a group of tests needs. */
public enum Facility {
  /** An AWS emulator, whose address stands in the environment. */
  MOTO,

  /** A Docker engine to start LocalStack in. */
  LOCALSTACK,

  /** A machine on which llama.cpp's native library loads. */
  LLAMA,

  /** Node.js, npm, and its registry or a cache that has been filled from it. */
  NODE,

  /** A Chromium on the PATH, and what {@link #NODE} is, whose packages drive it. */
  CHROMIUM,

  /** A Python that can import the package {@code openai}. */
  PYTHON_OPENAI;

  private static final Duration LONGEST_IMPORT = Duration.ofSeconds(60);

  /** What somebody does who wants the tests to run. */
  String remedy() {
    return switch (this) {
      case MOTO -> "set AWS_ENDPOINT_URL";
      case LOCALSTACK -> "start a Docker engine";
      case LLAMA -> "use Linux on x86-64 with glibc and libgomp1";
      case NODE -> "install Node.js 20 or newer with npm; target/js/npm.log says what npm lacked";
      case CHROMIUM ->
          "apt-get install chromium, or put another one on the PATH; and " + NODE.remedy();
      case PYTHON_OPENAI -> "pip install openai, for the python3 on the PATH";
    };
  }

  /** The name by which {@code -Dwarmpath.require} asks for it. */
  String id() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  /** Whether it is there. */
  boolean isAvailable() {
    return switch (this) {
      case MOTO -> !System.getenv().getOrDefault("AWS_ENDPOINT_URL", "").isBlank();
      case LOCALSTACK -> DockerClientFactory.instance().isDockerAvailable();
      case LLAMA -> TinyModel.runsHere();
      case NODE -> NodePackages.isAvailable();
      case CHROMIUM -> Chromium.executable().isPresent() && NODE.isAvailable();
      case PYTHON_OPENAI -> Commands.succeeds(LONGEST_IMPORT, "python3", "-c", "import openai");
    };
  }
}
