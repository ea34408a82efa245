package dev.warmpath.cli;

import dev.warmpath.testing.Facility;
import dev.warmpath.testing.NodePackages;
import dev.warmpath.testing.Required;
import java.io.IOException;

@Required(value = Facility.NODE, group = "the npm package openai against the local tier")
final class OpenAiClientNodeTest extends OpenAiClientContract {
  @Override
  Process start() throws IOException {
    return NodePackages.start("openai_client.mjs");
  }
}
