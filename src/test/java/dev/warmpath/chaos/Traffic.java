package dev.warmpath.chaos;

import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import java.util.stream.IntStream;

/** Users in front of a door. Used by one thread, which waits for all of theirs. */
final class Traffic {
  private static final int WARM_UPS = 3;

  private final Door door;
  private final List<User> users;

  /**
   * Brings users to a door.
   *
   * @param run names them, so that no two runs share prompts
   * @param turns how many requests each of their conversations has
   */
  Traffic(Door door, String run, int users, int turns) {
    this.door = door;
    this.users = IntStream.range(0, users).mapToObj(i -> new User(run, i, turns)).toList();
  }

  /**
   * Lets caches and rows settle: the first users find all engines empty and the shared beginning on
   * none, and conversations move until each engine has it.
   */
  void warmUp(int requestsEach) {
    for (int i = 0; i < WARM_UPS; i++) {
      play("warming up", requestsEach);
    }
  }

  /** Each user sends so many requests, one after the other. */
  Window play(String name, int requestsEach) {
    return play(name, requestsEach, () -> {});
  }

  /**
   * The same, while something happens: after a quarter of the requests are out, by the user whose
   * turn it is, so that those of the others are under way.
   */
  Window play(String name, int requestsEach, Runnable event) {
    Tally tally = new Tally();
    long eventAt = Math.max(1, (long) users.size() * requestsEach / 4);
    Once once = new Once(event);
    forAll(
        user -> {
          for (int i = 0; i < requestsEach; i++) {
            user.ask(door, tally);
            once.runFrom(tally.sentSoFar() >= eventAt);
          }
        });
    return tally.window(name);
  }

  /** Each user sends so many requests, of which only a few are under way at any time. */
  Window playFew(String name, int requestsEach, int atOnce) {
    Tally tally = new Tally();
    Semaphore places = new Semaphore(atOnce);
    forAll(
        user -> {
          for (int i = 0; i < requestsEach; i++) {
            places.acquireUninterruptibly();
            user.ask(door, tally);
            places.release();
          }
        });
    return tally.window(name);
  }

  /** Each user begins an endless answer and leaves, then sends some more requests. */
  Window leave(String name, int requestsEach) {
    Tally tally = new Tally();
    forAll(
        user -> {
          user.leave(door, tally);
          for (int i = 0; i < requestsEach; i++) {
            user.ask(door, tally);
          }
        });
    return tally.window(name);
  }

  /**
   * Requests at a given rate, whatever becomes of them, each by the user who has waited longest.
   * Where all users wait for answers a request has to wait for one of them.
   */
  Window pace(String name, int requests, double perSecond) {
    Tally tally = new Tally();
    BlockingQueue<User> idle = new LinkedBlockingQueue<>(users);
    long began = System.nanoTime();
    try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      for (int i = 0; i < requests; i++) {
        awaitNanos(began + (long) (i / perSecond * 1e9));
        User user = take(idle);
        threads.execute(
            () -> {
              user.ask(door, tally);
              idle.add(user);
            });
      }
    }
    return tally.window(name);
  }

  private void forAll(Consumer<User> task) {
    try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      users.forEach(user -> threads.execute(() -> task.accept(user)));
    }
  }

  private static User take(BlockingQueue<User> idle) {
    try {
      return idle.take();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted", e);
    }
  }

  private static void awaitNanos(long time) {
    for (long left = time - System.nanoTime(); left > 0; left = time - System.nanoTime()) {
      LockSupport.parkNanos(left);
    }
  }

  /** Something that happens once. */
  private static final class Once {
    private final AtomicBoolean done = new AtomicBoolean();
    private final Runnable event;

    Once(Runnable event) {
      this.event = event;
    }

    void runFrom(boolean due) {
      if (due && done.compareAndSet(false, true)) {
        event.run();
      }
    }
  }
}
