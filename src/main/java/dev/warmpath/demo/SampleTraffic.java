package dev.warmpath.demo;

import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/**
 * Built-in traffic for a running tier, at a pace at which one can look on. Each run has tenants of
 * its own, whom no cache knows. Writes guarded by this.
 */
public final class SampleTraffic implements AutoCloseable {
  private final URI tier;
  private final Traffic traffic;
  private final int users;
  private final Duration pause;
  private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
  private long runs;
  private Progress progress = new Progress(false, 0, 0, 0);

  /**
   * Makes traffic that has not begun.
   *
   * @param tier where it is sent, without a key
   * @param users how many send at a time
   * @param pause how long each rests after an answer
   */
  public SampleTraffic(URI tier, Traffic traffic, int users, Duration pause) {
    this.tier = tier;
    this.traffic = traffic;
    this.users = users;
    this.pause = pause;
  }

  /**
   * How far a run is.
   *
   * @param running whether it goes on
   * @param requests how many requests it has; 0 before the first run
   * @param ended how many of them were answered or failed
   * @param failed how many failed; known at the end
   */
  public record Progress(boolean running, int requests, int ended, long failed) {}

  /**
   * Begins a run, unless one goes on.
   *
   * @return whether it has begun now
   */
  public synchronized boolean start() throws IOException {
    if (progress.running() || threads.isShutdown()) {
      return false;
    }
    List<Conversation> conversations =
        BuiltInWorkload.generate(traffic, ++runs, Demo.MAX_OUTPUT_TOKENS);
    int requests = conversations.stream().mapToInt(c -> c.requests().size()).sum();
    progress = new Progress(true, requests, 0, 0);
    Player player = new Player(tier, users, pause, this::step);
    threads.execute(() -> finish(player.play(conversations).errors()));
    return true;
  }

  /** How far it is. */
  public synchronized Progress progress() {
    return progress;
  }

  private synchronized void step() {
    progress = new Progress(true, progress.requests(), progress.ended() + 1, 0);
  }

  private synchronized void finish(long failed) {
    progress = new Progress(false, progress.requests(), progress.ended(), failed);
  }

  /** Stops a run that goes on; nothing can be started any more. */
  @Override
  public void close() {
    threads.shutdownNow();
  }
}
