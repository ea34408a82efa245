package dev.warmpath.chaos;

import dev.warmpath.engine.EngineProfile;
import dev.warmpath.local.AnswerSink;
import dev.warmpath.local.BrokenAnswerException;
import dev.warmpath.local.BrokenAnswerException.Break;
import dev.warmpath.local.ContainerAnswer;
import dev.warmpath.local.FaultyContainer;
import dev.warmpath.local.FaultyContainer.Fault;
import dev.warmpath.local.LocalVariant;
import dev.warmpath.local.ModelContainer;
import dev.warmpath.local.OpenAiContainer;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/**
 * A local engine that can be killed, restarted, slowed and hung. Safe for any number of threads.
 */
final class ChaosEngine implements ModelContainer, AutoCloseable {
  private static final String JSON = "application/json";

  /** Pieces of an answer after which its client has seen some of it. */
  private static final int BEGINNING = 4;

  private final EngineTime time;
  private final LocalVariant variant;
  private final FaultyContainer container;
  private final int mostRequests;
  private final AtomicLong calls = new AtomicLong();
  private final AtomicLong lives = new AtomicLong();
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition fewer = lock.newCondition();

  /** Requests under way. Guarded by the lock. */
  private int open;

  private final AtomicReference<Optional<Runnable>> event = new AtomicReference<>(Optional.empty());

  private volatile boolean dead;

  /**
   * Starts an engine with an empty cache.
   *
   * @param pace how fast it is, as a share of its profile's speed
   * @param mostRequests how many it works on at once; it refuses more with 429
   */
  ChaosEngine(String name, EngineProfile profile, double pace, int mostRequests) {
    this.time = new EngineTime(pace);
    this.variant = LocalVariant.start(name, profile, time);
    this.container =
        new FaultyContainer(
            new OpenAiContainer(
                variant, "", OpenAiContainer.SAGEMAKER_LIMIT, InstantSource.system()));
    this.mostRequests = mostRequests;
  }

  /** The variant's name. */
  String name() {
    return variant.name();
  }

  /** How often it was called. */
  long calls() {
    return calls.get();
  }

  /** Prompt tokens that it had to compute. */
  long computedTokens() {
    return variant.statistics().computedPrefillTokens();
  }

  /** Ends the process: what runs is lost, and who calls gets no connection. */
  void kill() {
    dead = true;
    lives.incrementAndGet();
    variant.restart();
  }

  /** Does {@code then} once the next stream has begun, in its middle. */
  void inTheMiddle(Runnable then) {
    event.set(Optional.of(then));
  }

  /** Does what no stream has come for, at once. */
  void atTheLatestNow() {
    event.getAndSet(Optional.empty()).ifPresent(Runnable::run);
  }

  /** Starts the process again, with an empty cache. */
  void start() {
    dead = false;
  }

  /** From now on it runs at a share of its profile's speed. */
  void runAt(double pace) {
    time.runAt(pace);
  }

  /** From the next request on it says nothing at all. */
  void hang() {
    container.become(new Fault.Hangs());
  }

  /** From the next request on it answers again. */
  void recover() {
    container.become(new Fault.None());
  }

  /** Waits until no request is under way; false if some still are after that time. */
  boolean awaitIdle(Duration limit) {
    lock.lock();
    try {
      long left = limit.toNanos();
      while (open > 0 && left > 0) {
        left = fewer.awaitNanos(left);
      }
      return open == 0;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    } finally {
      lock.unlock();
    }
  }

  @Override
  public ContainerAnswer invoke(byte[] body, String contentType) {
    boolean taken = enter();
    try {
      if (dead) {
        return refusal(500, "nobody listens");
      }
      return taken ? container.invoke(body, contentType) : full();
    } finally {
      leave();
    }
  }

  @Override
  public void stream(byte[] body, String contentType, AnswerSink sink) throws IOException {
    boolean taken = enter();
    try {
      if (dead) {
        throw new BrokenAnswerException(Break.CONNECTION_CUT);
      }
      if (taken) {
        container.stream(body, contentType, new Begun(sink));
      } else {
        ContainerAnswer full = full();
        sink.begin(full.status(), full.contentType());
        sink.write(full.body());
      }
    } finally {
      leave();
    }
  }

  /** Closes the engine; what runs is lost. */
  @Override
  public void close() {
    variant.close();
  }

  /** Whether there was room for one more. */
  private boolean enter() {
    calls.incrementAndGet();
    lock.lock();
    try {
      open++;
      return open <= mostRequests;
    } finally {
      lock.unlock();
    }
  }

  private void leave() {
    lock.lock();
    try {
      open--;
      fewer.signalAll();
    } finally {
      lock.unlock();
    }
  }

  private static ContainerAnswer full() {
    return refusal(429, "the queue is full");
  }

  private static ContainerAnswer refusal(int status, String message) {
    String body = "{\"error\":{\"message\":\"" + message + "\",\"code\":" + status + "}}";
    return new ContainerAnswer(status, body.getBytes(StandardCharsets.UTF_8), JSON);
  }

  /** An answer in the middle of which something may happen, and which a killed process breaks. */
  private final class Begun implements AnswerSink {
    private final AnswerSink sink;
    private final long life = lives.get();
    private int pieces;

    Begun(AnswerSink sink) {
      this.sink = sink;
    }

    @Override
    public void begin(int status, String contentType) throws IOException {
      sink.begin(status, contentType);
    }

    @Override
    public void write(byte[] piece) throws IOException {
      if (life != lives.get()) {
        throw new BrokenAnswerException(Break.MODEL_BROKEN);
      }
      sink.write(piece);
      pieces++;
      if (pieces == BEGINNING) {
        atTheLatestNow();
      }
    }
  }
}
