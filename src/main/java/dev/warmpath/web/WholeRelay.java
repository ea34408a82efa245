package dev.warmpath.web;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadConstraints;
import dev.warmpath.router.port.AnswerReader;
import dev.warmpath.router.port.AnswerRelay;
import dev.warmpath.router.port.EngineOutcome;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.Optional;

/** Collects an answer and passes it on in one piece, once it is whole. */
final class WholeRelay implements AnswerRelay {
  /** The largest answer: SageMaker's own limit for a payload. */
  static final int MAX_ANSWER_BYTES = 25 * 1024 * 1024;

  /** Answers are not judged by their depth or numbers: only their end counts. */
  private static final JsonFactory FACTORY =
      JsonFactory.builder()
          .streamReadConstraints(
              StreamReadConstraints.builder()
                  .maxNestingDepth(Integer.MAX_VALUE)
                  .maxStringLength(Integer.MAX_VALUE)
                  .maxNumberLength(Integer.MAX_VALUE)
                  .maxNameLength(Integer.MAX_VALUE)
                  .build())
          .build();

  private final String contentType;
  private final AnswerReader answers;
  private final Optional<OpenAiWriter> openAi;
  private final int maxBytes;
  private final ByteArrayOutputStream collected = new ByteArrayOutputStream();
  private boolean tooLong;

  /**
   * Makes a relay.
   *
   * @param contentType the engine's media type
   * @param answers reads usage
   * @param openAi where the answer is to be an object, as OpenAI's answers are: how it is written
   */
  WholeRelay(String contentType, AnswerReader answers, Optional<OpenAiWriter> openAi) {
    this(contentType, answers, openAi, MAX_ANSWER_BYTES);
  }

  WholeRelay(
      String contentType, AnswerReader answers, Optional<OpenAiWriter> openAi, int maxBytes) {
    this.contentType = contentType;
    this.answers = answers;
    this.openAi = openAi;
    this.maxBytes = maxBytes;
  }

  @Override
  public String contentType() {
    return contentType.isEmpty() ? MediaTypes.JSON : contentType;
  }

  @Override
  public Relayed accept(byte[] bytes) {
    if (tooLong || collected.size() + bytes.length > maxBytes) {
      tooLong = true;
      collected.reset();
    } else {
      collected.writeBytes(bytes);
    }
    return new Relayed(new byte[0], tooLong || collected.size() > 0);
  }

  @Override
  public Finish finish() {
    if (tooLong) {
      return new Finish.Cut("the model's answer has more than 25 MB");
    }
    byte[] answer = collected.toByteArray();
    if (isJson(answer) && !isWholeJson(answer)) {
      return new Finish.Cut("the model's answer is not whole: it should be JSON but is not");
    }
    Optional<NativeAnswer> ofContainer = openAi.flatMap(writer -> NativeAnswer.read(answer));
    return ofContainer.isPresent()
        ? inOpenAisWords(ofContainer.get(), openAi.orElseThrow())
        : new Finish.Whole(answer, answers.usage(answer, contentType));
  }

  private static Finish inOpenAisWords(NativeAnswer answer, OpenAiWriter writer) {
    return answer.finishReason().equals(NativeAnswer.ERROR)
        ? new Finish.Cut(StreamProgress.ENGINE_ERROR)
        : new Finish.Whole(writer.whole(answer), answer.usage());
  }

  /** The error as a body: no caller has part of an answer of this kind. */
  @Override
  public byte[] failure(EngineOutcome.Failed failure) {
    return OpenAiErrors.body(failure);
  }

  /** Whether the answer should be JSON: engines that send it as plain bytes must not break off. */
  private boolean isJson(byte[] answer) {
    boolean looksLikeJson = answer.length > 0 && (answer[0] == '{' || answer[0] == '[');
    return MediaTypes.isJson(contentType)
        || (openAi.isPresent() && (contentType.isEmpty() || looksLikeJson));
  }

  private boolean isWholeJson(byte[] answer) {
    try (JsonParser parser = FACTORY.createParser(answer)) {
      JsonToken first = parser.nextToken();
      if (first == null || (openAi.isPresent() && !first.isStructStart())) {
        return false;
      }
      parser.skipChildren();
      return parser.nextToken() == null;
    } catch (IOException e) {
      // That it is no JSON is the answer to the question.
      return false;
    }
  }
}
