package dev.warmpath.llama;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LlamaModelTest {
  @TempDir private Path folder;

  @Test
  void writesTheSameModelEveryTime() throws IOException {
    // when
    Path one = RandomModel.file(TinyModel.SHAPE, folder.resolve("one"));
    Path other = RandomModel.file(TinyModel.SHAPE, folder.resolve("other"));

    // then
    assertThat(one).hasSameBinaryContentAs(other);
    assertThat(folder.resolve("one").toFile().list())
        .as("nothing unfinished")
        .containsExactly(one.getFileName().toString());
  }

  @Test
  void saysThatAPlatformHasNoNativeLibrary() {
    // given
    Platform platform = new Platform("Linux", "riscv64");

    // when, then
    assertThatIOException()
        .isThrownBy(() -> LlamaModel.load(TinyModel.SHAPE, folder, platform))
        .withMessageContaining("no native library for Linux on riscv64");
  }

  @Test
  void saysThatAFolderCannotBeWrittenTo() throws IOException {
    // given: nobody, not even root, makes a folder in a file
    Path file = Files.createFile(folder.resolve("file"));

    // when, then
    assertThatIOException()
        .isThrownBy(() -> RandomModel.file(TinyModel.SHAPE, file.resolve("warmpath")))
        .withMessageContaining("cannot be written")
        .withMessageContaining("XDG_CACHE_HOME");
  }

  @Test
  void saysThatALibraryCannotBeLoaded() throws IOException {
    // given
    Path library = Files.writeString(folder.resolve("library.so"), "no library");

    // when, then
    assertThatIOException()
        .isThrownBy(() -> LlamaLibrary.load(library))
        .withMessageContaining("libgomp");
  }
}
