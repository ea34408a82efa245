package dev.warmpath.web;

import dev.warmpath.router.port.AnswerFormat;
import dev.warmpath.router.port.AnswerReader;
import dev.warmpath.router.port.AnswerRelay;

/**
 * The format that a request asks for.
 *
 * @param isOpenAi whether the path is one of OpenAI's; else what engines send is left untouched
 * @param isStream whether the answer shall come in pieces
 * @param wantsUsage whether the caller asked for the usage chunk of a stream
 * @param answers reads usage
 */
record RequestedFormat(boolean isOpenAi, boolean isStream, boolean wantsUsage, AnswerReader answers)
    implements AnswerFormat {
  @Override
  public AnswerRelay relayFor(String engineContentType) {
    if (!isStream) {
      return new WholeRelay(engineContentType, answers, isOpenAi);
    }
    return isOpenAi
        ? new SseRelay(new SniffingReader(engineContentType), answers, wantsUsage)
        : new RawRelay(engineContentType, answers);
  }
}
