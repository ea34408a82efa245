package dev.warmpath.local;

import com.fasterxml.jackson.jr.ob.JSON;
import dev.warmpath.local.Completion.Answered;
import java.io.IOException;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Writes a model server's answers as vLLM does, with the engine's timings added. */
final class OpenAiAnswers {
  private static final String JSON_TYPE = "application/json";
  private static final double NANOS_PER_MILLISECOND = 1e6;

  private final String model;

  OpenAiAnswers(String model) {
    this.model = model;
  }

  /**
   * An answer in the form that belongs to the request's.
   *
   * @param id the answer's name, without a prefix
   * @param created the time of the answer in seconds of Unix time
   */
  ContainerAnswer success(String id, long created, LocalRequest request, Answered answered) {
    String text = FillerText.words(request.prompt().fingerprint(), request.outputTokens());
    return switch (request.kind()) {
      case CHAT -> {
        Map<String, Object> message = Map.of("role", "assistant", "content", text);
        Map<String, Object> answer = head("chatcmpl-" + id, "chat.completion", "created", created);
        answer.put("choices", List.of(choice("message", message)));
        yield json(tail(answer, usage(request, answered), answered));
      }
      case COMPLETION -> {
        Map<String, Object> answer = head("cmpl-" + id, "text_completion", "created", created);
        answer.put("choices", List.of(choice("text", text)));
        yield json(tail(answer, usage(request, answered), answered));
      }
      case RESPONSE -> {
        Map<String, Object> answer = head("resp_" + id, "response", "created_at", created);
        answer.put("status", "completed");
        answer.put("output", List.of(outputMessage(id, text)));
        yield json(tail(answer, usage("input", "output", request, answered), answered));
      }
      case EMBEDDING -> {
        Map<String, Object> answer = new LinkedHashMap<>();
        answer.put("object", "list");
        answer.put("data", request.embedding().data());
        answer.put("model", model);
        int tokens = request.prompt().tokens();
        yield json(tail(answer, Map.of("prompt_tokens", tokens, "total_tokens", tokens), answered));
      }
      case NATIVE -> json(List.of(Map.of("generated_text", text)));
    };
  }

  /** An error object. */
  ContainerAnswer error(int status, String type, String message) {
    Map<String, Object> error = new LinkedHashMap<>();
    error.put("message", message);
    error.put("type", type);
    error.put("param", null);
    error.put("code", status);
    return new ContainerAnswer(status, bytes(Map.of("error", error)), JSON_TYPE);
  }

  private Map<String, Object> head(String id, String object, String createdField, long created) {
    Map<String, Object> answer = new LinkedHashMap<>();
    answer.put("id", id);
    answer.put("object", object);
    answer.put(createdField, created);
    answer.put("model", model);
    return answer;
  }

  private static Map<String, Object> tail(
      Map<String, Object> answer, Map<String, Object> usage, Answered answered) {
    answer.put("usage", usage);
    Map<String, Object> timings = new LinkedHashMap<>();
    timings.put("queue_ms", milliseconds(answered.queue()));
    timings.put("prefill_ms", milliseconds(answered.prefill()));
    timings.put("decode_ms", milliseconds(answered.decode()));
    answer.put("timings", timings);
    return answer;
  }

  private static Map<String, Object> choice(String field, Object value) {
    Map<String, Object> choice = new LinkedHashMap<>();
    choice.put("index", 0);
    choice.put(field, value);
    choice.put("finish_reason", "length");
    return choice;
  }

  private static Map<String, Object> outputMessage(String id, String text) {
    Map<String, Object> message = new LinkedHashMap<>();
    message.put("id", "msg_" + id);
    message.put("type", "message");
    message.put("role", "assistant");
    message.put("content", List.of(Map.of("type", "output_text", "text", text)));
    return message;
  }

  /** The usage of a chat or a completion. */
  static Map<String, Object> usage(LocalRequest request, Answered answered) {
    return usage("prompt", "completion", request, answered);
  }

  /** The responses format counts the same things under other names. */
  private static Map<String, Object> usage(
      String in, String out, LocalRequest request, Answered answered) {
    Map<String, Object> usage = new LinkedHashMap<>();
    usage.put(in + "_tokens", request.prompt().tokens());
    usage.put(out + "_tokens", request.outputTokens());
    usage.put("total_tokens", request.prompt().tokens() + request.outputTokens());
    usage.put(in + "_tokens_details", Map.of("cached_tokens", answered.cachedTokens()));
    return usage;
  }

  private static double milliseconds(Duration duration) {
    return Math.round(duration.toNanos() / NANOS_PER_MILLISECOND * 1000) / 1000.0;
  }

  private static ContainerAnswer json(Object value) {
    return new ContainerAnswer(200, bytes(value), JSON_TYPE);
  }

  private static byte[] bytes(Object value) {
    try {
      return JSON.std.asBytes(value);
    } catch (IOException e) {
      throw new IllegalStateException("an answer must be writable as JSON", e);
    }
  }
}
