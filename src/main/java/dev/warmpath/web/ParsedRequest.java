package dev.warmpath.web;

import dev.warmpath.prompt.Prompt;
import dev.warmpath.prompt.Scope;
import dev.warmpath.prompt.Segment;
import dev.warmpath.router.EngineBody;
import dev.warmpath.router.port.AnswerFormat;
import dev.warmpath.router.port.AnswerReader;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * A request body understood: what it is keyed by, and what is sent on.
 *
 * @param prompt the prompt; without segments where the body has none that is known
 * @param byLoad whether no cache can help it
 * @param body what engines get
 * @param maxOutputTokens how many tokens the caller wants at most, 0 if he does not say
 * @param stream whether the caller wants the answer in pieces
 * @param format what the caller wants the answer to look like
 */
record ParsedRequest(
    Prompt prompt,
    boolean byLoad,
    EngineBody body,
    long maxOutputTokens,
    boolean stream,
    AnswerFormat format) {
  /** The header by which a caller says which requests belong together. */
  static final String SESSION_HEADER = "x-warmpath-session";

  /**
   * Understands a request.
   *
   * @param answers reads the usage of answers
   * @param arrived when it came
   * @throws RequestException if the caller must change it
   */
  static ParsedRequest of(
      Endpoint endpoint, HttpRequest request, Models models, AnswerReader answers, Instant arrived)
      throws RequestException {
    if (request.body().length == 0) {
      throw RequestException.badField("", "the request body must not be empty");
    }
    String contentType = request.header("content-type");
    boolean raw = !endpoint.isOpenAi() && !isJson(contentType);
    return raw
        ? ofRaw(request, contentType, models, answers)
        : ofJson(endpoint, request, models, answers, arrived);
  }

  private static boolean isJson(String contentType) {
    return contentType.isEmpty() || contentType.toLowerCase(Locale.ROOT).contains("json");
  }

  private static ParsedRequest ofJson(
      Endpoint endpoint, HttpRequest request, Models models, AnswerReader answers, Instant arrived)
      throws RequestException {
    JsonBody json = JsonBody.read(request.body());
    Map<String, Object> values = json.values();
    FieldReader fields = FieldReader.of(values);
    String required = endpoint.requiredField();
    if (!required.isEmpty() && fields.any(required).isEmpty()) {
      throw RequestException.badField(required, "'" + required + "' is required");
    }
    ServedModel model = models.resolve(fields.text("model"));
    boolean byLoad = endpoint == Endpoint.EMBEDDINGS;
    Prompt prompt =
        byLoad
            ? PromptReader.readInput(values, model.name())
            : PromptReader.read(values, model.name(), request.header(SESSION_HEADER));
    boolean isOpenAi = endpoint.isOpenAi();
    boolean stream = !byLoad && fields.flag("stream");
    boolean wantsUsage = isOpenAi && StreamOptions.wantsUsage(fields, stream);
    return new ParsedRequest(
        prompt,
        byLoad,
        new JsonEngineBody(json, model.engineName(), isOpenAi && stream && !wantsUsage),
        maxOutputTokens(fields),
        stream,
        new RequestedFormat(
            writer(endpoint, request, model.name(), arrived), stream, wantsUsage, answers));
  }

  private static Optional<OpenAiWriter> writer(
      Endpoint endpoint, HttpRequest request, String model, Instant arrived) {
    return switch (endpoint) {
      case CHAT ->
          Optional.of(
              new OpenAiWriter(
                  true, "chatcmpl-" + request.requestId(), arrived.getEpochSecond(), model));
      case COMPLETIONS ->
          Optional.of(
              new OpenAiWriter(
                  false, "cmpl-" + request.requestId(), arrived.getEpochSecond(), model));
      case EMBEDDINGS, MODELS, MODEL, ROUTE, INVOCATIONS, PING -> Optional.empty();
    };
  }

  private static long maxOutputTokens(FieldReader fields) throws RequestException {
    long completion = fields.count("max_completion_tokens");
    return completion > 0 ? completion : fields.count("max_tokens");
  }

  /** Text is keyed as it stands; bytes that are no text are routed by load. */
  private static ParsedRequest ofRaw(
      HttpRequest request, String contentType, Models models, AnswerReader answers) {
    Scope scope = Scope.ofModel(models.names().getFirst());
    List<Segment> segments =
        isText(request.body())
            ? List.of(
                Segment.ofText(Segment.TEXT, new String(request.body(), StandardCharsets.UTF_8)))
            : List.of();
    return new ParsedRequest(
        new Prompt(scope, segments, request.header(SESSION_HEADER)),
        false,
        new RawEngineBody(request.body(), contentType),
        0,
        false,
        new RequestedFormat(Optional.empty(), false, false, answers));
  }

  private static boolean isText(byte[] body) {
    try {
      StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(body));
      return true;
    } catch (CharacterCodingException e) {
      return false;
    }
  }
}
