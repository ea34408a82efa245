package dev.warmpath.web;

import dev.warmpath.router.port.AnswerRelay;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.random.RandomGenerator;

/** Streams, and ways to cut them. */
final class Streams {
  /** How answers to chats are written. */
  static final OpenAiWriter CHAT = new OpenAiWriter(true, "chatcmpl-1", 1_700_000_000, "public");

  /** How answers to prompts are written. */
  static final OpenAiWriter COMPLETION = new OpenAiWriter(false, "cmpl-1", 1_700_000_000, "public");

  private Streams() {}

  static byte[] utf8(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  static String text(byte[] bytes) {
    return new String(bytes, StandardCharsets.UTF_8);
  }

  /** A chunk of a chat in which one choice writes something. */
  static String chunk(int index, String content) {
    return "{\"choices\":[{\"index\":"
        + index
        + ",\"delta\":{\"content\":"
        + JsonText.quote(content)
        + "},\"finish_reason\":null}]}";
  }

  /** The chunk that ends a choice. */
  static String last(int index) {
    return "{\"choices\":[{\"index\":" + index + ",\"delta\":{},\"finish_reason\":\"stop\"}]}";
  }

  /** The chunk that {@code include_usage} adds. */
  static String usage(int prompt, int cached, int output) {
    return "{\"choices\":[],\"usage\":{\"prompt_tokens\":"
        + prompt
        + ",\"completion_tokens\":"
        + output
        + ",\"prompt_tokens_details\":{\"cached_tokens\":"
        + cached
        + "}}}";
  }

  static String event(String data) {
    return "data: " + data + "\n\n";
  }

  /** Each byte by itself. */
  static List<byte[]> bytewise(byte[] stream) {
    List<byte[]> pieces = new ArrayList<>(stream.length);
    for (int i = 0; i < stream.length; i++) {
      pieces.add(Arrays.copyOfRange(stream, i, i + 1));
    }
    return pieces;
  }

  static List<byte[]> cutAt(byte[] stream, int place) {
    return List.of(
        Arrays.copyOfRange(stream, 0, place), Arrays.copyOfRange(stream, place, stream.length));
  }

  /** Pieces of up to 40 bytes. */
  static List<byte[]> cutAnywhere(byte[] stream, RandomGenerator random) {
    List<byte[]> pieces = new ArrayList<>();
    for (int from = 0; from < stream.length; ) {
      int to = Math.min(stream.length, from + random.nextInt(41));
      pieces.add(Arrays.copyOfRange(stream, from, to));
      from = to;
    }
    return pieces;
  }

  /** The events of a stream, in a form that can be compared. */
  static List<String> events(EventReader reader, List<byte[]> pieces) {
    List<SseEvent> events = new ArrayList<>();
    pieces.forEach(piece -> events.addAll(reader.accept(piece)));
    events.addAll(reader.end());
    List<String> shown =
        new ArrayList<>(
            events.stream()
                .map(e -> e.name() + "|" + latin(e.data()) + "|" + latin(e.raw()))
                .toList());
    if (reader.isTooLong()) {
      shown.add("too long");
    }
    return shown;
  }

  /** Byte for byte, also where the bytes are no text. */
  private static String latin(byte[] bytes) {
    return new String(bytes, StandardCharsets.ISO_8859_1);
  }

  /** What came of a relay. */
  record Result(String passed, boolean content, AnswerRelay.Finish finish) {
    /** All that the caller got of a whole answer. */
    String whole() {
      return switch (finish) {
        case AnswerRelay.Finish.Whole(var rest, var usage) -> passed + text(rest);
        case AnswerRelay.Finish.Cut(var message) ->
            throw new AssertionError("the answer should be whole but " + message);
      };
    }

    /** In a form that can be compared. */
    String shown() {
      return switch (finish) {
        case AnswerRelay.Finish.Whole(var rest, var usage) ->
            passed + text(rest) + "|" + content + "|" + usage;
        case AnswerRelay.Finish.Cut(var message) -> passed + "|" + content + "|" + message;
      };
    }
  }

  static Result relay(AnswerRelay relay, List<byte[]> pieces) {
    ByteArrayOutputStream passed = new ByteArrayOutputStream();
    boolean content = false;
    for (byte[] piece : pieces) {
      AnswerRelay.Relayed relayed = relay.accept(piece);
      passed.writeBytes(relayed.bytes());
      content = relayed.content();
    }
    return new Result(text(passed.toByteArray()), content, relay.finish());
  }

  static Result relay(AnswerRelay relay, String... pieces) {
    return relay(relay, Arrays.stream(pieces).map(Streams::utf8).toList());
  }
}
