package dev.warmpath.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.jr.ob.JSON;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

class SimulateCommandTest {
  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  @TempDir private Path folder = Path.of("");

  @Test
  void aSweepIsPrintedAndWrittenInAllForms() throws IOException {
    // when
    int exit =
        run(
            "--workload",
            "b2b",
            "--rates",
            "2,4",
            "--requests",
            "200",
            "--seeds",
            "2",
            "--policies",
            "least-outstanding,warmpath",
            "--json",
            file("out.json"),
            "--csv",
            file("out.csv"),
            "--markdown",
            file("out.md"));

    // then
    assertThat(err.toString()).isEmpty();
    assertThat(exit).isZero();
    assertThat(out.toString().lines())
        .hasSize(9)
        .first()
        .isEqualTo("b2b: engines 8, cache of each 307000 tokens, routers 1, seeds 2");
    assertThat(out.toString()).contains("The seed alone moves least-outstanding's TTFT p90 by");
    Map<String, Object> json = JSON.std.mapFrom(Files.readString(folder.resolve("out.json")));
    assertThat(json.get("command")).isEqualTo("simulate");
    assertThat((List<?>) Optional.ofNullable(json.get("policies")).orElseThrow())
        .extracting(p -> ((Map<?, ?>) p).get("name") + " " + ((Map<?, ?>) p).get("load"))
        .containsExactly(
            "least-outstanding 2.0", "warmpath 2.0", "least-outstanding 4.0", "warmpath 4.0");
    assertThat(Files.readAllLines(folder.resolve("out.csv"))).hasSize(1 + 8);
    assertThat(Files.readAllLines(folder.resolve("out.md"))).hasSize(2 + 4);
  }

  @Test
  void usersPlayConversations() throws IOException {
    // given
    String turn =
        "{\"role\":\"user\",\"content\":\"%s\"},{\"role\":\"assistant\",\"content\":\"b\"}";
    String line = "{\"messages\":[" + turn.formatted("a".repeat(900)) + "," + turn + "]}\n";
    Path trace = Files.writeString(folder.resolve("c.jsonl"), line.repeat(30));

    // then
    assertThat(run("--trace", trace.toString(), "--users", "4", "--seeds", "1")).isZero();
    assertThat(run("--trace", trace.toString(), "--rate", "4")).isEqualTo(2);
    assertThat(err.toString()).contains("give --users");
  }

  @Test
  void badParametersAreOneSentenceAndLeaveNoFile() throws IOException {
    refuses("--trace", "--workload b2b --trace x");
    refuses("--workload must be one of b2b, chat", "--workload b3b");
    refuses("exclude each other", "--workload b2b --rate 1 --users 2");
    refuses("--rate must be above 0", "--workload b2b --rate 0");
    refuses("--rate must be above 0", "--workload b2b --rate NaN");
    refuses("--users must be 1", "--workload b2b --users 0");
    refuses("--requests must be 1", "--workload b2b --requests 0");
    refuses("--duration must be 1", "--workload b2b --duration -1");
    refuses("--policies must be among aibrix, chwbl", "--workload b2b --policies fastest");
    refuses("--seeds must be 1", "--workload b2b --seeds 0");
    refuses("needs engines", "--workload b2b --targets 0");
    refuses("capacity of an engine", "--workload b2b --kv-tokens 1");
    refuses("shares 0 to 1", "--workload b2b --lost-writes 2");
    refuses("--cold-start-s must not be negative", "--workload b2b --cold-start-s -1");
    refuses("in a folder that exists", "--workload b2b --csv " + file("absent/out.csv"));
  }

  @Test
  void anUnreadableTraceIsOneSentenceAndLeavesNoFile() throws IOException {
    // given
    Path trace = Files.writeString(folder.resolve("bad.jsonl"), "{\"hash_ids\":[1]}\n");

    // when
    int exit = run("--trace", trace.toString(), "--json", file("out.json"));

    // then
    assertThat(exit).isNotZero();
    assertThat(err.toString().lines()).hasSize(1);
    assertThat(err.toString()).contains("bad.jsonl line 1");
    try (Stream<Path> left = Files.list(folder)) {
      assertThat(left).containsExactly(trace);
    }
  }

  private void refuses(String sentence, String options) throws IOException {
    err.getBuffer().setLength(0);
    List<String> arguments = new ArrayList<>(Arrays.asList(options.split(" ", -1)));
    arguments.addAll(List.of("--json", file("out.json")));
    assertThat(run(arguments.toArray(String[]::new))).as(options).isEqualTo(2);
    assertThat(err.toString()).contains(sentence);
    assertThat(err.toString().lines()).hasSize(1);
    try (Stream<Path> left = Files.list(folder)) {
      assertThat(left).isEmpty();
    }
  }

  private String file(String name) {
    return folder.resolve(name).toString();
  }

  private int run(String... arguments) {
    String[] all = new String[arguments.length + 1];
    all[0] = "simulate";
    System.arraycopy(arguments, 0, all, 1, arguments.length);
    CommandLine line = Main.commandLine();
    line.setOut(new PrintWriter(out, true));
    line.setErr(new PrintWriter(err, true));
    return line.execute(all);
  }
}
