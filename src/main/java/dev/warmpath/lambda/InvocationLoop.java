package dev.warmpath.lambda;

import java.io.IOException;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Answers one invocation after the other, for as long as the environment lives. */
final class InvocationLoop {
  private static final Logger LOGGER = LoggerFactory.getLogger(InvocationLoop.class);

  private final RuntimeApi api;
  private final RunningFunction function;
  private final Consumer<String> tracing;

  /**
   * Makes a loop.
   *
   * @param api this loop's own; not closed by it
   * @param function shared by all loops
   * @param tracing told each invocation's trace header before it is answered
   */
  InvocationLoop(RuntimeApi api, RunningFunction function, Consumer<String> tracing) {
    this.api = api;
    this.function = function;
    this.tracing = tracing;
  }

  /**
   * Runs for ever.
   *
   * @throws IOException if the Runtime API fails, after which a runtime has to end
   */
  void run() throws IOException {
    while (true) {
      switch (api.next()) {
        case RuntimeApi.Next.Invocation(InvocationEvent event) -> {
          tracing.accept(event.traceId());
          answer(event);
          finish(event.requestId());
        }
        case RuntimeApi.Next.TooLarge(String requestId) ->
            api.fail(
                requestId,
                new FunctionError("Runtime.EventTooLarge", "the event is larger than 6 MB"));
      }
    }
  }

  private void answer(InvocationEvent event) throws IOException {
    try (AnswerStream answer = api.answer(event)) {
      try {
        function.answer(event, answer);
      } catch (IOException | RuntimeException e) {
        log(event.requestId(), e, answer.isBroken() ? "nobody listens" : "function failed");
        fail(event, answer, FunctionError.of(e));
        return;
      }
      end(event, answer);
    }
  }

  private void end(InvocationEvent event, AnswerStream answer) throws IOException {
    if (!answer.hasBegun()) {
      fail(event, answer, new FunctionError("Function.NoAnswer", "the function gave no answer"));
      return;
    }
    try {
      answer.finish();
    } catch (IOException e) {
      // Whether the caller has it all is Lambda's to know; the next invocation may do well.
      log(event.requestId(), e, "answer not confirmed");
    }
  }

  private void fail(InvocationEvent event, AnswerStream answer, FunctionError error)
      throws IOException {
    if (!answer.hasBegun()) {
      api.fail(event.requestId(), error);
    } else if (!answer.isBroken()) {
      try {
        answer.fail(error);
      } catch (IOException e) {
        log(event.requestId(), e, "broken answer not confirmed");
      }
    }
  }

  /** A defect in the work after an answer must not end the loop. */
  private void finish(String requestId) {
    try {
      function.afterAnswer(requestId);
    } catch (RuntimeException e) {
      log(requestId, e, "work after the answer failed");
    }
  }

  private static void log(String requestId, Throwable thrown, String what) {
    // Only the class: a message might quote the prompt.
    LOGGER
        .atError()
        .addKeyValue("requestId", requestId)
        .addKeyValue("error", thrown.getClass().getName())
        .log(what);
  }
}
