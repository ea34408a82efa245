package dev.warmpath.cli;

import dev.warmpath.testing.Facility;
import dev.warmpath.testing.Required;
import java.io.IOException;

@Required(
    value = Facility.PYTHON_OPENAI,
    group = "the Python package openai against the local tier")
final class OpenAiClientPythonTest extends OpenAiClientContract {
  @Override
  Process start() throws IOException {
    return new ProcessBuilder("python3", "src/test/python/openai_client.py")
        .redirectError(ProcessBuilder.Redirect.INHERIT)
        .start();
  }
}
