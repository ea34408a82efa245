package dev.warmpath.testing;

import dev.warmpath.router.RouteReport;
import dev.warmpath.router.Usage;
import dev.warmpath.router.port.AnswerFormat;
import dev.warmpath.router.port.AnswerReader;
import dev.warmpath.router.port.AnswerRelay;
import dev.warmpath.router.port.AnswerSink;
import dev.warmpath.router.port.EngineOutcome;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;

/** Answers in one piece of whatever form, with usage by a given reader. */
public record WholeAnswers(AnswerReader reader) implements AnswerFormat {
  /** Hears an answer and keeps nothing. */
  public static final AnswerSink NOBODY =
      new AnswerSink() {
        @Override
        public void begin(String contentType, RouteReport report) {}

        @Override
        public void write(byte[] bytes) {}
      };

  @Override
  public AnswerRelay relayFor(String engineContentType) {
    return new Relay(engineContentType);
  }

  private final class Relay implements AnswerRelay {
    private final String contentType;
    private final ByteArrayOutputStream body = new ByteArrayOutputStream();

    Relay(String contentType) {
      this.contentType = contentType;
    }

    @Override
    public String contentType() {
      return contentType;
    }

    @Override
    public Relayed accept(byte[] bytes) {
      body.writeBytes(bytes);
      return new Relayed(new byte[0], false);
    }

    @Override
    public Finish finish() {
      Usage usage = reader.usage(body.toByteArray(), contentType);
      return new Finish.Whole(body.toByteArray(), usage);
    }

    @Override
    public byte[] failure(EngineOutcome.Failed failure) {
      return failure.message().getBytes(StandardCharsets.UTF_8);
    }
  }
}
