package dev.warmpath.local;

import dev.warmpath.local.Completion.Answered;
import dev.warmpath.local.Completion.Lost;
import dev.warmpath.local.Completion.TimedOut;
import dev.warmpath.local.Completion.TooLarge;
import java.time.Duration;
import java.time.InstantSource;
import java.util.concurrent.atomic.AtomicLong;

/**
 * A model server with an OpenAI interface over a local engine: it serves one model under one name
 * and reports cached tokens. Safe for any number of threads.
 */
public final class OpenAiContainer implements ModelContainer {
  /** How long SageMaker waits for a container. */
  public static final Duration SAGEMAKER_LIMIT = Duration.ofSeconds(60);

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
   * @param limit when a request counts as not answered, usually {@link #SAGEMAKER_LIMIT}
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
    LocalRequest request;
    try {
      request = LocalRequest.read(body, contentType, tokenizer);
    } catch (RefusedBodyException e) {
      return answers.error(400, BAD_REQUEST, String.valueOf(e.getMessage()));
    }
    if (!request.model().isEmpty() && !request.model().equals(servedModel)) {
      return answers.error(
          404, "NotFoundError", "The model `" + request.model() + "` does not exist.");
    }
    return answer(request, variant.complete(request.prompt(), request.outputTokens(), limit));
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
