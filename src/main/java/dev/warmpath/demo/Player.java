package dev.warmpath.demo;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** Users who each take the next conversation and send its requests one after the other. */
final class Player {
  private static final Duration PATIENCE = Duration.ofMinutes(2);

  private final URI url;
  private final int users;
  private final Duration pause;
  private final Runnable progress;
  private final Measurements measurements = new Measurements();

  /**
   * Makes a player.
   *
   * @param users how many send at a time
   * @param pause how long each waits after an answer before he sends again; they come one after the
   *     other within the first pause
   * @param progress run after each answer
   */
  Player(URI tier, int users, Duration pause, Runnable progress) {
    this.url = tier.resolve("/v1/chat/completions");
    this.users = users;
    this.pause = pause;
    this.progress = progress;
  }

  /** Plays all conversations in their order and returns when the last answer is there. */
  Measurements play(List<Conversation> conversations) {
    Queue<Conversation> waiting = new ConcurrentLinkedQueue<>(conversations);
    try (HttpClient client = client();
        ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      for (int user = 0; user < users; user++) {
        Duration late = pause.multipliedBy(user).dividedBy(users);
        threads.execute(
            () -> {
              rest(late);
              for (var next = waiting.poll(); next != null; next = waiting.poll()) {
                next.requests().forEach(request -> send(client, request));
              }
            });
      }
    }
    return measurements;
  }

  private static HttpClient client() {
    return HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
  }

  private void send(HttpClient client, byte[] body) {
    HttpRequest request =
        HttpRequest.newBuilder(url)
            .timeout(PATIENCE)
            .header("content-type", "application/json")
            .POST(BodyPublishers.ofByteArray(body))
            .build();
    long started = System.nanoTime();
    try {
      HttpResponse<byte[]> response = client.send(request, BodyHandlers.ofByteArray());
      Duration whole = Duration.ofNanos(System.nanoTime() - started);
      if (response.statusCode() == 200) {
        double routerMillis =
            response.headers().firstValue("x-warmpath-router-ms").map(Double::valueOf).orElse(0.0);
        measurements.answered(Answer.of(response.body()), whole, routerMillis);
      } else {
        measurements.failed();
      }
    } catch (IOException e) {
      measurements.failed();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      measurements.failed();
    }
    progress.run();
    rest(pause);
  }

  private static void rest(Duration time) {
    try {
      Thread.sleep(time);
    } catch (InterruptedException e) {
      // What is left to send fails at once.
      Thread.currentThread().interrupt();
    }
  }
}
