package dev.warmpath.bench;

import dev.warmpath.local.AnswerSink;
import dev.warmpath.local.ContainerAnswer;
import dev.warmpath.local.ModelContainer;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;

/**
 * A model server that streams tokens at a set pace, whatever it is asked, one write for each. Safe
 * for any number of threads.
 *
 * @param untilFirst how long it takes to the first token
 * @param between how long from a token to the next
 * @param tokens how many there are
 * @param gate what it waits for behind the first token; open for no wait
 */
record PacedContainer(Duration untilFirst, Duration between, int tokens, CountDownLatch gate)
    implements ModelContainer {
  private static final byte[] LAST =
      event("{\"choices\":[{\"index\":0,\"delta\":{},\"finish_reason\":\"stop\"}]}");
  private static final byte[] DONE = event("[DONE]");

  /** A server that waits for nothing but its pace. */
  static PacedContainer paced(Duration untilFirst, Duration between, int tokens) {
    return new PacedContainer(untilFirst, between, tokens, new CountDownLatch(0));
  }

  /** What it sends for one token. */
  static byte[] token(int number) {
    return event(
        "{\"id\":\"chatcmpl-benchmark\",\"object\":\"chat.completion.chunk\",\"created\":1700000000,"
            + "\"model\":\"default\",\"choices\":[{\"index\":0,\"delta\":{\"content\":\" w"
            + number
            + "\"},\"logprobs\":null,\"finish_reason\":null}]}");
  }

  @Override
  public ContainerAnswer invoke(byte[] body, String contentType) {
    throw new UnsupportedOperationException("the benchmark asks for streams only");
  }

  @Override
  public void stream(byte[] body, String contentType, AnswerSink sink) throws IOException {
    sink.begin(200, "text/event-stream");
    try {
      long next = System.nanoTime() + untilFirst.toNanos();
      for (int i = 0; i < tokens; i++) {
        waitUntil(next);
        sink.write(token(i));
        next += between.toNanos();
        gate.await();
      }
    } catch (InterruptedException e) {
      throw new InterruptedIOException("the benchmark has ended");
    }
    sink.write(LAST);
    sink.write(DONE);
  }

  private static void waitUntil(long nanos) throws InterruptedException {
    long left = nanos - System.nanoTime();
    if (left > 0) {
      Thread.sleep(Duration.ofNanos(left));
    }
  }

  private static byte[] event(String data) {
    return ("data: " + data + "\n\n").getBytes(StandardCharsets.UTF_8);
  }
}
