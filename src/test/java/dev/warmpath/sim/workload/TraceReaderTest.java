package dev.warmpath.sim.workload;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.warmpath.prompt.Anchor;
import dev.warmpath.prompt.PrefixChain;
import dev.warmpath.sim.SimRequest;
import dev.warmpath.sim.Traffic;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TraceReaderTest {
  private static final String BLOCKS =
      """
      {"timestamp":0,"input_length":1100,"output_length":100,"hash_ids":[0,1,2]}
      {"timestamp":3000,"input_length":600,"output_length":0,"hash_ids":[0,9]}
      {"timestamp":3000,"input_length":1700,"output_length":20,"hash_ids":[0,1,7,8]}
      """;

  @TempDir private Path folder = Path.of("");

  @Test
  void aTraceOfBlocksKeepsWholeBlocksAndTellsWhoContinuesWhom() throws IOException {
    // when
    Trace trace = TraceReader.read(write(BLOCKS));

    // then
    assertThat(trace.blockTokens()).isEqualTo(512);
    assertThat(trace.isTimed()).isTrue();
    SimRequest first = trace.requests().get(0);
    SimRequest other = trace.requests().get(1);
    SimRequest next = trace.requests().get(2);
    assertThat(first.blocks()).containsExactly(0, 1);
    assertThat(first.messageEnds()).containsExactly(0, 1100);
    assertThat(other.outputTokens()).isEqualTo(1);
    assertThat(other.messageEnds()).containsExactly(512, 600);
    assertThat(next.blocks()).containsExactly(0, 1, 7);
    assertThat(next.messageEnds()).containsExactly(0, 1100, 1200, 1700);
    assertThat(next.session()).isEqualTo(first.session()).isNotEqualTo(other.session());
  }

  @Test
  void gzippedFilesReadAlike() throws IOException {
    // given
    Path file = folder.resolve("trace.jsonl.gz");
    try (OutputStream out = new GZIPOutputStream(Files.newOutputStream(file))) {
      out.write(BLOCKS.getBytes(StandardCharsets.UTF_8));
    }

    // then
    assertThat(TraceReader.read(file).requests()).hasSize(3);
  }

  @Test
  void anOpenAiLogIsKeyedByItsText() throws IOException {
    // given
    String system = "s".repeat(2000);
    String log =
        """
        {"timestamp":"2026-01-01T00:00:01Z","session_id":"a","request":{"model":"m","max_tokens":7,\
        "messages":[{"role":"system","content":"%1$s"},{"role":"user","content":"one"}]}}
        {"timestamp":"2026-01-01T00:00:00Z","model":"m","output_tokens":5,\
        "messages":[{"role":"system","content":"%1$s"},{"role":"user","content":"%2$s"}]}
        """
            .formatted(system, "two".repeat(100));

    // when
    Trace trace = TraceReader.read(write(log));

    // then: in the order of time, with the instructions in common
    assertThat(trace.requests()).extracting(SimRequest::outputTokens).containsExactly(5, 7);
    assertThat(trace.requests()).extracting(SimRequest::id).containsExactly(0, 1);
    assertThat(trace.stampMillis()).isSorted();
    SimRequest longer = trace.requests().getFirst();
    SimRequest shorter = trace.requests().getLast();
    assertThat(longer.blocks()).startsWith(Arrays.copyOf(shorter.blocks(), 7));
    PrefixChain chain = trace.chain(longer);
    assertThat(chain.instructions().map(Anchor::depthBytes)).contains(1920);
    assertThat(chain.conversationBytes()).isEqualTo(2304);
    assertThat(chain.reaches(trace.chain(shorter).anchors().getFirst())).isTrue();
  }

  @Test
  void aConversationIsOneRequestForEachAnswer() throws IOException {
    // given
    String line =
        """
        {"session_id":"x","messages":[{"role":"user","content":"%s"},{"role":"assistant","content":"b"},\
        {"role":"user","content":"c"},{"role":"assistant","content":"%s"},{"role":"user","content":"e"}]}
        """
            .formatted("a".repeat(600), "d".repeat(400));

    // when
    Trace trace = TraceReader.read(write(line));

    // then
    assertThat(trace.isTimed()).isFalse();
    assertThat(trace.requests())
        .hasSize(2)
        .allMatch(r -> r.session() == trace.requests().getFirst().session());
    assertThat(trace.requests().getLast().outputTokens()).isEqualTo(100);
    assertThat(trace.requests().getLast().blocks())
        .startsWith(trace.requests().getFirst().blocks());
    assertThatThrownBy(() -> Workloads.atRate(trace, 1)).hasMessageContaining("give --users");
  }

  @Test
  void whatCannotBeReadIsRefusedWithItsLine() throws IOException {
    refuses("", "is empty");
    refuses("\n\n", "is empty");
    refuses("oops\n", "line 1 is not a JSON object");
    refuses("{\"a\":1}\n", "line 1 has neither 'hash_ids'");
    refuses(BLOCKS + "[]\n", "line 4 is not a JSON object");
    refuses(BLOCKS + "{\"messages\":[]}\n", "line 4 needs a whole number 'input_length'");
    refuses(
        BLOCKS + "{\"timestamp\":-1,\"input_length\":1,\"output_length\":1,\"hash_ids\":[1]}\n",
        "line 4 needs a whole number 'timestamp' of at least 0");
    refuses(
        BLOCKS + "{\"timestamp\":1,\"input_length\":1.5,\"output_length\":1,\"hash_ids\":[1]}\n",
        "line 4 needs a whole number 'input_length'");
    refuses(
        BLOCKS
            + "{\"timestamp\":1,\"input_length\":99,\"output_length\":1,\"hash_ids\":[1,\"b\"]}\n",
        "line 4 has something else than whole numbers in 'hash_ids'");
    refuses(
        BLOCKS + "{\"timestamp\":1,\"input_length\":99,\"output_length\":1,\"hash_ids\":[1,2]}\n",
        "line 4 names 2 blocks for 99 tokens");
    refuses(
        BLOCKS
            + "{\"timestamp\":1,\"input_length\":999999999,\"output_length\":1,\"hash_ids\":[]}\n",
        "line 4 has 'input_length' 999999999");
    refuses("{\"messages\":[{\"role\":\"user\",\"content\":\"a\"}]}\n", "no assistant message");
    refuses("{\"model\":\"m\",\"messages\":[{\"role\":1}]}\n", "line 1 is not a request");
    refuses("{\"model\":\"m\"}\n", "line 1 has an empty prompt");
    refuses(
        "{\"model\":\"m\",\"prompt\":\"abcdef\"}\n{\"model\":\"m\",\"prompt\":\"abcdef\",\"timestamp\":5}\n",
        "line 2 has a 'timestamp', but the lines before have none");
    refuses(
        "{\"model\":\"m\",\"prompt\":\"abcdef\",\"timestamp\":\"noon\"}\n",
        "line 1 has a 'timestamp' that is neither");
    assertThatThrownBy(() -> TraceReader.read(folder.resolve("absent")))
        .hasMessageContaining("there is no file");
    assertThatThrownBy(() -> TraceReader.read(folder)).hasMessageContaining("there is no file");
  }

  @Test
  void aFileThatIsCutOffOrNoTextIsRefused() throws IOException {
    // given
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (OutputStream out = new GZIPOutputStream(bytes)) {
      out.write(BLOCKS.repeat(50).getBytes(StandardCharsets.UTF_8));
    }
    byte[] whole = bytes.toByteArray();
    Path cut = Files.write(folder.resolve("cut.gz"), Arrays.copyOf(whole, whole.length - 20));
    Path noText = Files.write(folder.resolve("no-text"), new byte[] {'{', (byte) 0xFF, '}', '\n'});
    Path noGzip = Files.write(folder.resolve("no-gzip"), new byte[] {0x1F, (byte) 0x8B, 1, 2, 3});

    // then
    assertThatThrownBy(() -> TraceReader.read(cut))
        .hasMessageContaining("cannot be read after line");
    assertThatThrownBy(() -> TraceReader.read(noText)).hasMessageContaining("after line 0");
    assertThatThrownBy(() -> TraceReader.read(noGzip))
        .hasMessageContaining("neither text nor gzip");
  }

  @Test
  void stampsThatManyShareAreSpreadAndTheRateIsThatAskedFor() throws IOException {
    // given: ten requests every three seconds
    StringBuilder lines = new StringBuilder();
    for (int i = 0; i < 2000; i++) {
      lines.append(
          "{\"timestamp\":%d,\"input_length\":700,\"output_length\":1,\"hash_ids\":[0,%d]}\n"
              .formatted(i / 10 * 3000, i + 1));
    }
    Workload workload = Workloads.atRate(TraceReader.read(write(lines.toString())), 20);

    // when
    Traffic traffic = workload.traffic(3);
    List<Long> arrivals = new ArrayList<>();
    while (traffic.nextNanos() != Traffic.NEVER) {
      arrivals.add(traffic.nextNanos());
      traffic.next();
    }

    // then
    assertThat(arrivals).hasSize(2000).isSorted();
    assertThat(arrivals.stream().distinct().count()).isGreaterThan(1990);
    double seconds = (arrivals.getLast() - arrivals.get(199)) / 1e9;
    assertThat(1800 / seconds).isBetween(19.5, 20.5);
  }

  private void refuses(String content, String sentence) throws IOException {
    Path file = write(content);
    assertThatThrownBy(() -> TraceReader.read(file))
        .isInstanceOf(LineException.class)
        .hasMessageContaining(sentence);
  }

  private Path write(String content) throws IOException {
    return Files.writeString(folder.resolve("trace.jsonl"), content);
  }
}
