package dev.warmpath.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.jr.ob.JSON;
import dev.warmpath.testing.MadeUpText;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import java.util.zip.GZIPOutputStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

class AdviseCommandTest {
  private static final String RULES = MadeUpText.words(new SplittableRandom(9), 500);

  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  @TempDir private Path folder = Path.of("");

  @Test
  void theWorstIsNamedFirstAndBothReportsAreWritten() throws IOException {
    // when
    int exit =
        run(
            "--prompts",
            write(clocks(80)),
            "--html",
            file("a.html"),
            "--json",
            file("a.json"),
            "--targets",
            "2",
            "--users",
            "4");

    // then
    assertThat(err.toString()).isEmpty();
    assertThat(exit).isZero();
    assertThat(out.toString())
        .startsWith("The worst: date and time in the system prompt, byte 7. It costs ")
        .contains("Simulated: 2 engines of 300 k tokens each, 4 users", "round-robin", "warmpath");
    Map<String, Object> json = JSON.std.mapFrom(Files.readString(folder.resolve("a.json")));
    assertThat((List<?>) json.get("culprits"))
        .singleElement()
        .satisfies(
            culprit -> assertThat(((Map<?, ?>) culprit).get("kind")).isEqualTo("date and time"));
    Map<?, ?> forecast = (Map<?, ?>) there(json.get("forecast"));
    assertThat(warmpath(forecast, "mended")).isGreaterThan(warmpath(forecast, "asIs") + 0.5);
    assertThat(Files.readString(folder.resolve("a.html")))
        .startsWith("<!doctype html>")
        .contains("<svg", "prefers-color-scheme")
        .doesNotContain("http:", "https:", "<script", "null");
  }

  @Test
  void gzippedFilesReadAlike() throws IOException {
    // given
    Path file = folder.resolve("p.jsonl.gz");
    try (OutputStream gzip = new GZIPOutputStream(Files.newOutputStream(file))) {
      gzip.write(clocks(10).getBytes(StandardCharsets.UTF_8));
    }

    // then
    assertThat(run("--prompts", file.toString(), "--no-fleet")).isZero();
    assertThat(out.toString()).contains("10 requests").doesNotContain("Simulated");
  }

  @Test
  void badLinesAreToldAndTheGoodOnesCount() throws IOException {
    // given
    String lines = "oops\n" + clocks(10) + "{\"model\":\"m\",\"messages\":[{\"role\":1}]}\n[]\n";

    // when
    int exit = run("--prompts", write(lines), "--no-fleet");

    // then
    assertThat(exit).isZero();
    assertThat(out.toString())
        .contains("10 requests", "3 lines were passed over", "line 1 is not a JSON object")
        .contains("line 12 is not a request", "line 13 is not a JSON object");
  }

  @Test
  void aFileThatIsCutOffCountsAsFarAsItGoes() throws IOException {
    // given
    Path whole = folder.resolve("whole.gz");
    try (OutputStream gzip = new GZIPOutputStream(Files.newOutputStream(whole))) {
      gzip.write(clocks(200).getBytes(StandardCharsets.UTF_8));
    }
    byte[] bytes = Files.readAllBytes(whole);
    Path cut = Files.write(folder.resolve("cut.gz"), Arrays.copyOf(bytes, bytes.length / 2));

    // then
    assertThat(run("--prompts", cut.toString(), "--no-fleet")).isZero();
    assertThat(out.toString()).contains("cannot be read after line");
  }

  @Test
  void whatIsNoRequestAtAllIsRefusedWithItsLine() throws IOException {
    refuses("", "is empty");
    refuses("oops\nmore\n", "line 1 is not a JSON object");
    refuses("\n{\"a\":1}\n", "line 2 has neither 'model' or 'prompt'");
    refuses("{\"messages\":[{\"role\":\"user\",\"content\":\"a\"}]}\n", "nothing to ask");
    refuses("{\"timestamp\":0,\"hash_ids\":[1]}\n", "line 1 is one of a trace of blocks");
    assertThat(run("--prompts", file("absent"))).isEqualTo(2);
    assertThat(err.toString()).contains("there is no file");
  }

  @Test
  void impossibleOptionsAreRefused() throws IOException {
    // given
    String prompts = write(clocks(3));

    // then
    assertThat(run("--prompts", prompts, "--html", file("no/such/a.html"))).isEqualTo(2);
    assertThat(run("--prompts", prompts, "--targets", "0")).isEqualTo(2);
    assertThat(run("--prompts", prompts, "--kv-tokens", "1")).isEqualTo(2);
    assertThat(run("--prompts", prompts, "--users", "0")).isEqualTo(2);
    assertThat(run("--trace", prompts)).isEqualTo(2);
    assertThat(err.toString()).contains("has text: give it by --prompts");
    assertThat(run()).isEqualTo(2);
  }

  @Test
  void aTraceOfBlocksGetsATreeAndAForecast() throws IOException {
    // given
    String lines =
        IntStream.range(0, 60)
            .mapToObj(
                i ->
                    "{\"timestamp\":%d,\"input_length\":1100,\"output_length\":9,\"hash_ids\":[1,2,%d]}\n"
                        .formatted(i * 1000, i + 10))
            .collect(Collectors.joining());

    // when
    int exit = run("--trace", write(lines), "--html", file("t.html"));

    // then
    assertThat(err.toString()).isEmpty();
    assertThat(exit).isZero();
    assertThat(out.toString()).startsWith("This trace has no text").contains("at the times of");
    assertThat(folder.resolve("t.html")).exists();
  }

  private static double warmpath(Map<?, ?> forecast, String prompts) {
    List<?> outcomes = (List<?>) there(forecast.get(prompts));
    return outcomes.stream()
        .map(outcome -> (Map<?, ?>) outcome)
        .filter(outcome -> "warmpath".equals(outcome.get("policy")))
        .mapToDouble(outcome -> ((Number) there(outcome.get("hitRate"))).doubleValue())
        .findFirst()
        .orElseThrow();
  }

  private static Object there(@Nullable Object value) {
    return Optional.ofNullable(value).orElseThrow();
  }

  private void refuses(String content, String sentence) throws IOException {
    err.getBuffer().setLength(0);
    assertThat(run("--prompts", write(content), "--html", file("x.html"))).isEqualTo(2);
    assertThat(err.toString().lines()).hasSize(1);
    assertThat(err.toString()).contains(sentence);
    assertThat(folder.resolve("x.html")).doesNotExist();
  }

  private static String clocks(int count) {
    return IntStream.range(0, count)
        .mapToObj(
            i ->
                ("{\"model\":\"m\",\"messages\":[{\"role\":\"system\",\"content\":\"Now is"
                        + " 2026-05-%02dT10:%02d:00Z. %s\"},{\"role\":\"user\",\"content\":\"q%d\"}]}\n")
                    .formatted(1 + i % 28, i % 60, RULES, i))
        .collect(Collectors.joining());
  }

  private int run(String... arguments) {
    CommandLine line = Main.commandLine();
    line.setOut(new PrintWriter(out, true));
    line.setErr(new PrintWriter(err, true));
    return line.execute(
        Stream.concat(Stream.of("advise"), Arrays.stream(arguments)).toArray(String[]::new));
  }

  private String write(String content) throws IOException {
    return Files.writeString(folder.resolve("prompts.jsonl"), content).toString();
  }

  private String file(String name) {
    return folder.resolve(name).toString();
  }
}
