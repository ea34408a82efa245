package dev.warmpath.aws;

import com.fasterxml.jackson.dataformat.cbor.CBORFactory;
import com.fasterxml.jackson.jr.ob.JSON;
import dev.warmpath.aws.StubServer.Answer;
import dev.warmpath.aws.StubServer.Request;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.URI;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Function;
import java.util.zip.GZIPInputStream;

/**
 * A CloudWatch that takes PutMetricData as the SDK really sends it, Smithy RPC v2 in CBOR, and
 * computes the statistics that CloudWatch would show.
 */
final class MetricReceiver implements AutoCloseable {
  private static final JSON CBOR = JSON.builder(new CBORFactory()).build();

  /** An empty CBOR map. */
  private static final byte[] EMPTY = {(byte) 0xA0};

  private final List<Received> received = new CopyOnWriteArrayList<>();
  private final AtomicReference<Function<Request, Answer>> answers =
      new AtomicReference<>(r -> accepted());
  private final StubServer server = new StubServer(this::answer);

  URI uri() {
    return server.uri();
  }

  /** Answers otherwise from now on; what is not accepted is not counted. */
  void answerWith(Function<Request, Answer> next) {
    answers.set(next);
  }

  static Answer accepted() {
    return new Answer(
        200, Map.of("smithy-protocol", "rpc-v2-cbor", "Content-Type", "application/cbor"), EMPTY);
  }

  static Answer refused(int status, String code) {
    try {
      return new Answer(
          status,
          Map.of("smithy-protocol", "rpc-v2-cbor", "Content-Type", "application/cbor"),
          CBOR.asBytes(Map.of("__type", "com.amazonaws.cloudwatch#" + code, "message", "no")));
    } catch (IOException e) {
      throw new UncheckedIOException("a map in memory could not be written", e);
    }
  }

  /** How many calls came, accepted or not. */
  int calls() {
    return server.requests().size();
  }

  /** The bodies of all accepted calls, as they would be without compression. */
  List<Received> received() {
    return List.copyOf(received);
  }

  /** What CloudWatch would show of a metric, over all minutes. */
  Statistics statistics(MetricName metric, String... dimensions) {
    return data().stream()
        .filter(d -> d.name().equals(metric.published()))
        .filter(d -> List.copyOf(d.dimensions().values()).equals(List.of(dimensions)))
        .map(Received.Datum::statistics)
        .reduce(new Statistics(0, 0), Statistics::plus);
  }

  List<Received.Datum> data() {
    return received.stream().flatMap(r -> r.data().stream()).toList();
  }

  @Override
  public void close() {
    server.close();
  }

  private Answer answer(Request request) {
    Answer answer = answers.get().apply(request);
    if (answer.status() == 200) {
      received.add(decode(request));
    }
    return answer;
  }

  private static Received decode(Request request) {
    if (!request.path().equals("/service/GraniteServiceVersion20100801/operation/PutMetricData")) {
      throw new IllegalStateException("not PutMetricData: " + request.path());
    }
    try {
      byte[] body = request.body();
      if (request.header("Content-Encoding").orElse("").equals("gzip")) {
        try (InputStream zipped = new GZIPInputStream(new ByteArrayInputStream(body))) {
          body = zipped.readAllBytes();
        }
      }
      JsonObject call = new JsonObject(CBOR.mapFrom(body));
      List<Received.Datum> data =
          call.objects("MetricData").stream().map(Received.Datum::of).toList();
      return new Received(call.text("Namespace"), body.length, data);
    } catch (IOException e) {
      throw new UncheckedIOException("the SDK must send CBOR", e);
    }
  }

  /** One accepted call. */
  record Received(String namespace, int bytes, List<Datum> data) {
    /** One datum of it. */
    record Datum(
        String name,
        String unit,
        Instant timestamp,
        Map<String, String> dimensions,
        List<Double> values,
        List<Double> counts) {
      private static Datum of(JsonObject datum) {
        Map<String, String> dimensions = new LinkedHashMap<>();
        datum.objects("Dimensions").forEach(d -> dimensions.put(d.text("Name"), d.text("Value")));
        return new Datum(
            datum.text("MetricName"),
            datum.text("Unit"),
            Instant.ofEpochSecond(datum.count("Timestamp")),
            dimensions,
            numbers(datum.fields().getOrDefault("Values", List.of())),
            numbers(datum.fields().getOrDefault("Counts", List.of())));
      }

      private static List<Double> numbers(Object list) {
        List<Double> numbers = new ArrayList<>();
        for (Object number : (List<?>) list) {
          numbers.add(((Number) number).doubleValue());
        }
        return numbers;
      }

      Statistics statistics() {
        double sum = 0;
        double samples = 0;
        for (int i = 0; i < values.size(); i++) {
          sum += values.get(i) * counts.get(i);
          samples += counts.get(i);
        }
        return new Statistics(sum, samples);
      }
    }
  }

  /** CloudWatch's statistics of one metric. */
  record Statistics(double sum, double sampleCount) {
    double average() {
      return sum / sampleCount;
    }

    Statistics plus(Statistics other) {
      return new Statistics(sum + other.sum, sampleCount + other.sampleCount);
    }
  }
}
