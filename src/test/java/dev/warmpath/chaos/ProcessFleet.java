package dev.warmpath.chaos;

import dev.warmpath.bootstrap.Setting;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * Routers in processes of their own, in front of one endpoint and one table. New requests go to
 * those that run, in turn; what a killed one was answering is cut. Safe for any number of threads.
 */
final class ProcessFleet implements Door, AutoCloseable {
  private static final int READ_BYTES = 8192;

  /** A test shall not depend on how fast a loaded machine answers from memory. */
  private static final String TABLE_BUDGET_MILLIS = "5000";

  private final Map<String, String> environment;
  private final List<RunningRouter> running = new CopyOnWriteArrayList<>();
  private final AtomicLong requests = new AtomicLong();
  private final AtomicBoolean killsNext = new AtomicBoolean();
  private final HttpClient client =
      HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

  /**
   * Starts routers and waits until they answer.
   *
   * @param dynamoDb where the table is
   * @param table its name
   */
  ProcessFleet(int routers, ChaosEndpoint endpoint, double pace, URI dynamoDb, String table) {
    this.environment = environment(endpoint, pace, dynamoDb, table);
    start(routers);
  }

  /** Starts more routers and waits until they answer. */
  void start(int routers) {
    List<RunningRouter> started =
        IntStream.range(0, routers).mapToObj(i -> RunningRouter.start(environment)).toList();
    started.forEach(RunningRouter::uri);
    running.addAll(started);
  }

  /** Kills the router that answers next, once the first bytes of a stream have come from it. */
  void killInTheMiddle() {
    killsNext.set(true);
  }

  /** Kills all routers. */
  void killAll() {
    running.forEach(RunningRouter::kill);
    running.clear();
  }

  @Override
  public Reply send(String body, boolean abort) {
    RunningRouter router = running.get((int) (requests.incrementAndGet() % running.size()));
    HttpRequest request =
        HttpRequest.newBuilder(router.uri().resolve("/v1/chat/completions"))
            .header("content-type", "application/json")
            .timeout(Duration.ofSeconds(60))
            .POST(HttpRequest.BodyPublishers.ofString(body))
            .build();
    try {
      HttpResponse<InputStream> response = client.send(request, BodyHandlers.ofInputStream());
      return read(router, response);
    } catch (IOException e) {
      return Reply.NONE;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return Reply.NONE;
    }
  }

  private Reply read(RunningRouter router, HttpResponse<InputStream> response) {
    ByteArrayOutputStream body = new ByteArrayOutputStream();
    boolean whole = true;
    byte[] buffer = new byte[READ_BYTES];
    try (InputStream input = response.body()) {
      for (int read = input.read(buffer); read >= 0; read = input.read(buffer)) {
        body.write(buffer, 0, read);
        if (isStream(response) && killsNext.compareAndSet(true, false)) {
          running.remove(router);
          router.kill();
        }
      }
    } catch (IOException e) {
      whole = false;
    }
    return new Reply(
        response.statusCode(),
        header(response, "x-warmpath-variant"),
        header(response, "x-warmpath-decision"),
        body.toString(StandardCharsets.UTF_8),
        whole);
  }

  private static boolean isStream(HttpResponse<?> response) {
    return header(response, "content-type").startsWith("text/event-stream");
  }

  private static String header(HttpResponse<?> response, String name) {
    Optional<String> value = response.headers().firstValue(name);
    return value.orElse("");
  }

  private static Map<String, String> environment(
      ChaosEndpoint endpoint, double pace, URI dynamoDb, String table) {
    Map<String, String> variables = new HashMap<>();
    variables.put("AWS_ENDPOINT_URL_DYNAMODB", dynamoDb.toString());
    variables.put("AWS_ENDPOINT_URL_SAGEMAKER_RUNTIME", endpoint.uri().toString());
    variables.put("AWS_REGION", "us-east-1");
    variables.put("AWS_ACCESS_KEY_ID", "local");
    variables.put("AWS_SECRET_ACCESS_KEY", "local");
    variables.put("AWS_EC2_METADATA_DISABLED", "true");
    variables.put(
        Setting.TARGETS.variable(),
        endpoint.engines().stream()
            .map(e -> ChaosEndpoint.NAME + "/" + e.name())
            .collect(Collectors.joining(",")));
    variables.put(Setting.TABLE.variable(), table);
    variables.put(Setting.HASH_SALT.variable(), "a salt for the chaos suite");
    variables.put(Setting.METRICS.variable(), "off");
    variables.put(Setting.KV_TOKENS.variable(), Long.toString(ChaosEndpoint.CACHE_TOKENS));
    variables.put(
        Setting.PREFILL_TOKENS_PER_SECOND.variable(),
        Long.toString(ChaosEndpoint.prefillRate(pace)));
    variables.put(Setting.TABLE_BUDGET_MS.variable(), TABLE_BUDGET_MILLIS);
    variables.put(Setting.TABLE_FIRST_BUDGET_MS.variable(), TABLE_BUDGET_MILLIS);
    return variables;
  }

  @Override
  public void close() {
    killAll();
    client.close();
  }
}
