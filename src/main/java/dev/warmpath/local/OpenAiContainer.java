package dev.warmpath.local;

import dev.warmpath.local.BrokenAnswerException.Break;
import dev.warmpath.local.Completion.Answered;
import dev.warmpath.local.Completion.Lost;
import dev.warmpath.local.Completion.TimedOut;
import dev.warmpath.local.Completion.TooLarge;
import dev.warmpath.local.LocalRequest.Streaming;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;

/**
 * A model server with an OpenAI interface over a local engine: it serves one model under one name
 * and reports cached tokens. Safe for any number of threads.
 */
public final class OpenAiContainer implements ModelContainer {
  /** How long SageMaker waits for a container. */
  public static final Duration SAGEMAKER_LIMIT = Duration.ofSeconds(60);

  /** SageMaker lets a stream run for eight minutes. */
  private static final int STREAM_LIMIT_FACTOR = 8;

  private static final String BAD_REQUEST = "BadRequestError";

  private final LocalVariant variant;
  private final String servedModel;
  private final Duration limit;
  private final InstantSource clock;
  private final LocalTokenizer tokenizer;
  private final OpenAiAnswers answers;
  private final AtomicLong answered = new AtomicLong();

  /**
   * Makes a server.
   *
   * @param variant its engine; not closed by the server
   * @param servedModel the model name that it accepts, besides none
   * @param limit when a request counts as not answered, usually {@link #SAGEMAKER_LIMIT}; eight
   *     times as long for an answer in pieces
   * @param clock dates the answers
   */
  public OpenAiContainer(
      LocalVariant variant, String servedModel, Duration limit, InstantSource clock) {
    this.variant = variant;
    this.servedModel = servedModel;
    this.limit = limit;
    this.clock = clock;
    this.tokenizer = new LocalTokenizer(variant.profile().blockTokens());
    this.answers = new OpenAiAnswers(servedModel);
  }

  @Override
  public ContainerAnswer invoke(byte[] body, String contentType) {
    return switch (read(body, contentType)) {
      case Reading.Refused(ContainerAnswer answer) -> answer;
      case Reading.Accepted(LocalRequest request) ->
          request.streaming() == Streaming.OFF ? whole(request, limit) : collected(request);
    };
  }

  @Override
  public void stream(byte[] body, String contentType, AnswerSink sink) throws IOException {
    Duration streamLimit = limit.multipliedBy(STREAM_LIMIT_FACTOR);
    switch (read(body, contentType)) {
      case Reading.Refused(ContainerAnswer answer) -> send(answer, sink);
      case Reading.Accepted(LocalRequest request) -> {
        if (request.streaming() == Streaming.OFF) {
          send(whole(request, streamLimit), sink);
        } else {
          stream(request, streamLimit, sink);
        }
      }
    }
  }

  /** What a body turns out to be. */
  private sealed interface Reading {
    record Accepted(LocalRequest request) implements Reading {}

    record Refused(ContainerAnswer answer) implements Reading {}
  }

  private Reading read(byte[] body, String contentType) {
    try {
      LocalRequest request = LocalRequest.read(body, contentType, tokenizer);
      return request.model().isEmpty() || request.model().equals(servedModel)
          ? new Reading.Accepted(request)
          : new Reading.Refused(
              answers.error(
                  404, "NotFoundError", "The model `" + request.model() + "` does not exist."));
    } catch (RefusedBodyException e) {
      return new Reading.Refused(answers.error(400, BAD_REQUEST, String.valueOf(e.getMessage())));
    }
  }

  private ContainerAnswer whole(LocalRequest request, Duration most) {
    return answer(request, variant.complete(request.prompt(), request.outputTokens(), most));
  }

  /** InvokeEndpoint waits for the last byte of a stream and sends all of them at once. */
  private ContainerAnswer collected(LocalRequest request) {
    CollectingSink sink = new CollectingSink();
    try {
      stream(request, limit, sink);
      return sink.answer();
    } catch (BrokenAnswerException e) {
      return e.how() == Break.MODEL_LATE
          ? answer(request, new TimedOut())
          : answer(request, new Lost());
    } catch (IOException e) {
      throw new UncheckedIOException("memory cannot break", e);
    }
  }

  private static void send(ContainerAnswer answer, AnswerSink sink) throws IOException {
    sink.begin(answer.status(), answer.contentType());
    sink.write(answer.body());
  }

  private void stream(LocalRequest request, Duration most, AnswerSink sink) throws IOException {
    // A sink that throws leaves a generation unfinished: closing it frees the engine.
    try (Generation generation = variant.generate(request.prompt(), request.outputTokens(), most)) {
      Optional<Completion> refusal = generation.completion().filter(c -> !(c instanceof Answered));
      if (refusal.isPresent()) {
        send(answer(request, refusal.get()), sink);
        return;
      }
      sink.begin(200, OpenAiChunks.CONTENT_TYPE);
      OpenAiChunks chunks =
          new OpenAiChunks(request.kind(), id(), clock.millis() / 1000, servedModel);
      writeTokens(request, generation, chunks, sink);
      switch (generation.completion().orElseThrow()) {
        case Answered done -> writeEnd(request, done, chunks, sink);
        case TimedOut() -> throw new BrokenAnswerException(Break.MODEL_LATE);
        case Lost() -> throw new BrokenAnswerException(Break.MODEL_BROKEN);
        case TooLarge(long capacity) ->
            throw new IllegalStateException("too large a prompt was taken: " + capacity);
      }
    }
  }

  private static void writeTokens(
      LocalRequest request, Generation generation, OpenAiChunks chunks, AnswerSink sink)
      throws IOException {
    Iterator<String> text = FillerText.tokens(request.prompt().fingerprint());
    List<byte[]> before = chunks.opening();
    for (int count = generation.next(); count > 0; count = generation.next()) {
      for (byte[] piece : before) {
        sink.write(piece);
      }
      before = List.of();
      for (int i = 0; i < count; i++) {
        sink.write(chunks.token(text.next()));
      }
    }
  }

  private static void writeEnd(
      LocalRequest request, Answered done, OpenAiChunks chunks, AnswerSink sink)
      throws IOException {
    sink.write(chunks.finish());
    if (request.streaming() == Streaming.WITH_USAGE) {
      sink.write(chunks.usage(OpenAiAnswers.usage(request, done)));
    }
    sink.write(OpenAiChunks.DONE);
  }

  private ContainerAnswer answer(LocalRequest request, Completion completion) {
    return switch (completion) {
      case Answered done -> answers.success(id(), clock.millis() / 1000, request, done);
      case TooLarge(long capacity) -> answers.error(400, BAD_REQUEST, tooLong(request, capacity));
      case TimedOut() -> new ContainerAnswer(ContainerAnswer.NO_ANSWER, new byte[0], "");
      case Lost() -> answers.error(503, "ServiceUnavailable", "The engine was restarted.");
    };
  }

  private static String tooLong(LocalRequest request, long capacity) {
    return ("This model's maximum context length is %d tokens. However, your request has %d input"
            + " tokens and asks for %d output tokens. Please reduce the length of the input.")
        .formatted(capacity, request.prompt().tokens(), request.outputTokens());
  }

  private String id() {
    return variant.name() + "-" + answered.incrementAndGet();
  }
}
