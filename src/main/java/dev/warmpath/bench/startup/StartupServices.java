package dev.warmpath.bench.startup;

import com.fasterxml.jackson.jr.ob.JSON;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import com.sun.net.httpserver.HttpsConfigurator;
import com.sun.net.httpserver.HttpsServer;
import dev.warmpath.bench.hello.EmptyHandler;
import dev.warmpath.keys.BearerKey;
import dev.warmpath.keys.KeyRow;
import dev.warmpath.keys.KeyRowCodec;
import dev.warmpath.keys.TokenLimits;
import dev.warmpath.local.AnswerSink;
import dev.warmpath.local.ContainerAnswer;
import dev.warmpath.local.ItemJson;
import dev.warmpath.local.LocalEndpoint;
import dev.warmpath.local.LocalEndpoint.Hosted;
import dev.warmpath.local.LocalSageMaker;
import dev.warmpath.local.ModelContainer;
import dev.warmpath.routing.FleetRow;
import dev.warmpath.routing.Target;
import dev.warmpath.table.FleetRowCodec;
import dev.warmpath.table.Item;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/**
 * The services that a starting router asks, on the loopback and without TLS unless told: a DynamoDB
 * whose table holds the fleet and no prefix, and one key, engines that answer at once, a CloudWatch
 * that takes everything.
 */
final class StartupServices implements AutoCloseable {
  /** The one key that there is; it opens nothing else. */
  static final BearerKey KEY = BearerKey.draw(new Random(1));

  private static final String ENDPOINT = "bench";
  private static final String TABLE = "affinity";
  private static final String KEYS_TABLE = "keys";
  private static final byte[] EMPTY_CBOR = {(byte) 0xa0};

  /** For a router that is too slow to read the fleet from the table. */
  private static final String DESCRIPTION =
      """
      {"EndpointStatus":"InService","ProductionVariants":[
        {"VariantName":"blue","CurrentInstanceCount":1},
        {"VariantName":"green","CurrentInstanceCount":1}]}
      """;

  private static final Duration DAY = Duration.ofDays(1);

  private final LocalSageMaker engines;
  private final HttpServer server;
  private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();

  private StartupServices(LocalSageMaker engines, HttpServer server) {
    this.engines = engines;
    this.server = server;
  }

  /** Starts them; those that the JDK's TLS would be used for speak it if there is a certificate. */
  static StartupServices start(Optional<LoopbackTls> tls) throws IOException {
    List<Hosted> hosted =
        List.of(
            Hosted.variant("blue", new InstantContainer()),
            Hosted.variant("green", new InstantContainer()));
    // First of all, since it sets the server's properties for the whole process.
    LocalSageMaker engines = LocalSageMaker.listen(0, List.of(new LocalEndpoint(ENDPOINT, hosted)));
    HttpServer server = listen(tls);
    StartupServices services = new StartupServices(engines, server);
    server.setExecutor(services.threads);
    server.createContext("/", StartupServices::answer);
    server.start();
    return services;
  }

  /** The variables by which a function finds them. */
  Map<String, String> variables() {
    String scheme = server instanceof HttpsServer ? "https" : "http";
    String others = scheme + "://127.0.0.1:" + server.getAddress().getPort();
    return Map.of(
        "AWS_ENDPOINT_URL_DYNAMODB", others,
        "AWS_ENDPOINT_URL_SAGEMAKER", others,
        "AWS_ENDPOINT_URL_CLOUDWATCH", others,
        "AWS_ENDPOINT_URL_SAGEMAKER_RUNTIME", engines.uri().toString(),
        "WARMPATH_ENDPOINTS", ENDPOINT,
        "WARMPATH_TABLE", TABLE,
        "WARMPATH_KEYS_TABLE", KEYS_TABLE,
        "WARMPATH_HASH_SALT", "a secret of the benchmark");
  }

  @Override
  public void close() {
    server.stop(0);
    threads.shutdownNow();
    engines.close();
  }

  private static HttpServer listen(Optional<LoopbackTls> tls) throws IOException {
    if (tls.isEmpty()) {
      return HttpServer.create(loopback(), 0);
    }
    HttpsServer server = HttpsServer.create(loopback(), 0);
    server.setHttpsConfigurator(new HttpsConfigurator(tls.get().context()));
    return server;
  }

  static InetSocketAddress loopback() throws IOException {
    return new InetSocketAddress(InetAddress.getByAddress(new byte[] {127, 0, 0, 1}), 0);
  }

  private static void answer(HttpExchange exchange) throws IOException {
    try (exchange) {
      String request = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
      String call = exchange.getRequestHeaders().getFirst("X-Amz-Target");
      if (call == null) {
        exchange.getResponseHeaders().set("smithy-protocol", "rpc-v2-cbor");
        send(exchange, "application/cbor", EMPTY_CBOR);
      } else {
        byte[] json = json(call, request).getBytes(StandardCharsets.UTF_8);
        send(exchange, "application/x-amz-json-1.0", json);
      }
    }
  }

  private static String json(String call, String request) throws IOException {
    if (call.endsWith(".GetItem") && request.contains(KeyRowCodec.key(KEY.hash()))) {
      return key();
    }
    if (call.endsWith(".BatchGetItem")) {
      return fleet();
    }
    return call.endsWith(".DescribeEndpoint") ? DESCRIPTION : "{}";
  }

  /** The key's row; its tenant is what the benchmark looks for in an answer. */
  private static String key() throws IOException {
    KeyRow row =
        new KeyRow(
            KEY.hash(),
            EmptyHandler.ANSWER,
            "",
            "",
            TokenLimits.NONE,
            Instant.EPOCH,
            Optional.empty());
    return JSON.std.asString(Map.of("Item", ItemJson.of(KeyRowCodec.item(row))));
  }

  /** A fleet that a neighbour has just looked at. */
  private static String fleet() throws IOException {
    Instant now = Instant.now();
    List<Target> targets =
        List.of(
            Target.ofVariant(ENDPOINT, "blue", 1, false),
            Target.ofVariant(ENDPOINT, "green", 1, false));
    Item item =
        FleetRowCodec.encode(new FleetRow(ENDPOINT, targets, now, Instant.EPOCH), now.plus(DAY));
    return JSON.std.asString(
        Map.of(
            "Responses", Map.of(TABLE, List.of(ItemJson.of(item))), "UnprocessedKeys", Map.of()));
  }

  private static void send(HttpExchange exchange, String type, byte[] body) throws IOException {
    exchange.getResponseHeaders().set("Content-Type", type);
    exchange.sendResponseHeaders(200, body.length);
    exchange.getResponseBody().write(body);
  }

  /** A model server that answers at once. */
  private static final class InstantContainer implements ModelContainer {
    private static final byte[] WHOLE =
        """
        {"choices":[{"message":{"role":"assistant","content":"%s"},"finish_reason":"stop"}],
         "usage":{"prompt_tokens":900,"completion_tokens":1,"prompt_tokens_details":{"cached_tokens":0}}}
        """
            .formatted(EmptyHandler.ANSWER)
            .getBytes(StandardCharsets.UTF_8);
    private static final byte[] TOKEN =
        event("{\"choices\":[{\"index\":0,\"delta\":{\"content\":\"%s\"}}]}");
    private static final byte[] LAST =
        event("{\"choices\":[{\"index\":0,\"delta\":{},\"finish_reason\":\"stop\"}]}");
    private static final byte[] DONE = event("[DONE]");

    @Override
    public ContainerAnswer invoke(byte[] body, String contentType) {
      return new ContainerAnswer(200, WHOLE, "application/json");
    }

    @Override
    public void stream(byte[] body, String contentType, AnswerSink sink) throws IOException {
      sink.begin(200, "text/event-stream");
      sink.write(TOKEN);
      sink.write(LAST);
      sink.write(DONE);
    }

    private static byte[] event(String data) {
      return ("data: " + data + "\n\n")
          .formatted(EmptyHandler.ANSWER)
          .getBytes(StandardCharsets.UTF_8);
    }
  }
}
