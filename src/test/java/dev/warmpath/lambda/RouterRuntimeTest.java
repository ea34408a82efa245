package dev.warmpath.lambda;

import static dev.warmpath.lambda.FunctionSurroundings.COMPLETION;
import static dev.warmpath.lambda.FunctionSurroundings.HIT_RATE;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.jr.ob.JSON;
import dev.warmpath.lambda.RawHttpServer.Request;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The router in the streaming runtime, in a process of its own, as the package starts it. */
class RouterRuntimeTest {
  // Set before each test.
  @SuppressWarnings("NullAway.Init")
  @TempDir
  private Path folder;

  private final FakeLambda lambda = new FakeLambda();
  private final FunctionSurroundings surroundings = new FunctionSurroundings();
  private final Semaphore tableCalls = new Semaphore(0);
  private final RawHttpServer table = new RawHttpServer(this::answerAsEmptyTable);
  private final List<RuntimeProcess> processes = new ArrayList<>();

  @AfterEach
  void stop() {
    processes.forEach(RuntimeProcess::close);
    surroundings.close();
    table.close();
    lambda.close();
  }

  @Test
  void answersAColdStartAndSendsTheRestOfItsMetricsWhenItIsEnded() throws IOException {
    RuntimeProcess process = start("on-demand");
    lambda.invoke("first", Events.json("cold-assign"));
    String first = lambda.confirm(FakeLambda.RESPONSE);
    lambda.invoke("second", Events.json("not-base64"));
    String second = lambda.confirm(FakeLambda.RESPONSE);
    lambda.invoke("third", Events.json("cold-assign"));
    lambda.confirm(FakeLambda.RESPONSE);
    lambda.take(FakeLambda.NEXT);
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
    Request restore = lambda.take(FakeLambda.RESTORE_NEXT);
    boolean primed = tableCalls.tryAcquire(RawHttpServer.PATIENCE_SECONDS, TimeUnit.SECONDS);
    table.awaitNoConnection();
    int before = table.accepted();
    restore.answer(200, Map.of(), "");
    lambda.invoke("first", Events.json("cold-assign"));
    String first = lambda.confirm(FakeLambda.RESPONSE);

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
    String report = lambda.confirm(FakeLambda.INIT_ERROR);

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
    Map<String, String> environment = surroundings.variables(lambda, "http://" + table.address());
    environment.put("AWS_LAMBDA_INITIALIZATION_TYPE", initialization);
    environment.putAll(variables);
    RuntimeProcess process = RuntimeProcess.ofPackage(folder, environment);
    processes.add(process);
    return process;
  }
}
