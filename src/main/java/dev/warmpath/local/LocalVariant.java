package dev.warmpath.local;

import dev.warmpath.engine.EngineEvent;
import dev.warmpath.engine.EngineLoad;
import dev.warmpath.engine.EngineModel;
import dev.warmpath.engine.EngineProfile;
import dev.warmpath.engine.EngineRequest;
import dev.warmpath.engine.Iteration;
import dev.warmpath.engine.Submission;
import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.LongSupplier;

/**
 * One engine that runs in real time on a thread of its own. Safe for any number of threads; writes
 * to the engine and the pending requests are guarded by the lock.
 */
public final class LocalVariant implements AutoCloseable {
  private final String name;
  private final LongSupplier nanos;
  private final IterationRunner runner;
  private final EngineWatch watch;
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition workOrClose = lock.newCondition();
  private final EngineModel engine;
  private final Map<Long, PendingRequest> pending = new HashMap<>();

  /** Those of them whose first token is out and whose tokens are wanted as they come. */
  private final Set<PendingRequest> streaming = new HashSet<>();

  private final Thread thread;
  private boolean closed;
  private long lastId;
  private long requests;
  private long promptTokens;
  private long cachedTokens;

  private LocalVariant(
      String name,
      EngineProfile profile,
      IterationRunner runner,
      EngineWatch watch,
      LongSupplier nanos) {
    this.name = name;
    this.nanos = nanos;
    this.runner = runner;
    this.watch = watch;
    this.engine = new EngineModel(profile);
    this.thread = Thread.ofPlatform().name("engine-" + name).daemon().unstarted(this::run);
  }

  /**
   * Starts a timed engine with an empty cache.
   *
   * @param nanos the clock, as {@link System#nanoTime}
   */
  public static LocalVariant start(String name, EngineProfile profile, LongSupplier nanos) {
    return start(name, profile, IterationRunner.timed(nanos), nanos);
  }

  /**
   * Starts an engine with an empty cache.
   *
   * @param profile its size; its speed is only used by timed ones
   * @param runner what happens in its iterations; closed with the variant
   * @param nanos the clock, as {@link System#nanoTime}
   */
  public static LocalVariant start(
      String name, EngineProfile profile, IterationRunner runner, LongSupplier nanos) {
    return start(name, profile, runner, EngineWatch.NONE, nanos);
  }

  /** The same, with somebody who hears of its requests. */
  public static LocalVariant start(
      String name,
      EngineProfile profile,
      IterationRunner runner,
      EngineWatch watch,
      LongSupplier nanos) {
    LocalVariant variant = new LocalVariant(name, profile, runner, watch, nanos);
    variant.thread.start();
    return variant;
  }

  /** The variant's name. */
  public String name() {
    return name;
  }

  /** The engine's speed and size. */
  public EngineProfile profile() {
    return engine.profile();
  }

  /**
   * Runs a prompt and waits for its last token.
   *
   * @param limit how long to wait at most, positive; then the engine drops the request
   */
  public Completion complete(TokenizedPrompt prompt, int outputTokens, Duration limit) {
    Generation generation = submit(prompt, outputTokens, limit, false);
    return generation.completion().orElseGet(generation::await);
  }

  /**
   * Runs a prompt whose tokens are taken as they come.
   *
   * @param limit how long it may take, positive; then the engine drops the request
   * @return to be closed; has ended already if the engine could not take the prompt
   */
  public Generation generate(TokenizedPrompt prompt, int outputTokens, Duration limit) {
    return submit(prompt, outputTokens, limit, true);
  }

  private Generation submit(
      TokenizedPrompt prompt, int outputTokens, Duration limit, boolean streamed) {
    lock.lock();
    try {
      long now = nanos.getAsLong();
      long id = ++lastId;
      PendingRequest request = new PendingRequest(prompt, now, streamed, lock.newCondition());
      EngineRequest submitted =
          new EngineRequest(id, prompt.blockHashes(), prompt.tokens(), outputTokens);
      if (closed) {
        request.lose();
      } else if (engine.submit(submitted) == Submission.TOO_LARGE) {
        request.end(new Completion.TooLarge(engine.profile().capacityTokens()));
      } else {
        request.watchAs(watch.submitted(submitted, now));
        pending.put(id, request);
        workOrClose.signal();
      }
      return new Generation(this, id, request, now + limit.toNanos());
    } finally {
      lock.unlock();
    }
  }

  /** Restarts the engine with an empty cache; requests that wait or run are lost. */
  public void restart() {
    lock.lock();
    try {
      lose(engine.reset());
    } finally {
      lock.unlock();
    }
  }

  /** What the engine has done and does. */
  public VariantStatistics statistics() {
    lock.lock();
    try {
      EngineLoad load = engine.load();
      return new VariantStatistics(
          name,
          requests,
          promptTokens,
          cachedTokens,
          load.computedPrefillTokens(),
          load.running(),
          load.waiting(),
          load.reusableTokens(),
          engine.profile().capacityTokens());
    } finally {
      lock.unlock();
    }
  }

  /**
   * Stops the engine, at the end of an iteration that it computes; requests that wait or run are
   * lost.
   */
  @Override
  public void close() {
    stop();
    thread.interrupt();
    try {
      thread.join();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void stop() {
    lock.lock();
    try {
      closed = true;
      lose(engine.reset());
      workOrClose.signal();
    } finally {
      lock.unlock();
    }
  }

  /** Waits until a request has more than so many tokens, or has ended; returns how many more. */
  int awaitTokens(long id, PendingRequest request, int taken, long deadline) {
    lock.lock();
    try {
      while (request.generatedTokens() == taken && !request.completion().isDone()) {
        long left = deadline - nanos.getAsLong();
        if (left <= 0) {
          giveUp(id, request, new Completion.TimedOut());
        } else {
          request.changed().awaitNanos(left);
        }
      }
      return request.generatedTokens() - taken;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      giveUp(id, request, new Completion.Lost());
      return 0;
    } finally {
      lock.unlock();
    }
  }

  /** Takes a request out of the engine, unless it has ended. */
  void giveUp(long id, PendingRequest request, Completion otherwise) {
    lock.lock();
    try {
      engine.cancel(id);
      pending.remove(id);
      streaming.remove(request);
      request.end(otherwise);
    } finally {
      lock.unlock();
    }
  }

  private void lose(List<Long> ids) {
    streaming.clear();
    for (Long id : ids) {
      Optional.ofNullable(pending.remove(id)).ifPresent(PendingRequest::lose);
    }
  }

  private record Running(Iteration iteration, long start) {}

  private void run() {
    try (runner) {
      long now = nanos.getAsLong();
      for (Optional<Running> next = begin(now); next.isPresent(); next = begin(now)) {
        now = runner.run(next.get().iteration(), next.get().start());
        end(next.get().iteration(), now);
      }
    } finally {
      // Nobody may wait for an engine that has failed.
      stop();
    }
  }

  /** The next iteration, from the end of the one before or from when there is work again. */
  private Optional<Running> begin(long now) {
    lock.lock();
    try {
      long start = now;
      while (!closed) {
        Optional<Iteration> iteration = engine.next();
        if (iteration.isPresent()) {
          runner.plan(engine, this::prompt);
          return Optional.of(begin(iteration.get(), start));
        }
        workOrClose.awaitUninterruptibly();
        start = nanos.getAsLong();
      }
      return Optional.empty();
    } finally {
      lock.unlock();
    }
  }

  private TokenizedPrompt prompt(long id) {
    return Objects.requireNonNull(pending.get(id), "a running request is pending").prompt();
  }

  private Running begin(Iteration iteration, long earliest) {
    List<PendingRequest> admitted =
        iteration.admitted().stream().map(pending::get).filter(Objects::nonNull).toList();
    // The iteration before may have ended a moment before the newest of them came.
    long start = admitted.stream().mapToLong(PendingRequest::submitted).reduce(earliest, Math::max);
    admitted.forEach(request -> request.admit(start));
    return new Running(iteration, start);
  }

  private void end(Iteration iteration, long now) {
    lock.lock();
    try {
      List<EngineEvent> events = engine.finish(iteration);
      // Each decoding sequence has one token more. The engine tells only of the first and the last:
      // an event for each would cost every batch, and only those who stream want to know.
      streaming.forEach(PendingRequest::generate);
      for (EngineEvent event : events) {
        Optional.ofNullable(pending.get(event.id())).ifPresent(r -> apply(event, r, now));
      }
    } finally {
      lock.unlock();
    }
  }

  private void apply(EngineEvent event, PendingRequest request, long now) {
    switch (event) {
      case EngineEvent.FirstToken(long id, int cached) -> {
        request.firstToken(now, cached);
        requests++;
        promptTokens += request.prompt().tokens();
        cachedTokens += cached;
        watch.firstToken(request.watchNumber(), cached, now);
        if (request.isStreamed()) {
          streaming.add(request);
        }
      }
      case EngineEvent.Finished(long id) -> {
        pending.remove(id);
        streaming.remove(request);
        request.finish(now);
      }
    }
  }
}
