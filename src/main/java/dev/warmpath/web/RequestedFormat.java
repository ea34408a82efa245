package dev.warmpath.web;

import dev.warmpath.router.port.AnswerFormat;
import dev.warmpath.router.port.AnswerReader;
import dev.warmpath.router.port.AnswerRelay;
import java.util.Optional;

/**
 * The format that a request asks for.
 *
 * @param openAi for OpenAI's paths, how answers are written there; on others what engines send is
 *     left untouched
 * @param isStream whether the answer shall come in pieces
 * @param wantsUsage whether the caller asked for the usage chunk of a stream
 * @param answers reads usage
 */
record RequestedFormat(
    Optional<OpenAiWriter> openAi, boolean isStream, boolean wantsUsage, AnswerReader answers)
    implements AnswerFormat {
  @Override
  public AnswerRelay relayFor(String engineContentType) {
    if (!isStream) {
      return new WholeRelay(engineContentType, answers, openAi);
    }
    return openAi
        .<AnswerRelay>map(
            writer ->
                new SseRelay(new SniffingReader(engineContentType), answers, wantsUsage, writer))
        .orElseGet(() -> new RawRelay(engineContentType, answers));
  }
}
