package dev.warmpath.demo;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ConversationFileTest {
  private static final String TWO_TURNS =
      """
      {"messages":[{"role":"user","content":"a"},{"role":"assistant","content":"b"},\
      {"role":"user","content":"c"},{"role":"assistant","content":"d"},{"role":"user","content":"e"}]}
      """;

  @TempDir private Path folder = Path.of("");

  @Test
  void everyAssistantMessageIsOneRequestWithAllBeforeIt() throws IOException {
    List<Conversation> read = ConversationFile.read(write(TWO_TURNS), 24);

    assertThat(read).hasSize(1);
    assertThat(read.getFirst().requests())
        .extracting(body -> new String(body, StandardCharsets.UTF_8))
        .satisfiesExactly(
            first -> assertThat(first).contains("\"a\"").doesNotContain("\"b\""),
            second ->
                assertThat(second).contains("\"a\"", "\"b\"", "\"c\"").doesNotContain("\"d\""));
  }

  @Test
  void gzippedFilesReadAlike() throws IOException {
    Path file = folder.resolve("conversations.gz");
    try (OutputStream out = new GZIPOutputStream(Files.newOutputStream(file))) {
      out.write(TWO_TURNS.getBytes(StandardCharsets.UTF_8));
    }

    assertThat(ConversationFile.read(file, 24).getFirst().requests()).hasSize(2);
  }

  @Test
  void whatCannotBePlayedIsRefusedWithItsLine() {
    assertThatThrownBy(() -> ConversationFile.read(folder.resolve("absent"), 24))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("there is no file");
    assertThatThrownBy(() -> ConversationFile.read(write("\n"), 24))
        .hasMessageContaining("holds no conversation");
    assertThatThrownBy(() -> ConversationFile.read(write(TWO_TURNS + "oops\n"), 24))
        .hasMessageContaining("line 2 is not a JSON object");
    assertThatThrownBy(() -> ConversationFile.read(write(TWO_TURNS + "{\"a\":1}\n"), 24))
        .hasMessageContaining("line 2 has no array 'messages'");
    assertThatThrownBy(
            () ->
                ConversationFile.read(
                    write("{\"messages\":[{\"role\":\"user\",\"content\":\"a\"}]}"), 24))
        .hasMessageContaining("no assistant message");
  }

  private Path write(String text) throws IOException {
    return Files.writeString(folder.resolve("conversations.jsonl"), text);
  }
}
