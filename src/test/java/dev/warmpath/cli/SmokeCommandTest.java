package dev.warmpath.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.warmpath.smoke.Finding;
import java.io.PrintWriter;
import java.io.StringWriter;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;

final class SmokeCommandTest {
  @ParameterizedTest
  @ValueSource(
      strings = {"", "--stack=", "--stack=x --patience=-1", "--stack=x --patience=soon", "x"})
  void refusesToBeCalledWrongly(String arguments) {
    StringWriter said = new StringWriter();
    CommandLine command = new CommandLine(new SmokeCommand()).setErr(new PrintWriter(said));

    int status = command.execute(arguments.split(" "));

    assertThat(status).isEqualTo(2);
    assertThat(said.toString()).isNotBlank();
  }

  @Test
  void printsALineForEachFindingAndWhatToDoBelow() {
    assertThat(SmokeCommand.line("door", new Finding.Passed("refuses")))
        .isEqualTo("ok       door     refuses");
    assertThat(SmokeCommand.line("restore", new Finding.Skipped("off")))
        .isEqualTo("skipped  restore  off");
    assertThat(SmokeCommand.line("door", new Finding.Failed("is open", "close it")).lines())
        .containsExactly("FAILED   door     is open", "                  close it");
  }
}
