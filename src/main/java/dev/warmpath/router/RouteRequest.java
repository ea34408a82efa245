package dev.warmpath.router;

import dev.warmpath.prompt.Prompt;
import dev.warmpath.router.port.AnswerFormat;
import java.time.Instant;

/**
 * One request to be placed and sent.
 *
 * @param requestId its name in logs, metrics and headers
 * @param prompt what it is keyed by; one without segments if it cannot be keyed
 * @param byLoad whether no cache can help it, so that it is placed by load alone and counts in no
 *     hit rate
 * @param body what is sent
 * @param maxOutputTokens how many tokens the caller wants at most, 0 if he does not say
 * @param deadline when the caller's answer must be there
 * @param stream whether the caller wants it in pieces
 * @param format what he wants it to look like
 */
public record RouteRequest(
    String requestId,
    Prompt prompt,
    boolean byLoad,
    EngineBody body,
    long maxOutputTokens,
    Instant deadline,
    boolean stream,
    AnswerFormat format) {}
