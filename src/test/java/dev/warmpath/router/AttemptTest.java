package dev.warmpath.router;

import static org.assertj.core.api.Assertions.assertThat;

import dev.warmpath.prompt.Prompt;
import dev.warmpath.prompt.Scope;
import dev.warmpath.router.port.AnswerRelay;
import dev.warmpath.router.port.AnswerSink;
import dev.warmpath.router.port.ClientGoneException;
import dev.warmpath.router.port.EngineOpening;
import dev.warmpath.router.port.EngineOutcome;
import dev.warmpath.router.port.EnginePart;
import dev.warmpath.router.port.EngineStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

final class AttemptTest {
  private static final EngineOutcome.Failed CUT =
      new EngineOutcome.Failed(EngineOutcome.Kind.FAULT, 0, "cut");

  private final ByteArrayOutputStream heard = new ByteArrayOutputStream();
  private int begun;
  private boolean closed;
  private boolean gone;

  @Test
  void passesEachPieceOnAsItComesAndTellsTheFirstToken() {
    Attempt.Result result = relay(data("role|"), data("token|"), new EnginePart.End());

    assertThat(result).isInstanceOf(Attempt.Result.Done.class);
    assertThat(result.firstToken()).contains(Duration.ofMillis(5));
    assertThat(text()).isEqualTo("role|token|whole");
    assertThat(begun).isEqualTo(1);
    assertThat(closed).isTrue();
  }

  @Test
  void aFailureBeforeAnyByteIsSilent() {
    Attempt.Result result = relay(new EnginePart.Broken(CUT));

    assertThat(result).isEqualTo(new Attempt.Result.Failed(CUT, Optional.empty()));
    assertThat(begun).isZero();
    assertThat(text()).isEmpty();
    assertThat(closed).isTrue();
  }

  @Test
  void aFailureAfterTheFirstByteIsToldWithinTheAnswer() {
    Attempt.Result result = relay(data("token|"), new EnginePart.Broken(CUT));

    assertThat(result).isInstanceOf(Attempt.Result.Broken.class);
    assertThat(text()).isEqualTo("token|error: cut");
  }

  @Test
  void anEndThatIsNoneIsAFailure() {
    Attempt.Result result = relay(data("cut short|"), new EnginePart.End());

    assertThat(result).isInstanceOf(Attempt.Result.Broken.class);
    assertThat(text()).isEqualTo("cut short|error: it lacks its end");
  }

  @Test
  void aCallerWhoLeavesEndsTheModelsWork() {
    gone = true;

    Attempt.Result result = relay(data("token|"), data("token|"), new EnginePart.End());

    assertThat(result).isInstanceOf(Attempt.Result.Gone.class);
    assertThat(closed).isTrue();
  }

  private Attempt.Result relay(EnginePart... parts) {
    return new Attempt(
            request(), new Caller(), () -> Duration.ofMillis(5), (usage, first) -> report())
        .relay(new EngineOpening.Opened(new Scripted(new ArrayDeque<>(List.of(parts)))));
  }

  private String text() {
    return heard.toString(StandardCharsets.UTF_8);
  }

  private static EnginePart data(String text) {
    return new EnginePart.Data(text.getBytes(StandardCharsets.UTF_8));
  }

  private static RouteRequest request() {
    return new RouteRequest(
        "request",
        new Prompt(Scope.ofModel("m"), List.of(), ""),
        false,
        TextBody.of("text"),
        0,
        Instant.EPOCH,
        true,
        type -> new Plain());
  }

  private static RouteReport report() {
    return new RouteReport(
        "request",
        Instant.EPOCH,
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        new RouteReport.Tokens(0, 0, 0, false, true),
        Usage.UNKNOWN,
        Duration.ZERO,
        Duration.ZERO,
        Optional.empty(),
        0,
        Optional.empty(),
        RouteReport.ClaimState.NONE,
        Optional.empty(),
        List.of());
  }

  /** The parts of an answer, as written down. */
  private final class Scripted implements EngineStream {
    private final Deque<EnginePart> parts;

    Scripted(Deque<EnginePart> parts) {
      this.parts = parts;
    }

    @Override
    public String contentType() {
      return "text/plain";
    }

    @Override
    public String invokedVariant() {
      return "";
    }

    @Override
    public EnginePart next() {
      return parts.removeFirst();
    }

    @Override
    public void close() {
      closed = true;
    }
  }

  /** Keeps what was said, or is gone. */
  private final class Caller implements AnswerSink {
    @Override
    public void begin(String contentType, RouteReport report) {
      begun++;
    }

    @Override
    public void write(byte[] bytes) throws ClientGoneException {
      if (gone) {
        throw new ClientGoneException(new IOException("broken pipe"));
      }
      heard.writeBytes(bytes);
    }
  }

  /** Text in which the word token is content and an answer that is cut short has no end. */
  private static final class Plain implements AnswerRelay {
    private final StringBuilder all = new StringBuilder();

    @Override
    public String contentType() {
      return "text/plain";
    }

    @Override
    public Relayed accept(byte[] bytes) {
      all.append(new String(bytes, StandardCharsets.UTF_8));
      return new Relayed(bytes, all.toString().contains("token"));
    }

    @Override
    public Finish finish() {
      return all.toString().contains("cut short")
          ? new Finish.Cut("it lacks its end")
          : new Finish.Whole("whole".getBytes(StandardCharsets.UTF_8), Usage.UNKNOWN);
    }

    @Override
    public byte[] failure(EngineOutcome.Failed failure) {
      return ("error: " + failure.message()).getBytes(StandardCharsets.UTF_8);
    }
  }
}
