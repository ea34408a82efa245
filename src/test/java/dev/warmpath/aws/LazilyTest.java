package dev.warmpath.aws;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.utils.SdkAutoCloseable;

class LazilyTest {
  private final AtomicInteger made = new AtomicInteger();
  private final AtomicInteger closed = new AtomicInteger();
  private final Lazily<SdkAutoCloseable> client =
      new Lazily<>(
          () -> {
            made.incrementAndGet();
            return closed::incrementAndGet;
          });

  @Test
  void makesOneForAllWhoAskAtOnce() throws InterruptedException {
    // given
    Callable<SdkAutoCloseable> asker = client::get;
    List<Callable<SdkAutoCloseable>> askers = IntStream.range(0, 100).mapToObj(i -> asker).toList();

    // when
    try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      threads.invokeAll(askers);
    }

    // then
    assertThat(made).hasValue(1);
  }

  @Test
  void closesWhatItMade() {
    // given
    client.get();

    // when
    client.close();

    // then
    assertThat(closed).hasValue(1);
  }

  @Test
  void makesNothingToCloseItAndNothingAfterwards() {
    // when
    client.close();

    // then
    assertThatThrownBy(client::get).isInstanceOf(IllegalStateException.class);
    assertThat(made).hasValue(0);
    assertThat(closed).hasValue(0);
  }
}
