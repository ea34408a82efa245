package dev.warmpath.web;

import dev.warmpath.prompt.Prompt;
import dev.warmpath.prompt.Scope;
import dev.warmpath.prompt.Segment;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Reads the prompt out of a request body, whichever of the known shapes it has.
 *
 * <p>Shapes are told apart by their fields: {@code messages} (chat), {@code prompt} (completions),
 * {@code input} (responses), {@code inputs} (SageMaker's own containers). A body of none of these
 * has no prompt that can be keyed; it is not an error.
 */
final class PromptReader {
  /** Chat-template arguments: engines render them in front of the messages. */
  private static final List<String> TEMPLATE_ARGUMENTS =
      List.of("chat_template", "chat_template_kwargs", "reasoning_effort", "documents");

  /** Where DJL's and SGLang's requests name a LoRA adapter; vLLM's name it as their model. */
  private static final List<String> ADAPTERS = List.of("adapters", "lora_path");

  /** The same for TGI, inside its parameters. */
  private static final String NESTED_ADAPTER = "adapter_id";

  private static final String TEXTS_OR_TOKENS =
      "a string, or an array of strings, of token ids or of arrays of token ids";

  private PromptReader() {}

  /**
   * Reads a prompt.
   *
   * @param body the request's fields
   * @param model the public model name that the request goes to
   * @param sessionHint the caller's session header; empty for none
   * @throws RequestException 400 if a field that belongs to the prompt has the wrong type
   */
  static Prompt read(Map<String, Object> body, String model, String sessionHint)
      throws RequestException {
    FieldReader fields = FieldReader.of(body);
    Scope scope =
        new Scope(model, adapter(fields), fields.text("cache_salt"), templateArguments(fields));
    String cacheKey = fields.text("prompt_cache_key");
    String hint = cacheKey.isEmpty() ? sessionHint : cacheKey;
    return new Prompt(scope, segments(fields), hint);
  }

  /**
   * Reads what is to be embedded: one text or several, or token ids.
   *
   * @throws RequestException 400 if {@code input} has the wrong type
   */
  static Prompt readInput(Map<String, Object> body, String model) throws RequestException {
    return new Prompt(Scope.ofModel(model), completion(FieldReader.of(body), "input"), "");
  }

  private static List<Segment> segments(FieldReader fields) throws RequestException {
    if (fields.any("messages").isPresent()) {
      return chat(fields);
    }
    if (fields.any("prompt").isPresent()) {
      return completion(fields, "prompt");
    }
    if (fields.any("input").isPresent()) {
      return responses(fields);
    }
    return fields.any("inputs").isPresent() ? completion(fields, "inputs") : List.of();
  }

  private static List<Segment> chat(FieldReader fields) throws RequestException {
    List<Segment> segments = new ArrayList<>(tools(fields));
    segments.addAll(messages(fields, "messages"));
    return segments;
  }

  private static List<Segment> responses(FieldReader fields) throws RequestException {
    List<Segment> segments = new ArrayList<>(tools(fields));
    String instructions = fields.text("instructions");
    if (!instructions.isEmpty()) {
      segments.add(Segment.ofText(Segment.SYSTEM, instructions));
    }
    segments.addAll(
        fields.any("input").orElseThrow() instanceof String text
            ? List.of(Segment.ofText("user", text))
            : messages(fields, "input"));
    return segments;
  }

  private static List<Segment> tools(FieldReader fields) throws RequestException {
    List<Object> tools = new ArrayList<>(fields.list("tools"));
    tools.addAll(fields.list("functions"));
    return tools.isEmpty()
        ? List.of()
        : List.of(Segment.ofText(Segment.TOOLS, JsonText.canonical(tools)));
  }

  private static List<Segment> messages(FieldReader fields, String name) throws RequestException {
    List<?> items = fields.requiredList(name);
    List<Segment> segments = new ArrayList<>(items.size());
    for (int i = 0; i < items.size(); i++) {
      segments.add(
          MessageReader.read(FieldReader.of(items.get(i), fields.path(name) + "[" + i + "]")));
    }
    return segments;
  }

  /** A string, several strings, token ids, or several lists of token ids. */
  private static List<Segment> completion(FieldReader fields, String name) throws RequestException {
    Object prompt = fields.any(name).orElseThrow();
    if (prompt instanceof String text) {
      return List.of(Segment.ofText(Segment.TEXT, text));
    }
    if (!(prompt instanceof List<?> items) || items.isEmpty()) {
      throw fields.wrong(name, TEXTS_OR_TOKENS);
    }
    if (items.getFirst() instanceof Integer) {
      return List.of(tokens(fields, name, items));
    }
    List<Segment> segments = new ArrayList<>(items.size());
    for (Object item : items) {
      segments.add(
          switch (item) {
            case String text -> Segment.ofText(Segment.TEXT, text);
            case List<?> ids -> tokens(fields, name, ids);
            case null, default -> throw fields.wrong(name, TEXTS_OR_TOKENS);
          });
    }
    return segments;
  }

  private static Segment tokens(FieldReader fields, String name, List<?> ids)
      throws RequestException {
    List<Integer> tokens = new ArrayList<>(ids.size());
    for (Object id : ids) {
      if (!(id instanceof Integer token) || token < 0) {
        throw fields.wrong(name, TEXTS_OR_TOKENS);
      }
      tokens.add(token);
    }
    return Segment.ofTokens(tokens);
  }

  /** The LoRA adapter that the body names besides the model, whichever engine's way it uses. */
  private static String adapter(FieldReader fields) {
    Map<String, Object> named = present(fields, ADAPTERS);
    if (fields.any("parameters").orElse("") instanceof Map<?, ?> parameters
        && parameters.get(NESTED_ADAPTER) instanceof String adapter) {
      named.put(NESTED_ADAPTER, adapter);
    }
    return named.isEmpty() ? "" : JsonText.canonical(named);
  }

  private static String templateArguments(FieldReader fields) {
    Map<String, Object> arguments = present(fields, TEMPLATE_ARGUMENTS);
    return arguments.isEmpty() ? "" : JsonText.canonical(arguments);
  }

  private static Map<String, Object> present(FieldReader fields, List<String> names) {
    Map<String, Object> present = new TreeMap<>();
    names.forEach(name -> fields.any(name).ifPresent(value -> present.put(name, value)));
    return present;
  }
}
