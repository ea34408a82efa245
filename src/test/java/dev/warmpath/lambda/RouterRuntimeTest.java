package dev.warmpath.lambda;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.jr.ob.JSON;
import dev.warmpath.lambda.RawHttpServer.Request;
import dev.warmpath.local.ContainerAnswer;
import dev.warmpath.local.LocalEndpoint;
import dev.warmpath.local.LocalEndpoint.Hosted;
import dev.warmpath.local.LocalSageMaker;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The router in the streaming runtime, in a process of its own, as the package starts it. */
class RouterRuntimeTest {
  private static final String HIT_RATE = "KVCacheHitRate";
  private static final String COMPLETION = "MARK-OF-THE-COMPLETION";

  // Set before each test.
  @SuppressWarnings("NullAway.Init")
  @TempDir
  private Path folder;

  private final FakeRuntimeApi lambda = new FakeRuntimeApi();
  private final Semaphore tableCalls = new Semaphore(0);
  private final RawHttpServer table = new RawHttpServer(this::answerAsEmptyTable);
  private final List<RuntimeProcess> processes = new ArrayList<>();

  // Set before each test.
  @SuppressWarnings("NullAway.Init")
  private LocalSageMaker sageMaker;

  @BeforeEach
  void start() throws IOException {
    sageMaker =
        LocalSageMaker.listen(
            0,
            List.of(
                new LocalEndpoint(
                    "llm", List.of(Hosted.variant("blue", RouterRuntimeTest::complete)))));
  }

  @AfterEach
  void stop() {
    processes.forEach(RuntimeProcess::close);
    sageMaker.close();
    table.close();
    lambda.close();
  }

  @Test
  void answersAColdStartAndSendsTheRestOfItsMetricsWhenItIsEnded() throws IOException {
    RuntimeProcess process = start("on-demand");
    lambda.invoke("first", Events.json("cold-assign"));
    String first = lambda.confirm(FakeRuntimeApi.RESPONSE);
    lambda.invoke("second", Events.json("not-base64"));
    String second = lambda.confirm(FakeRuntimeApi.RESPONSE);
    lambda.invoke("third", Events.json("cold-assign"));
    lambda.confirm(FakeRuntimeApi.RESPONSE);
    lambda.take(FakeRuntimeApi.NEXT);
    String before = process.output();

    // when
    process.terminate();

    // then
    assertThat(prelude(first)).containsEntry("statusCode", 200);
    assertThat(first).contains(COMPLETION).contains("x-warmpath-variant");
    assertThat(prelude(second)).containsEntry("statusCode", 400);
    assertThat(before).contains(HIT_RATE);
    assertThat(process.output()).startsWith(before);
    assertThat(process.output().substring(before.length())).contains(HIT_RATE);
    assertThat(process.errors()).doesNotContain(COMPLETION);
  }

  @Test
  void keepsNoConnectionOverASnapshot() throws Exception {
    start("snap-start");

    // when
    Request restore = lambda.take(FakeRuntimeApi.RESTORE_NEXT);
    boolean primed = tableCalls.tryAcquire(RawHttpServer.PATIENCE_SECONDS, TimeUnit.SECONDS);
    table.awaitNoConnection();
    int before = table.accepted();
    restore.answer(200, Map.of(), "");
    lambda.invoke("first", Events.json("cold-assign"));
    String first = lambda.confirm(FakeRuntimeApi.RESPONSE);

    // then
    assertThat(primed).isTrue();
    assertThat(before).isPositive();
    assertThat(table.accepted()).isGreaterThan(before);
    assertThat(prelude(first)).containsEntry("statusCode", 200);
    assertThat(first).contains(COMPLETION).doesNotContain("x-warmpath-degraded");
  }

  @Test
  void saysEverythingThatIsWrongWithItsConfiguration() throws IOException {
    RuntimeProcess process =
        start("on-demand", Map.of("WARMPATH_TABLE", "", "WARMPATH_POLICY", "guess"));

    // when
    String report = lambda.confirm(FakeRuntimeApi.INIT_ERROR);

    // then
    assertThat(process.awaitExit()).isEqualTo(1);
    assertThat(JSON.std.mapFrom(report)).containsEntry("errorType", "Function.SettingsException");
    assertThat(report).contains("WARMPATH_TABLE is required", "WARMPATH_POLICY must be");
  }

  private static Map<String, Object> prelude(String chunks) throws IOException {
    return JSON.std.mapFrom(chunks.substring(chunks.indexOf('{'), chunks.indexOf('\0')));
  }

  private void answerAsEmptyTable(Request request) {
    tableCalls.release();
    request.answer(200, Map.of("Content-Type", "application/x-amz-json-1.0"), "{}");
  }

  private RuntimeProcess start(String initialization) {
    return start(initialization, Map.of());
  }

  private RuntimeProcess start(String initialization, Map<String, String> variables) {
    Map<String, String> environment = new HashMap<>();
    environment.put("AWS_LAMBDA_RUNTIME_API", lambda.address());
    environment.put("AWS_LAMBDA_INITIALIZATION_TYPE", initialization);
    environment.put("AWS_REGION", "us-east-1");
    environment.put("AWS_ACCESS_KEY_ID", "key");
    environment.put("AWS_SECRET_ACCESS_KEY", "secret");
    environment.put("WARMPATH_TARGETS", "llm/blue");
    environment.put("WARMPATH_TABLE", "affinity");
    environment.put("WARMPATH_HASH_SALT", "a salt for tests only");
    environment.put("WARMPATH_METRICS", "emf");
    // A busy machine must not look like a slow table.
    environment.put("WARMPATH_TABLE_BUDGET_MS", "5000");
    environment.put("AWS_ENDPOINT_URL_SAGEMAKER_RUNTIME", sageMaker.uri().toString());
    environment.put("AWS_ENDPOINT_URL_DYNAMODB", "http://" + table.address());
    environment.putAll(variables);
    RuntimeProcess process = RuntimeProcess.ofPackage(folder, environment);
    processes.add(process);
    return process;
  }

  private static ContainerAnswer complete(byte[] body, String contentType) {
    String answer =
        """
        {"choices":[{"message":{"role":"assistant","content":"%s"}}],
         "usage":{"prompt_tokens":100,"completion_tokens":5,
                  "prompt_tokens_details":{"cached_tokens":25}}}
        """
            .formatted(COMPLETION);
    return new ContainerAnswer(200, answer.getBytes(StandardCharsets.UTF_8), "application/json");
  }
}
