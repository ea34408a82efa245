package dev.warmpath.web;

import dev.warmpath.router.Usage;
import dev.warmpath.router.port.AnswerReader;
import java.nio.charset.StandardCharsets;
import java.util.BitSet;
import java.util.Optional;

/** How far a streamed answer has come; confined to one request. */
final class StreamProgress {
  /** What the caller is told of an error that the engine's own event explains, or not. */
  static final String ENGINE_ERROR = "the model reported an error in its answer";

  /** More choices than anybody may ask for: OpenAI allows 128. */
  private static final int MAX_CHOICES = 1024;

  private static final NativeAnswer NO_TOKEN = new NativeAnswer("", "", Usage.UNKNOWN);

  private final AnswerReader answers;
  private final BitSet started = new BitSet();
  private final BitSet finished = new BitSet();
  private Usage usage = Usage.UNKNOWN;
  private NativeAnswer token = NO_TOKEN;
  private boolean hasContent;
  private boolean done;
  private boolean hasError;
  private String fault = "";

  StreamProgress(AnswerReader answers) {
    this.answers = answers;
  }

  /** What an event is. */
  enum Meaning {
    /** It has no data: a comment that keeps the connection alive. */
    NOTHING,
    /** A chunk in OpenAI's format. */
    CHUNK,
    /** The chunk that {@code include_usage} adds. */
    USAGE,
    /** A token in the format of LMI and TGI containers; {@link #token()} has it. */
    NATIVE_TOKEN,
    /** An error as OpenAI's clients understand it. */
    ERROR,
    /** An error that they would take for a chunk. */
    BARE_ERROR,
    /** The end that was agreed on. */
    DONE,
    /** A JSON object that is none of these. */
    OTHER,
    /** No JSON object. */
    GARBAGE
  }

  /** Takes note of an event. */
  Meaning read(SseEvent event) {
    if (event.data().length == 0) {
      return Meaning.NOTHING;
    }
    if (isDone(event.data())) {
      done = true;
      return Meaning.DONE;
    }
    Optional<Chunk> chunk = Chunk.read(event.data());
    return chunk.isEmpty() ? Meaning.GARBAGE : read(event, chunk.get());
  }

  private Meaning read(SseEvent event, Chunk chunk) {
    if (chunk.hasError() || chunk.isBareError() || event.name().equals("error")) {
      hasError = true;
      fail(ENGINE_ERROR);
      return chunk.hasError() ? Meaning.ERROR : Meaning.BARE_ERROR;
    }
    if (chunk.hasUsage()) {
      Usage told = answers.usage(event.data(), MediaTypes.JSON);
      usage = told.equals(Usage.UNKNOWN) ? usage : told;
    }
    chunk.choices().forEach(this::count);
    if (chunk.isUsageOnly()) {
      return Meaning.USAGE;
    }
    Optional<NativeAnswer> told = chunk.nativeToken();
    if (told.isPresent()) {
      token = told.get();
      usage = token.usage().equals(Usage.UNKNOWN) ? usage : token.usage();
      return Meaning.NATIVE_TOKEN;
    }
    return chunk.hasChoices() ? Meaning.CHUNK : Meaning.OTHER;
  }

  private void count(Chunk.Choice choice) {
    boolean ends = !choice.finishReason().isEmpty();
    hasContent = hasContent || choice.hasContent() || ends;
    if (choice.index() >= 0 && choice.index() < MAX_CHOICES) {
      started.set(choice.index());
      if (ends) {
        finished.set(choice.index());
      }
    }
    if (choice.finishReason().equals(NativeAnswer.ERROR)) {
      fail(ENGINE_ERROR);
    }
  }

  private static boolean isDone(byte[] data) {
    // OpenAI's clients look at the beginning only.
    return data.length < 32
        && new String(data, StandardCharsets.ISO_8859_1).strip().startsWith("[DONE]");
  }

  /** Takes note that the answer is spoilt; the first reason stays. */
  void fail(String reason) {
    fault = fault.isEmpty() ? reason : fault;
  }

  /** Takes note of content in a format that is not known. */
  void sawContent() {
    hasContent = true;
  }

  /** Whether the model has generated something by now. */
  boolean hasContent() {
    return hasContent;
  }

  /** Whether the agreed end was there. */
  boolean isDone() {
    return done;
  }

  /** Whether the engine has sent an error. */
  boolean hasError() {
    return hasError;
  }

  /** Whether a choice has started. */
  boolean hasStarted() {
    return !started.isEmpty();
  }

  /** Whether a choice has started, and each that has started has finished. */
  boolean hasFinished() {
    return hasStarted() && started.equals(finished);
  }

  /** Why the answer is spoilt; empty if it is not. */
  String fault() {
    return fault;
  }

  /** The last token in the format of LMI and TGI containers. */
  NativeAnswer token() {
    return token;
  }

  /** The last usage that was told. */
  Usage usage() {
    return usage;
  }
}
