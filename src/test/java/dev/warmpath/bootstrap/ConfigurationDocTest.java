package dev.warmpath.bootstrap;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

class ConfigurationDocTest {
  @Test
  void theTableInTheDocumentationIsTheOneInTheCode() throws IOException {
    String document = Files.readString(Path.of("docs", "configuration.md"));

    assertThat(document)
        .as("replace the table in docs/configuration.md by the one expected here")
        .contains(SettingsTable.markdown());
  }
}
