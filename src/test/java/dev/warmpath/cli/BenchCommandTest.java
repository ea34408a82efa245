package dev.warmpath.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;

class BenchCommandTest {
  @Test
  void hasOnlyPartsThatCanBeRunQuicklyAndWithoutOtherOptions() {
    // when
    Map<String, CommandLine> parts = new CommandLine(new BenchCommand()).getSubcommands();

    // then
    assertThat(parts).containsKeys("micro", "streaming", "cost", "scale", "startup");
    assertThat(parts.values())
        .allSatisfy(part -> assertThat(part.getCommandSpec().optionsMap()).containsKey("--quick"));
  }
}
