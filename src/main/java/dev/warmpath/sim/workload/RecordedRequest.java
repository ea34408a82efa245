package dev.warmpath.sim.workload;

import dev.warmpath.prompt.Prompt;
import java.util.OptionalLong;

/**
 * A request that somebody has recorded, with its text.
 *
 * @param line where it stands in its file, from 1
 * @param prompt what was asked, as the router would have read it; of at least one segment
 * @param session the conversation or user that it belongs to
 * @param outputTokens how many tokens the answer has, positive; an assumption where nobody tells
 * @param stampMillis when it arrived, in milliseconds; empty if nobody tells
 */
public record RecordedRequest(
    int line, Prompt prompt, long session, int outputTokens, OptionalLong stampMillis) {}
