package dev.warmpath.router;

import dev.warmpath.router.port.AnswerSink;
import java.time.Instant;

/**
 * One request on its way.
 *
 * @param request what is asked
 * @param sink where the answer goes
 * @param arrived when it came
 * @param started the same as a reading of the clock that never jumps
 */
record Journey(RouteRequest request, AnswerSink sink, Instant arrived, long started) {}
