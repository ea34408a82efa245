package dev.warmpath.aws;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.jr.ob.JSON;
import dev.warmpath.engine.EngineProfile;
import dev.warmpath.local.AnswerSink;
import dev.warmpath.local.BrokenAnswerException;
import dev.warmpath.local.BrokenAnswerException.Break;
import dev.warmpath.local.ContainerAnswer;
import dev.warmpath.local.FaultyContainer;
import dev.warmpath.local.FaultyContainer.Fault;
import dev.warmpath.local.LocalEndpoint;
import dev.warmpath.local.LocalEndpoint.Hosted;
import dev.warmpath.local.LocalSageMaker;
import dev.warmpath.local.LocalVariant;
import dev.warmpath.local.ModelContainer;
import dev.warmpath.local.OpenAiContainer;
import dev.warmpath.router.port.EngineCall;
import dev.warmpath.router.port.EngineOpening;
import dev.warmpath.router.port.EngineOpening.Opened;
import dev.warmpath.router.port.EngineOpening.Refused;
import dev.warmpath.router.port.EngineOutcome.Answered;
import dev.warmpath.router.port.EngineOutcome.Failed;
import dev.warmpath.router.port.EngineOutcome.Kind;
import dev.warmpath.router.port.EnginePart;
import dev.warmpath.router.port.EnginePart.Broken;
import dev.warmpath.router.port.EnginePart.Data;
import dev.warmpath.router.port.EnginePart.End;
import dev.warmpath.router.port.EngineStream;
import dev.warmpath.router.port.Trouble;
import dev.warmpath.routing.Target;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import software.amazon.awssdk.eventstream.HeaderValue;
import software.amazon.awssdk.eventstream.Message;
import software.amazon.awssdk.services.sagemakerruntime.SageMakerRuntimeAsyncClient;

/** The real SDK against a local SageMaker, whose container fails on demand. */
class SageMakerStreamsTest {
  private static final Duration LONG = Duration.ofSeconds(60);
  private static final Duration SHORT = Duration.ofMillis(700);
  private static final Target TARGET = Target.ofVariant("llm", "a", 1, false);
  private static final InstantSource CLOCK = InstantSource.fixed(Instant.ofEpochSecond(1_000));
  private static final Failed CUT = new Failed(Kind.FAULT, 0, "the connection to SageMaker failed");

  private final List<Trouble> troubles = new CopyOnWriteArrayList<>();
  private LocalVariant variant;
  private FaultyContainer container;
  private LocalSageMaker server;
  private SageMakerEngine engine;

  @BeforeEach
  void start() throws IOException {
    variant = LocalVariant.start("a", EngineProfile.laptopDemo(100_000), System::nanoTime);
    container = new FaultyContainer(new OpenAiContainer(variant, "default", LONG, CLOCK));
    server = listen(container);
    engine = SageMakerClients.engine(AwsAccess.local(server.uri()), LONG, troubles::add);
  }

  @AfterEach
  void stop() {
    engine.close();
    server.close();
    variant.close();
  }

  @Test
  void streamsAChatAsVllmDoes() throws IOException {
    // when
    Answer answer = read(opened(chat(3, ", \"stream_options\": {\"include_usage\": true}")));

    // then
    List<String> events = List.of(answer.text().split("\n\n"));
    assertThat(events).hasSize(7).allMatch(event -> event.startsWith("data: "));
    assertThat(events.getFirst())
        .contains("\"role\":\"assistant\"", "chat.completion.chunk", "\"finish_reason\":null");
    assertThat(events.subList(1, 4)).allMatch(e -> e.matches(".*\"content\":\" ?[a-z]{3}\".*"));
    assertThat(events.get(4)).contains("\"finish_reason\":\"length\"");
    Map<String, Object> usage = JSON.std.mapFrom(events.get(5).substring("data: ".length()));
    assertThat(usage.get("choices")).isEqualTo(List.of());
    assertThat(String.valueOf(usage.get("usage")))
        .contains("completion_tokens=3", "cached_tokens=0");
    assertThat(events.getLast()).isEqualTo("data: [DONE]");
    assertThat(answer.last()).isEqualTo(new End());
    assertThat(answer.contentType()).startsWith("text/event-stream");
    assertThat(answer.variant()).isEqualTo("a");
    assertThat(troubles).isEmpty();
  }

  @Test
  void sendsTheSameTextInPiecesAsInOne() throws IOException {
    // given
    String whole =
        new String(
            ((Answered) engine.invoke(call(body(5, false, ""), LONG))).body(),
            StandardCharsets.UTF_8);

    // when
    String text = content(read(opened(chat(5, ""))).text());

    // then
    assertThat(text).hasSize(5 * 4 - 1);
    assertThat(whole).contains("\"" + text + "\"");
  }

  @Test
  void streamsACompletionWithoutUsageUnlessAsked() {
    // when
    Answer answer = read(opened("{\"prompt\": \"hi\", \"stream\": true, \"max_tokens\": 2}"));

    // then
    assertThat(answer.text().split("\n\n")).hasSize(4);
    assertThat(answer.text()).contains("text_completion", "[DONE]").doesNotContain("usage");
  }

  @Test
  void answersABodyThatAsksForNoStreamWithOneJsonValue() throws IOException {
    // when
    Answer answer = read(opened(body(3, false, "")));

    // then
    assertThat(JSON.std.mapFrom(answer.text())).containsKeys("choices", "usage");
    assertThat(answer.contentType()).isEqualTo("application/json");
  }

  @Test
  void putsALongPieceTogetherAgain() {
    // given
    String piece = "0123456789".repeat(10_000);
    restart(pieces(List.of(bytes(piece))));

    // when
    Answer answer = read(opened(chat(1, "")));

    // then
    assertThat(answer.parts()).hasSizeGreaterThan(1);
    assertThat(answer.text()).isEqualTo(piece);
  }

  @Test
  void sendsEveryMemberOfTheCall() {
    try (StubServer stub = new StubServer(r -> StubServer.Answer.json(500, "{}"));
        SageMakerEngine other =
            SageMakerClients.engine(AwsAccess.local(stub.uri()), LONG, troubles::add)) {
      // when
      other.open(new EngineCall(TARGET, new byte[] {'{'}, "text/x", LONG, "family-0", "req-1"));
      other.open(
          new EngineCall(
              Target.ofComponent("llm", "copy", 1), new byte[] {'{'}, "text/x", LONG, "", "é"));

      // then
      StubServer.Request first = stub.requests().getFirst();
      assertThat(first.path()).isEqualTo("/endpoints/llm/invocations-response-stream");
      assertThat(first.header("Content-Type")).contains("text/x");
      assertThat(first.header("X-Amzn-SageMaker-Target-Variant")).contains("a");
      assertThat(first.header("X-Amzn-SageMaker-Prefix-Aware-Id")).contains("family-0");
      assertThat(first.header("X-Amzn-SageMaker-Inference-Id")).contains("req-1");
      assertThat(first.header("X-Amzn-SageMaker-Inference-Component")).isEmpty();
      StubServer.Request second = stub.requests().getLast();
      assertThat(second.header("X-Amzn-SageMaker-Inference-Component")).contains("copy");
      assertThat(second.header("X-Amzn-SageMaker-Target-Variant")).isEmpty();
      assertThat(second.header("X-Amzn-SageMaker-Inference-Id")).isEmpty();
      assertThat(stub.requests()).hasSize(2);
    }
  }

  @Test
  void deliversPartsBeforeTheModelHasFinished() {
    // given: no piece may leave before its reader has the one before
    Semaphore taken = new Semaphore(1);
    container.become(new Fault.Slow(piece -> taken.acquire()));

    // when: a buffer anywhere on the way would stop this for good
    List<EnginePart> parts = new ArrayList<>();
    try (EngineStream stream = opened(chat(4, ""))) {
      for (EnginePart part = stream.next(); part instanceof Data; part = stream.next()) {
        parts.add(part);
        taken.release();
      }
    }

    // then: the speaker, four tokens, the reason, the end
    assertThat(parts).hasSize(7);
  }

  @Test
  void countsAnAnswerOfAnotherVariant() {
    // given
    StubServer.Answer byOther =
        new StubServer.Answer(
            200,
            Map.of(
                "Content-Type", "application/vnd.amazon.eventstream",
                "x-Amzn-Invoked-Production-Variant", "b"),
            payloadPart("data: [DONE]"));
    try (StubServer stub = new StubServer(r -> byOther);
        SageMakerEngine other =
            SageMakerClients.engine(AwsAccess.local(stub.uri()), LONG, troubles::add)) {
      // when
      Answer answer = read(other.open(call(chat(1, ""), LONG)));
      Target whole = Target.ofEndpoint("llm", 2, false);
      read(other.open(new EngineCall(whole, bytes("{}"), "application/json", LONG, "", "r")));

      // then
      assertThat(answer.text()).isEqualTo("data: [DONE]");
      assertThat(answer.variant()).isEqualTo("b");
      assertThat(answer.contentType()).isEqualTo("application/octet-stream");
      assertThat(troubles).containsExactly(Trouble.VARIANT_MISMATCH);
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {429, 503})
  void takesABusyContainerForBackpressure(int status) {
    // given
    container.become(new Fault.Refuses(status));

    // when
    EngineOpening opening = open(call(chat(3, ""), LONG));

    // then
    assertThat(opening)
        .isEqualTo(
            new Refused(
                new Failed(Kind.BACKPRESSURE, status, "the model is busy, try again later")));
    assertThat(container.requests()).isEqualTo(1);
  }

  @Test
  void refusesWhatTheModelRefuses() {
    // when
    EngineOpening badBody = open(call("{\"messages\": 3}", LONG));
    EngineOpening unknownVariant =
        open(
            new EngineCall(
                Target.ofVariant("llm", "z", 1, false),
                bytes(chat(1, "")),
                "application/json",
                LONG,
                "",
                "r"));
    container.become(new Fault.Refuses(500));
    EngineOpening broken = open(call(chat(1, ""), LONG));

    // then
    assertThat(badBody)
        .isEqualTo(new Refused(new Failed(Kind.CALLER, 400, "messages must be an array")));
    assertThat(unknownVariant)
        .extracting("failure.kind", "failure.status")
        .containsExactly(Kind.MISCONFIGURED, 400);
    assertThat(broken)
        .isEqualTo(new Refused(new Failed(Kind.FAULT, 500, "the model failed with status 500")));
    assertThat(container.requests()).isEqualTo(2);
  }

  @ParameterizedTest
  @EnumSource(Break.class)
  void breaksAStreamThatBreaksAndSendsNothingTwice(Break how) {
    // given: it breaks only when what came before has been read
    CountDownLatch read = new CountDownLatch(1);
    container =
        new FaultyContainer(
            streaming(
                sink -> {
                  sink.begin(200, "text/plain");
                  for (int i = 0; i < 3; i++) {
                    sink.write(bytes("piece"));
                  }
                  await(read);
                  throw new BrokenAnswerException(how);
                }));
    restart(container);

    // when
    Answer answer;
    try (EngineStream stream = opened(chat(100, ""))) {
      List<EnginePart> parts = new ArrayList<>();
      for (int i = 0; i < 3; i++) {
        parts.add(stream.next());
      }
      read.countDown();
      answer = read(stream, parts);
    }

    // then
    assertThat(answer.parts()).hasSize(3);
    assertThat(answer.last()).isEqualTo(new Broken(failure(how)));
    assertThat(container.requests()).isEqualTo(1);
  }

  @ParameterizedTest
  @EnumSource(Break.class)
  void refusesAStreamThatBreaksBeforeItsFirstByte(Break how) {
    // given
    container.become(new Fault.Breaks(0, how));

    // when
    EngineOpening opening = open(call(chat(100, ""), LONG));

    // then
    assertThat(opening).isEqualTo(new Refused(failure(how)));
    assertThat(container.requests()).isEqualTo(1);
  }

  @ParameterizedTest
  @EnumSource(Break.class)
  void isSentOnceByTheSdkTooThoughNobodyClosesIt(Break how) {
    // given: a reader who goes on listening until the SDK has given up
    container.become(new Fault.Breaks(3, how));
    try (SageMakerRuntimeAsyncClient client =
        SageMakerClients.streamingRuntime(AwsAccess.local(server.uri()), 1)) {
      CompletableFuture<Void> call =
          client.invokeEndpointWithResponseStream(
              SageMakerCalls.streamed(call(chat(100, ""), LONG)), new StreamSignals());

      // when, then
      assertThatThrownBy(call::join).isInstanceOf(CompletionException.class);
      assertThat(container.requests()).isEqualTo(1);
    }
  }

  @Test
  void staysBrokenOnceItIs() {
    // given
    container.become(new Fault.Breaks(2, Break.MODEL_BROKEN));

    // when
    try (EngineStream stream = opened(chat(100, ""))) {
      Answer answer = read(stream, new ArrayList<>());

      // then
      assertThat(answer.last()).isInstanceOf(Broken.class);
      assertThat(stream.next()).isEqualTo(answer.last());
    }
  }

  @Test
  void takesAnAnswerWithoutAByteForFault() {
    // given
    restart(pieces(List.of()));

    // when
    EngineOpening opening = open(call(chat(1, ""), LONG));

    // then
    assertThat(opening)
        .isEqualTo(new Refused(new Failed(Kind.FAULT, 200, "the model sent an empty answer")));
  }

  @Test
  void passesOnWhatIsNoStreamOfEvents() {
    // given
    container.become(new Fault.Garbage(new byte[] {0, (byte) 0xFF, '\n'}));
    Answer garbage = read(opened(chat(2, "")));
    container.become(new Fault.JsonLines());
    Answer lines = read(opened(chat(2, "")));
    container.become(new Fault.OmitsDone());
    Answer endless = read(opened(chat(2, "")));

    // then
    assertThat(garbage.parts()).hasSize(5);
    assertThat(garbage.last()).isEqualTo(new End());
    assertThat(lines.contentType()).isEqualTo("application/jsonlines");
    assertThat(lines.text().lines()).hasSize(4).allMatch(line -> line.startsWith("{"));
    assertThat(endless.text()).contains("finish_reason").doesNotContain("DONE");
  }

  @Test
  void endsAHungCallAtItsTimeout() {
    // given
    container.become(new Fault.Hangs());

    // when
    EngineOpening opening = open(call(chat(1, ""), SHORT));

    // then
    assertThat(opening).isEqualTo(new Refused(late("0.7")));
    assertThat(container.requests()).isEqualTo(1);
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 2})
  void endsASilentStreamAtItsTimeout(int pieces) {
    // given
    container.become(new Fault.FallsSilent(pieces));

    // when
    EngineOpening opening = open(call(chat(50, ""), SHORT));

    // then
    Failed failure =
        switch (opening) {
          case Refused(Failed refused) -> refused;
          case Opened(EngineStream stream) -> {
            try (stream) {
              yield ((Broken) read(stream, new ArrayList<>()).last()).failure();
            }
          }
        };
    assertThat(opening).isInstanceOf(pieces == 0 ? Refused.class : Opened.class);
    assertThat(failure).isEqualTo(late("0.7"));
    assertThat(container.requests()).isEqualTo(1);
  }

  @Test
  void endsAStreamAtItsTimeoutThoughPartsKeepComing() {
    // given
    String endless = chat(90_000, "");

    // when
    Answer answer;
    try (EngineStream stream = ((Opened) open(call(endless, SHORT))).stream()) {
      answer = read(stream, new ArrayList<>());
    }

    // then
    assertThat(answer.parts()).isNotEmpty();
    assertThat(answer.last()).isEqualTo(new Broken(late("0.7")));
  }

  @Test
  void takesARefusedConnectionForFault() {
    // given
    server.close();

    // when
    EngineOpening opening = open(call(chat(1, ""), LONG));

    // then
    assertThat(opening).isEqualTo(new Refused(CUT));
  }

  @Test
  void takesAPoolWithoutAFreeConnectionForBackpressure() {
    // given: one connection, and an answer that keeps it
    container.become(new Fault.FallsSilent(2));
    try (SageMakerStreams one =
            new SageMakerStreams(
                new Lazily<>(
                    () -> SageMakerClients.streamingRuntime(AwsAccess.local(server.uri()), 1)),
                troubles::add);
        EngineStream first = ((Opened) one.open(call(chat(50, ""), LONG))).stream()) {
      // when
      EngineOpening second = one.open(call(chat(50, ""), LONG));

      // then
      assertThat(first.invokedVariant()).isEqualTo("a");
      assertThat(second).extracting("failure.kind").isEqualTo(Kind.BACKPRESSURE);
      assertThat(container.requests()).isEqualTo(1);
    }
  }

  @Test
  void breaksWhenTheEngineIsClosed() {
    // given
    container.become(new Fault.FallsSilent(2));
    EngineStream stream = opened(chat(50, ""));

    // when
    engine.close();

    // then
    assertThat(read(stream, new ArrayList<>()).last()).isInstanceOf(Broken.class);
  }

  @Test
  void givesUpWhenItsThreadIsInterrupted() throws Exception {
    // given
    container.become(new Fault.FallsSilent(2));
    CountDownLatch reading = new CountDownLatch(1);
    try (EngineStream stream = opened(chat(50, ""));
        ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      // when
      Future<EnginePart> last =
          threads.submit(
              () -> {
                reading.countDown();
                return read(stream, new ArrayList<>()).last();
              });
      reading.await();
      threads.shutdownNow();

      // then
      assertThat(last.get()).isInstanceOf(Broken.class);
    }
  }

  @Test
  void freesTheEngineWhenItIsClosed() {
    // given
    EngineStream stream = opened(chat(90_000, ""));
    assertThat(variant.statistics().running()).isEqualTo(1);

    // when
    stream.close();
    stream.close();

    // then: the server notices at its next write
    while (variant.statistics().running() > 0) {
      Thread.onSpinWait();
    }
    assertThat(stream.next()).isInstanceOf(Broken.class);
    assertThat(variant.statistics().waiting()).isZero();
  }

  @Test
  void makesTheServerWaitForASlowReader() throws Exception {
    // given: parts of 16 KiB, of which nobody takes more than the first
    int parts = 2_000;
    AtomicInteger written = new AtomicInteger();
    CountDownLatch done = new CountDownLatch(1);
    restart(
        streaming(
            sink -> {
              sink.begin(200, "text/plain");
              for (int i = 0; i < parts; i++) {
                sink.write(new byte[16 * 1024]);
                written.incrementAndGet();
              }
              done.countDown();
            }));

    // when
    try (EngineStream stream = opened(chat(1, ""))) {
      int before = -1;
      while (before != written.get()) {
        before = written.get();
        done.await(200, TimeUnit.MILLISECONDS);
      }
      int stalledAt = written.get();
      Answer rest = read(stream, new ArrayList<>());

      // then: the sockets hold some of the 32 MB, the SDK next to nothing; then all of them come
      assertThat(stalledAt).isLessThan(parts / 2);
      assertThat(rest.parts()).hasSize(parts);
      assertThat(rest.last()).isEqualTo(new End());
    }
  }

  @Test
  void readsFiftyStreamsAtOnce() throws Exception {
    // given: no answer goes on before all have begun
    int streams = 50;
    CountDownLatch all = new CountDownLatch(streams);
    container.become(
        new Fault.Slow(
            piece -> {
              if (piece == 1) {
                all.countDown();
                all.await();
              }
            }));

    // when
    List<String> texts = new ArrayList<>();
    try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      List<Future<Answer>> answers =
          IntStream.range(0, streams)
              .mapToObj(i -> threads.submit(() -> read(opened(chat(40, "")))))
              .toList();
      for (Future<Answer> answer : answers) {
        texts.add(answer.get().text());
      }
    }

    // then
    assertThat(texts).hasSize(streams).allMatch(text -> text.endsWith("data: [DONE]\n\n"));
    assertThat(texts).allMatch(text -> content(text).length() == 40 * 4 - 1);
    assertThat(variant.statistics().running() + variant.statistics().waiting()).isZero();
  }

  private record Answer(
      List<EnginePart> parts, EnginePart last, String contentType, String variant) {
    String text() {
      ByteArrayOutputStream text = new ByteArrayOutputStream();
      parts.forEach(part -> text.writeBytes(((Data) part).bytes()));
      return text.toString(StandardCharsets.UTF_8);
    }
  }

  private static Answer read(EngineStream stream, List<EnginePart> parts) {
    EnginePart part = stream.next();
    while (part instanceof Data) {
      parts.add(part);
      part = stream.next();
    }
    return new Answer(parts, part, stream.contentType(), stream.invokedVariant());
  }

  private static Answer read(EngineStream stream) {
    try (stream) {
      return read(stream, new ArrayList<>());
    }
  }

  private static Answer read(EngineOpening opening) {
    return read(((Opened) opening).stream());
  }

  private EngineStream opened(String body) {
    return ((Opened) open(call(body, LONG))).stream();
  }

  private EngineOpening open(EngineCall call) {
    return engine.open(call);
  }

  private void restart(ModelContainer other) {
    engine.close();
    server.close();
    try {
      server = listen(other);
    } catch (IOException e) {
      throw new AssertionError(e);
    }
    engine = SageMakerClients.engine(AwsAccess.local(server.uri()), LONG, troubles::add);
  }

  private static LocalSageMaker listen(ModelContainer container) throws IOException {
    return LocalSageMaker.listen(
        0, List.of(new LocalEndpoint("llm", List.of(Hosted.variant("a", container)))));
  }

  /** What a container does with a sink. */
  @FunctionalInterface
  private interface Writing {
    void to(AnswerSink sink) throws IOException;
  }

  private static ModelContainer streaming(Writing writing) {
    return new ModelContainer() {
      @Override
      public ContainerAnswer invoke(byte[] body, String contentType) {
        throw new AssertionError("nobody asks for a whole answer");
      }

      @Override
      public void stream(byte[] body, String contentType, AnswerSink sink) throws IOException {
        writing.to(sink);
      }
    };
  }

  private static ModelContainer pieces(List<byte[]> pieces) {
    return streaming(
        sink -> {
          sink.begin(200, "text/plain");
          for (byte[] piece : pieces) {
            sink.write(piece);
          }
        });
  }

  private static void await(CountDownLatch latch) throws InterruptedIOException {
    try {
      latch.await();
    } catch (InterruptedException e) {
      throw new InterruptedIOException("the server is closed");
    }
  }

  private static byte[] payloadPart(String text) {
    ByteBuffer frame =
        new Message(
                Map.of(
                    ":message-type", HeaderValue.fromString("event"),
                    ":event-type", HeaderValue.fromString("PayloadPart"),
                    ":content-type", HeaderValue.fromString("application/octet-stream")),
                bytes(text))
            .toByteBuffer();
    byte[] copy = new byte[frame.remaining()];
    frame.get(copy);
    return copy;
  }

  private static Failed failure(Break how) {
    return switch (how) {
      case MODEL_BROKEN ->
          new Failed(Kind.FAULT, 0, "the model failed in the middle of its answer");
      case MODEL_LATE -> new Failed(Kind.TIMEOUT, 0, "the model did not end its answer in time");
      case INTERNAL_FAILURE ->
          new Failed(Kind.FAULT, 0, "SageMaker failed in the middle of the answer");
      case CONNECTION_CUT -> CUT;
    };
  }

  private static Failed late(String seconds) {
    return new Failed(Kind.TIMEOUT, 0, "the model did not answer within " + seconds + " s");
  }

  private static EngineCall call(String body, Duration timeout) {
    return new EngineCall(TARGET, bytes(body), "application/json", timeout, "", "req-1");
  }

  private static String chat(int tokens, String more) {
    return body(tokens, true, more);
  }

  private static String body(int tokens, boolean stream, String more) {
    return "{\"messages\": [{\"role\": \"user\", \"content\": \"hi\"}], \"max_tokens\": %d, \"stream\": %s%s}"
        .formatted(tokens, stream, more);
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  /** The text of all tokens. */
  private static String content(String events) {
    return Pattern.compile("\"content\":\"([^\"]*)\"")
        .matcher(events)
        .results()
        .map(found -> found.group(1))
        .reduce("", String::concat);
  }
}
