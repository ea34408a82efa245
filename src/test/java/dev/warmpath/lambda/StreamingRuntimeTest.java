package dev.warmpath.lambda;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.jr.ob.JSON;
import dev.warmpath.lambda.RawHttpServer.Request;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The runtime in a process of its own, seen from Lambda's side, byte by byte. */
class StreamingRuntimeTest {
  private static final String NULS = "\0".repeat(8);
  private static final String PRELUDE =
      "{\"statusCode\":200,\"headers\":{\"content-type\":\"text/event-stream\"}}" + NULS;

  /** Its first chunk: length in hexadecimal, bytes, end of line. */
  private static final String FIRST_CHUNK =
      Integer.toHexString(PRELUDE.length()) + "\r\n" + PRELUDE + "\r\n";

  // Set before each test.
  @SuppressWarnings("NullAway.Init")
  @TempDir
  private Path folder;

  private final FakeLambda lambda = new FakeLambda();
  private final Gates gates = new Gates();
  private final List<RuntimeProcess> processes = new ArrayList<>();

  @AfterEach
  void stop() throws IOException {
    processes.forEach(RuntimeProcess::close);
    gates.close();
    lambda.close();
  }

  @Test
  void sendsPreludeDelimiterAndChunksAsTheFunctionWritesThem() {
    start(Map.of());
    lambda.invoke("first", "start 200\nwrite data: one\nwrite-empty\nwrite data: two");

    // when
    Request response = lambda.take(FakeLambda.RESPONSE);
    String body = response.wholeBody();

    // then
    assertThat(response.method()).isEqualTo("POST");
    assertThat(response.path()).isEqualTo("/2018-06-01/runtime/invocation/first/response");
    assertThat(response.header("Lambda-Runtime-Function-Response-Mode")).isEqualTo("streaming");
    assertThat(response.header("Transfer-Encoding")).isEqualTo("chunked");
    assertThat(response.header("Content-Type"))
        .isEqualTo("application/vnd.awslambda.http-integration-response");
    assertThat(body)
        .isEqualTo(FIRST_CHUNK + "9\r\ndata: one\r\n" + "9\r\ndata: two\r\n" + "0\r\n\r\n");
  }

  @Test
  void sendsEachPartWhileTheFunctionIsStillAtWork() {
    start(Map.of());
    lambda.invoke("first", "start 200\npass one\nwrite data: one\npass two\nwrite data: two");
    Request response = lambda.take(FakeLambda.RESPONSE);

    // when
    String atOnce = response.awaitBody("\r\n" + PRELUDE + "\r\n");
    gates.open("one");
    String later = response.awaitBody("data: one\r\n");
    boolean endedBefore = response.isWhole();
    gates.open("two");

    // then
    assertThat(atOnce).isEqualTo(FIRST_CHUNK);
    assertThat(later).isEqualTo(FIRST_CHUNK + "9\r\ndata: one\r\n");
    assertThat(endedBefore).isFalse();
    assertThat(response.wholeBody()).endsWith("data: two\r\n0\r\n\r\n");
  }

  @Test
  void asksForTheNextInvocationOnceTheWorkAfterTheAnswerIsDone() {
    start(Map.of(ScriptedRuntime.AFTER_ANSWER, "after"));
    lambda.invoke("first", "start 200");
    lambda.confirm(FakeLambda.RESPONSE);

    // when
    gates.await("after");
    boolean asked = lambda.has(FakeLambda.NEXT);
    gates.open("after");

    // then
    assertThat(asked).isFalse();
    assertThat(lambda.take(FakeLambda.NEXT).method()).isEqualTo("GET");
  }

  @ParameterizedTest
  @ValueSource(strings = {"999999999999999", "0", "99999999999999999999", "-1", "soon", ""})
  void answersAndGoesOnWhateverTheDeadlineIs(String deadline) {
    start(Map.of());
    Map<String, String> headers = new HashMap<>(FakeLambda.headers("first"));
    headers.put("Lambda-Runtime-Deadline-Ms", deadline);

    // when
    lambda.take(FakeLambda.NEXT).answer(200, headers, "start 200\nwrite data: one");
    String body = lambda.confirm(FakeLambda.RESPONSE);

    // then
    assertThat(body).contains("data: one");
    assertThat(lambda.take(FakeLambda.NEXT).method()).isEqualTo("GET");
  }

  @Test
  void reportsAnErrorBeforeTheAnswerAndGoesOn() throws IOException {
    RuntimeProcess process = start(Map.of());
    lambda.invoke("first", "throw");

    // when
    Request error = lambda.take(FakeLambda.ERROR);
    String report = error.wholeBody();
    error.answer(202, Map.of(), "");
    lambda.invoke("second", "long-header");
    String tooLong = lambda.confirm(FakeLambda.ERROR);
    lambda.invoke("third", "nothing");
    String nothing = lambda.confirm(FakeLambda.ERROR);
    lambda.invoke("fourth", "start 200");

    // then
    assertThat(error.path()).isEqualTo("/2018-06-01/runtime/invocation/first/error");
    assertThat(error.header("Lambda-Runtime-Function-Error-Type"))
        .isEqualTo("Function.IllegalStateException");
    assertThat(error.header("Content-Type")).isEqualTo("application/vnd.aws.lambda.error+json");
    assertThat(JSON.std.mapFrom(report))
        .containsEntry("errorType", "Function.IllegalStateException")
        .containsKeys("errorMessage", "stackTrace");
    assertThat(tooLong).contains("Function.IllegalArgumentException");
    assertThat(nothing).contains("Function.NoAnswer");
    assertThat(lambda.confirm(FakeLambda.RESPONSE)).endsWith("0\r\n\r\n");
    assertThat(report + process.errors() + process.output()).doesNotContain("SECRET");
  }

  @Test
  void reportsAnErrorInsideTheAnswerInTrailers() throws IOException {
    start(Map.of());
    lambda.invoke("first", "start 200\nwrite data: one\nthrow");

    // when
    Request response = lambda.take(FakeLambda.RESPONSE);
    String body = response.wholeBody();
    response.answer(202, Map.of(), "");

    // then
    String trailers = body.substring(body.indexOf("\r\n0\r\n") + 5);
    assertThat(response.header("Trailer"))
        .isEqualTo("Lambda-Runtime-Function-Error-Type, Lambda-Runtime-Function-Error-Body");
    assertThat(body).startsWith(FIRST_CHUNK + "9\r\ndata: one\r\n0\r\n");
    assertThat(trailers)
        .startsWith(
            "Lambda-Runtime-Function-Error-Type: Function.IllegalStateException\r\n"
                + "Lambda-Runtime-Function-Error-Body: ")
        .endsWith("\r\n\r\n");
    String encoded = trailers.strip().replaceFirst("(?s).*Error-Body: ", "");
    assertThat(
            JSON.std.mapFrom(
                new String(Base64.getDecoder().decode(encoded), StandardCharsets.UTF_8)))
        .containsEntry("errorType", "Function.IllegalStateException")
        .containsEntry("errorMessage", "the function failed with java.lang.IllegalStateException");
    assertThat(lambda.take(FakeLambda.NEXT).method()).isEqualTo("GET");
  }

  @Test
  void tellsTheFunctionThatNobodyListensAndGoesOn() {
    RuntimeProcess process = start(Map.of());
    lambda.invoke("first", "start 200\npass one\nwrite-until-broken");
    Request response = lambda.take(FakeLambda.RESPONSE);
    response.awaitBody("\r\n" + PRELUDE);

    // when
    response.drop();
    gates.open("one");
    lambda.invoke("second", "start 200");

    // then
    assertThat(lambda.confirm(FakeLambda.RESPONSE)).endsWith("0\r\n\r\n");
    assertThat(process.output()).contains("noticed");
    assertThat(lambda.has(FakeLambda.ERROR)).isFalse();
  }

  @Test
  void asksAgainOnANewConnectionWhenTheOldOneWasClosed() {
    start(Map.of());
    lambda.take(FakeLambda.NEXT).answerAndClose(200, FakeLambda.headers("first"), "start 200");
    lambda.confirm(FakeLambda.RESPONSE);

    // when
    lambda.invoke("second", "start 200\ntrace");

    // then
    assertThat(lambda.confirm(FakeLambda.RESPONSE))
        .contains("Root=1-5bef4de7-ad49b0e87f6ef6c87fc2e700;Sampled=1");
  }

  @Test
  void takesTheLargestEventAndRefusesLargerOnes() {
    start(Map.of());
    String largest = "start 200\nsize\n" + "x".repeat(6 * 1024 * 1024 - 15);
    lambda.invoke("first", largest);
    String taken = lambda.confirm(FakeLambda.RESPONSE);

    // when
    // Its bytes never come: what is too large is not waited for.
    lambda
        .take(FakeLambda.NEXT)
        .answerRaw(
            "HTTP/1.1 200 OK\r\nLambda-Runtime-Aws-Request-Id: second\r\nContent-Length: "
                + (RuntimeApi.MAX_EVENT_BYTES + 1)
                + "\r\n\r\nx");
    Request error = lambda.take(FakeLambda.ERROR);
    error.answer(202, Map.of(), "");
    lambda.invoke("third", "start 200");

    // then
    assertThat(taken).contains("size " + 6 * 1024 * 1024);
    assertThat(error.path()).contains("/invocation/second/");
    assertThat(error.wholeBody()).contains("Runtime.EventTooLarge");
    assertThat(lambda.confirm(FakeLambda.RESPONSE)).endsWith("0\r\n\r\n");
  }

  @Test
  void answersAsManyInvocationsAtOnceAsItIsAllowed() {
    start(Map.of("AWS_LAMBDA_MAX_CONCURRENCY", "4", ScriptedRuntime.AFTER_ANSWER, "after"));
    for (int i = 1; i <= 4; i++) {
      lambda.invoke("id-" + i, "start 200\npass gate-" + i + "\nwrite number " + i);
    }

    // when
    for (int i = 1; i <= 4; i++) {
      gates.await("gate-" + i);
    }
    Map<String, Request> responses = new HashMap<>();
    for (int i = 1; i <= 4; i++) {
      Request response = lambda.take(FakeLambda.RESPONSE);
      responses.put(response.path().replaceFirst(".*/(id-\\d)/.*", "$1"), response);
    }

    // then
    assertThat(responses).containsOnlyKeys("id-1", "id-2", "id-3", "id-4");
    for (int i = 4; i >= 1; i--) {
      Request response = responses.getOrDefault("id-" + i, responses.values().iterator().next());
      gates.open("gate-" + i);
      assertThat(response.wholeBody()).contains("number " + i);
      response.answer(202, Map.of(), "");
      gates.await("after");
      assertThat(lambda.has(FakeLambda.NEXT)).isFalse();
      gates.open("after");
      // That loop, and only that one, asks again.
      lambda.take(FakeLambda.NEXT);
    }
  }

  @Test
  void reportsThatItCannotStart() throws IOException {
    // when
    RuntimeProcess process = start(Map.of(ScriptedRuntime.MAKING, "fail 1"));
    Request error = lambda.take(FakeLambda.INIT_ERROR);
    String report = error.wholeBody();
    error.answer(202, Map.of(), "");

    // then
    assertThat(process.awaitExit()).isEqualTo(1);
    assertThat(JSON.std.mapFrom(report))
        .containsEntry("errorType", "Function.IllegalStateException");
    assertThat(report + process.errors()).doesNotContain("SECRET");
    assertThat(lambda.has(FakeLambda.NEXT)).isFalse();
  }

  @Test
  void refusesToGuessHowManyLoopsAreMeant() {
    // when
    RuntimeProcess process = start(Map.of("AWS_LAMBDA_MAX_CONCURRENCY", "many"));
    String report = lambda.confirm(FakeLambda.INIT_ERROR);

    // then
    assertThat(process.awaitExit()).isEqualTo(1);
    assertThat(report).contains("Function.IllegalArgumentException");
  }

  @Test
  void makesTheFunctionAnewAfterARestore() {
    RuntimeProcess process = start(snapStart());
    Request restore = lambda.take(FakeLambda.RESTORE_NEXT);
    String before = process.output();

    // when
    restore.answer(200, Map.of(), "");
    lambda.invoke("first", "start 200");
    lambda.confirm(FakeLambda.RESPONSE);

    // then
    assertThat(before.lines()).containsExactly("made 1", "primed 1", "flushed 1", "closed 1");
    assertThat(process.output()).isEqualTo(before + "made 2\n");
    assertThat(restore.path()).isEqualTo("/2018-06-01/runtime/restore/next");
    // Its connection would be part of the snapshot.
    assertThat(lambda.has(FakeLambda.REGISTER)).isFalse();
  }

  @Test
  void reportsThatItCannotGoOnAfterARestore() {
    Map<String, String> environment = snapStart();
    environment.put(ScriptedRuntime.MAKING, "fail 2");
    RuntimeProcess process = start(environment);

    // when
    lambda.take(FakeLambda.RESTORE_NEXT).answer(200, Map.of(), "");
    String report = lambda.confirm(FakeLambda.RESTORE_ERROR);

    // then
    assertThat(process.awaitExit()).isEqualTo(64);
    assertThat(report).contains("Function.IllegalStateException");
    assertThat(lambda.has(FakeLambda.NEXT)).isFalse();
  }

  @Test
  void flushesWhenLambdaEndsTheEnvironment() {
    RuntimeProcess process = start(Map.of());
    Request event = lambda.take(FakeLambda.EVENT);
    lambda.take(FakeLambda.NEXT);

    // when
    process.terminate();

    // then
    assertThat(event.header("Lambda-Extension-Identifier")).isEqualTo("an-extension");
    assertThat(lambda.take(FakeLambda.REGISTER).wholeBody()).isEqualTo("{\"events\":[]}");
    assertThat(process.output().lines()).containsExactly("made 1", "flushed 1");
  }

  @Test
  void answersWhereLambdaGivesNoNoticeOfTermination() {
    lambda.refuseExtensions();
    RuntimeProcess process = start(Map.of());

    // when
    lambda.invoke("first", "start 200");
    String body = lambda.confirm(FakeLambda.RESPONSE);

    // then
    assertThat(body).endsWith("0\r\n\r\n");
    assertThat(process.errors()).contains("no notice of termination");
    assertThat(lambda.has(FakeLambda.EVENT)).isFalse();
  }

  @Test
  void endsWhenTheEnvironmentIsBeyondRepair() {
    RuntimeProcess process = start(Map.of());

    // when
    lambda.take(FakeLambda.NEXT).answer(500, Map.of(), "{}");

    // then
    assertThat(process.awaitExit()).isEqualTo(1);
    assertThat(process.output()).contains("flushed 1");
  }

  private static Map<String, String> snapStart() {
    return new HashMap<>(Map.of("AWS_LAMBDA_INITIALIZATION_TYPE", "snap-start"));
  }

  private RuntimeProcess start(Map<String, String> variables) {
    Map<String, String> environment = new HashMap<>();
    environment.put("AWS_LAMBDA_RUNTIME_API", lambda.address());
    environment.put("AWS_LAMBDA_INITIALIZATION_TYPE", "on-demand");
    environment.put(ScriptedRuntime.GATES, Integer.toString(gates.port()));
    environment.putAll(variables);
    RuntimeProcess process = RuntimeProcess.ofClass(folder, ScriptedRuntime.class, environment);
    processes.add(process);
    return process;
  }
}
