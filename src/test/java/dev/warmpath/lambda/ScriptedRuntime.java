package dev.warmpath.lambda;

import dev.warmpath.web.ReplySink;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Map;

/**
 * The runtime in a process of its own, around a function that does what each event says: one
 * command a line, such as {@code start 200}, {@code write text}, {@code pass gate}, {@code throw}.
 */
final class ScriptedRuntime {
  /** The port of the gates. */
  static final String GATES = "TEST_GATES";

  /** What the function does at its making: {@code fail first}, {@code fail second} or nothing. */
  static final String MAKING = "TEST_MAKING";

  /** A gate to pass after each answer; none by default. */
  static final String AFTER_ANSWER = "TEST_AFTER_ANSWER";

  private ScriptedRuntime() {}

  /** Runs until Lambda's side ends. */
  public static void main(String[] arguments) {
    int[] made = {0};
    Map<String, String> environment = System.getenv();
    System.exit(
        StreamingRuntime.run(
            environment,
            () -> {
              made[0]++;
              if (environment.getOrDefault(MAKING, "").equals("fail " + made[0])) {
                throw new IllegalStateException("SECRET");
              }
              return new Scripted(environment, made[0]);
            }));
  }

  private record Scripted(Map<String, String> environment, int number) implements RunningFunction {
    Scripted {
      say("made " + number);
    }

    @Override
    public void answer(InvocationEvent event, ReplySink out) throws IOException {
      for (String line : new String(event.payload(), StandardCharsets.UTF_8).split("\n", -1)) {
        String[] words = line.split(" ", 2);
        switch (words[0]) {
          case "start" ->
              out.start(Integer.parseInt(words[1]), Map.of("content-type", "text/event-stream"));
          case "long-header" -> out.start(200, Map.of("x", "y".repeat(20_000)));
          case "write" -> out.write(words[1].getBytes(StandardCharsets.UTF_8));
          case "write-empty" -> out.write(new byte[0]);
          case "write-until-broken" -> writeUntilBroken(out);
          case "pass" -> pass(words[1]);
          case "size" ->
              out.write(("size " + event.payload().length).getBytes(StandardCharsets.UTF_8));
          case "trace" -> out.write(trace().getBytes(StandardCharsets.UTF_8));
          case "throw" -> throw new IllegalStateException("SECRET");
          default -> {
            // Padding.
          }
        }
      }
    }

    private static String trace() {
      return System.getProperty("com.amazonaws.xray.traceHeader", "none");
    }

    /** Ends only because the other side has gone. */
    private static void writeUntilBroken(ReplySink out) throws IOException {
      try {
        while (true) {
          out.write(new byte[1024]);
        }
      } catch (IOException e) {
        say("noticed");
        throw e;
      }
    }

    private void pass(String gate) throws IOException {
      Gates.pass(Integer.parseInt(environment.getOrDefault(GATES, "")), gate);
    }

    @Override
    public void prime() {
      say("primed " + number);
    }

    @Override
    public void afterAnswer(String requestId) {
      String gate = environment.getOrDefault(AFTER_ANSWER, "");
      if (!gate.isEmpty()) {
        try {
          pass(gate);
        } catch (IOException e) {
          throw new UncheckedIOException(e);
        }
      }
    }

    @Override
    public void flush() {
      say("flushed " + number);
    }

    @Override
    public void close() {
      say("closed " + number);
    }

    private static void say(String what) {
      System.out.println(what);
    }
  }
}
