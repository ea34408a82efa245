package dev.warmpath.bench.startup;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PackageFolderTest {
  private static final String SERVICES = "META-INF/services/a.Service";

  // Set before each test.
  @SuppressWarnings("NullAway.Init")
  @TempDir
  private Path folder;

  @Test
  void keepsTheServicesOfAllJarsInOne() throws IOException {
    // given
    Files.createDirectories(folder.resolve("in/lib"));
    jar("first", Map.of(SERVICES, "a.First", "a/Same.class", "first"));
    jar("second", Map.of(SERVICES, "a.Second", "a/Same.class", "second"));

    // when
    PackageFolder one =
        new PackageFolder(folder.resolve("in"))
            .merged(folder.resolve("out"), ZipOutputStream.STORED);

    // then
    assertThat(one.jars()).hasSize(1);
    try (ZipFile zip = new ZipFile(one.jars().getFirst().toFile())) {
      assertThat(text(zip, SERVICES)).isEqualTo("a.First\na.Second");
      assertThat(text(zip, "a/Same.class")).isEqualTo("first");
      assertThat(zip.getEntry(SERVICES).getMethod()).isEqualTo(ZipEntry.STORED);
    }
  }

  private void jar(String name, Map<String, String> entries) throws IOException {
    try (ZipOutputStream zip =
        new ZipOutputStream(Files.newOutputStream(folder.resolve("in/lib/" + name + ".jar")))) {
      for (Map.Entry<String, String> entry : entries.entrySet()) {
        zip.putNextEntry(new ZipEntry(entry.getKey()));
        zip.write(entry.getValue().getBytes(StandardCharsets.UTF_8));
      }
    }
  }

  private static String text(ZipFile zip, String name) throws IOException {
    return new String(
        zip.getInputStream(zip.getEntry(name)).readAllBytes(), StandardCharsets.UTF_8);
  }
}
