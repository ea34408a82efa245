package dev.warmpath.lambda;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;

import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class InternalExtensionTest {
  private static final Instant NOW = Instant.parse("2026-11-30T12:00:00Z");
  private static final Instant SOON = NOW.plusSeconds(60);
  private static final String WORK = "work";

  private final Journal journal = new Journal(() -> "");
  private final FakeLambda lambda = new FakeLambda(journal);
  private final List<String> worked = new CopyOnWriteArrayList<>();

  @AfterEach
  void stop() {
    lambda.close();
  }

  @Test
  void asksForTheNextEventOnlyWhenTheWorkIsDone() throws Exception {
    // given
    InternalExtension extension = register();

    // when
    lambda.tellExtension("first", SOON);
    extension.answered("first");
    journal.await(FakeLambda.EXTENSION_ASKS, 2);

    // then
    assertThat(lambda.take(FakeLambda.REGISTER).wholeBody()).isEqualTo("{\"events\":[\"INVOKE\"]}");
    assertThat(journal.happened())
        .containsExactly(
            FakeLambda.REGISTERED, FakeLambda.EXTENSION_ASKS, WORK, FakeLambda.EXTENSION_ASKS);
  }

  @Test
  void takesAnAnswerThatCameBeforeItsEvent() throws Exception {
    // given
    InternalExtension extension = register();

    // when
    extension.answered("first");
    lambda.tellExtension("first", SOON);

    // then
    journal.await(WORK, 1);
    journal.await(FakeLambda.EXTENSION_ASKS, 2);
  }

  @Test
  void asksAgainBeforeTheDeadlineOfAnInvocationThatNeverReachesTheHandler() throws Exception {
    // given
    register();

    // when
    lambda.tellExtension("unreadable", NOW.plus(InternalExtension.MARGIN));

    // then
    journal.await(FakeLambda.EXTENSION_ASKS, 2);
    assertThat(journal.happened()).doesNotContain(WORK);
  }

  @Test
  void doesTheWorkOfALateAnswerButTakesItForNoOtherInvocation() throws Exception {
    // given
    InternalExtension extension = register();
    lambda.tellExtension("late", NOW);
    journal.await(FakeLambda.EXTENSION_ASKS, 2);
    extension.answered("late");

    // when
    lambda.tellExtension("second", NOW);
    journal.await(FakeLambda.EXTENSION_ASKS, 3);
    lambda.tellExtension("third", SOON);
    extension.answered("third");
    journal.await(FakeLambda.EXTENSION_ASKS, 4);

    // then
    assertThat(worked).containsExactly("late", "third");
    assertThat(journal.happened()).endsWith(WORK, FakeLambda.EXTENSION_ASKS);
  }

  @Test
  void goesOnWhateverADeadlineIs() throws Exception {
    // given
    InternalExtension extension = register();

    // when
    lambda.tellExtension("past", Instant.ofEpochMilli(Long.MIN_VALUE));
    journal.await(FakeLambda.EXTENSION_ASKS, 2);
    lambda.tellExtension("future", Instant.ofEpochMilli(Long.MAX_VALUE));
    extension.answered("future");

    // then
    journal.await(WORK, 1);
    journal.await(FakeLambda.EXTENSION_ASKS, 3);
  }

  @Test
  void doesTheWorkInFrontOfAnswersOnceLambdaHasBrokenWithIt() throws Exception {
    // given
    InternalExtension extension = register();
    lambda.take(FakeLambda.EVENT).answer(500, Map.of(), "{}");

    // when
    extension.answered("first");
    journal.await(WORK, 1);
    extension.answered("second");

    // then
    journal.await(WORK, 2);
    assertThat(journal.happened()).containsOnlyOnce(FakeLambda.EXTENSION_ASKS);
  }

  @Test
  void saysThatLambdaRefusesIt() {
    // given
    lambda.refuseExtensions();

    // when // then
    assertThatIOException().isThrownBy(this::register).withMessageContaining("403");
  }

  private InternalExtension register() throws Exception {
    InternalExtension extension =
        InternalExtension.register(
            lambda.address(),
            requestId -> {
              journal.add(WORK);
              worked.add(requestId);
            },
            InstantSource.fixed(NOW));
    journal.await(FakeLambda.EXTENSION_ASKS, 1);
    return extension;
  }
}
