package dev.warmpath.aws;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.jr.ob.JSON;
import dev.warmpath.router.port.TableUnits;
import dev.warmpath.router.port.Trouble;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class EmfRouteMetricsTest {
  private final ByteArrayOutputStream log = new ByteArrayOutputStream();
  private final FakeClock clock = new FakeClock(Reports.AT);
  private final BufferedRouteMetrics metrics =
      BufferedRouteMetrics.inLog(
          new MetricScope("Warmpath", "chat"),
          () -> TableUnits.NONE,
          clock,
          new PrintStream(log, false, StandardCharsets.UTF_8));

  @Test
  void writesOneDocumentInExactlyThisForm() throws IOException {
    // when
    metrics.count(Trouble.LOST_WRITE);
    metrics.count(Trouble.LOST_WRITE);
    metrics.flush(true);

    // then
    assertThat(lines()).hasSize(1);
    assertThat(JSON.std.anyFrom(lines().getFirst()))
        .isEqualTo(
            JSON.std.anyFrom(
                """
                {"_aws":{"Timestamp":1796032800000,"CloudWatchMetrics":[{"Namespace":"Warmpath",
                "Dimensions":[["Endpoint"]],"Metrics":[{"Name":"LostWrites","Unit":"Count"}]}]},
                "Endpoint":"chat","LostWrites":
                {"Values":[1.0],"Counts":[2],"Max":1.0,"Min":1.0,"Count":2,"Sum":2.0}}"""));
  }

  @Test
  void namesVariantWhereThereIsOne() {
    // when
    metrics.record(Reports.warm().report());
    metrics.flush(true);

    // then
    assertThat(documents()).extracting(d -> d.text("Variant")).containsExactly("", "a");
    assertThat(directive(documents().getLast()).fields().get("Dimensions"))
        .isEqualTo(List.of(List.of("Endpoint", "Variant")));
  }

  @Test
  void declaresEveryMetricThatItCarriesAndNoOther() {
    // when
    metrics.record(Reports.warm().with(Reports.usage(100, 50, 7)));
    metrics.flush(true);

    // then
    assertThat(documents())
        .isNotEmpty()
        .allSatisfy(
            d -> {
              List<String> declared =
                  directive(d).objects("Metrics").stream().map(m -> m.text("Name")).toList();
              assertThat(declared).doesNotHaveDuplicates().hasSizeLessThanOrEqualTo(100);
              assertThat(d.fields().keySet())
                  .filteredOn(k -> !List.of("_aws", "Endpoint", "Variant").contains(k))
                  .containsExactlyInAnyOrderElementsOf(declared);
            });
  }

  @Test
  void keepsToHundredValuesPerMetricAndLinesThatLambdaDoesNotCut() {
    // given
    Random random = new Random(7);
    long cached = 0;
    long prompts = 0;
    for (int i = 0; i < 1000; i++) {
      long prompt = 1 + random.nextLong(50_000);
      long hit = random.nextLong(prompt + 1);
      prompts += prompt;
      cached += hit;
      metrics.record(Reports.warm().with(Reports.usage(prompt, hit, i)));
    }

    // when
    metrics.flush(true);

    // then
    assertThat(lines()).allSatisfy(l -> assertThat(l.length()).isLessThan(200_000));
    double sum = 0;
    double count = 0;
    for (JsonObject document : documents()) {
      if (document.text("Variant").isEmpty()) {
        JsonObject rate = document.object("KVCacheHitRate");
        List<?> values = (List<?>) rate.fields().getOrDefault("Values", List.of());
        List<?> counts = (List<?>) rate.fields().getOrDefault("Counts", List.of());
        assertThat(values).hasSizeLessThanOrEqualTo(100).hasSameSizeAs(counts);
        for (int i = 0; i < values.size(); i++) {
          sum += ((Number) values.get(i)).doubleValue() * ((Number) counts.get(i)).doubleValue();
          count += ((Number) counts.get(i)).doubleValue();
        }
      }
    }
    assertThat(count).isEqualTo((double) prompts);
    assertThat(sum / count).isCloseTo(100.0 * cached / prompts, within(1e-9));
  }

  @Test
  void writesWhenDue() {
    // when
    metrics.flush(true);
    metrics.flush(false);
    assertThat(lines()).isEmpty();
    metrics.record(Reports.withoutTarget());
    metrics.flush(false);
    assertThat(lines()).hasSize(1);
    metrics.record(Reports.withoutTarget());
    metrics.flush(false);
    assertThat(lines()).hasSize(1);
    clock.advance(Duration.ofSeconds(10));
    metrics.flush(false);

    // then
    assertThat(lines()).hasSize(2);
  }

  private static JsonObject directive(JsonObject document) {
    return document.object("_aws").objects("CloudWatchMetrics").getFirst();
  }

  private List<String> lines() {
    return log.toString(StandardCharsets.UTF_8).lines().toList();
  }

  private List<JsonObject> documents() {
    return lines().stream().map(EmfRouteMetricsTest::parse).toList();
  }

  private static JsonObject parse(String line) {
    try {
      return new JsonObject(JSON.std.mapFrom(line));
    } catch (IOException e) {
      throw new UncheckedIOException("each line must be one JSON object", e);
    }
  }
}
