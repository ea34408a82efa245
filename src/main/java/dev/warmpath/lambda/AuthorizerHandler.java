package dev.warmpath.lambda;

import com.amazonaws.services.lambda.runtime.Context;
import com.amazonaws.services.lambda.runtime.RequestStreamHandler;
import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import dev.warmpath.bootstrap.AwsDoor;
import dev.warmpath.keys.KeyCheck;
import dev.warmpath.keys.KeyCheck.Verdict;
import dev.warmpath.keys.KeyRow;
import dev.warmpath.keys.PlanKey;
import dev.warmpath.web.Caller;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.Map;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The door's Lambda authorizer: tells API Gateway whose key a request carries.
 *
 * <p>A refusal is a policy that denies, not an error, so that API Gateway keeps it too. Where
 * nobody can tell, it fails, which API Gateway does not keep. Both are for the whole stage: a kept
 * policy is applied to all of its paths. Safe for any number of threads.
 */
public final class AuthorizerHandler implements RequestStreamHandler {
  private static final Logger LOGGER = LoggerFactory.getLogger(AuthorizerHandler.class);

  /** What the template's metric filter looks for. */
  public static final String FROM_MEMORY = "key table gave no answer, key admitted from memory";

  private static final int ARN_API = 0;
  private static final int ARN_STAGE = 1;

  private final JsonFactory json = new JsonFactory();
  private final KeyCheck keys;
  private final String table;

  /** What Lambda calls: configured by the environment's variables. */
  public AuthorizerHandler() {
    this(AwsDoor.start(System.getenv()));
  }

  private AuthorizerHandler(AwsDoor door) {
    this(door.check(), door.table());
  }

  /**
   * Makes an authorizer.
   *
   * @param keys decides about callers
   * @param table the table of keys, under which the usage plan knows its tenants
   */
  public AuthorizerHandler(KeyCheck keys, String table) {
    this.keys = keys;
    this.table = table;
  }

  /**
   * Answers one question of API Gateway's.
   *
   * @throws IOException if it is no question
   * @throws IllegalStateException if nobody can tell
   */
  @Override
  public void handleRequest(InputStream in, OutputStream out, Context context) throws IOException {
    Question question = question(in);
    switch (keys.check(question.authorization())) {
      case Verdict.Admitted(KeyRow key, boolean fromMemory) -> {
        (fromMemory ? LOGGER.atWarn() : LOGGER.atInfo())
            .addKeyValue("keyId", key.id())
            .log(fromMemory ? FROM_MEMORY : "admitted");
        allow(out, question, key);
      }
      case Verdict.Refused(var why) -> {
        LOGGER.atInfo().addKeyValue("reason", why).log("refused");
        deny(out, question);
      }
      case Verdict.Unknown(String reason) -> {
        LOGGER.atError().addKeyValue("reason", reason).log("keys cannot be checked");
        throw new IllegalStateException("the keys cannot be checked");
      }
    }
  }

  /**
   * What API Gateway asks.
   *
   * @param authorization the caller's header
   * @param method the ARN of what he calls
   */
  private record Question(String authorization, String method) {
    /** The whole stage. */
    String stage() {
      String[] parts = method.split("/", -1);
      if (parts.length < 2) {
        throw new IllegalArgumentException("the event names no method of an API");
      }
      return parts[ARN_API] + "/" + parts[ARN_STAGE] + "/*";
    }

    /** Leaves the header out. */
    @Override
    public String toString() {
      return "Question[" + method + "]";
    }
  }

  private Question question(InputStream in) throws IOException {
    String authorization = "";
    String method = "";
    try (JsonParser parser = json.createParser(in)) {
      if (parser.nextToken() != JsonToken.START_OBJECT) {
        throw new IOException("an event must be an object");
      }
      while (parser.nextToken() == JsonToken.FIELD_NAME) {
        String name = parser.currentName();
        JsonToken value = parser.nextToken();
        if (value == JsonToken.VALUE_STRING && name.equals("authorizationToken")) {
          authorization = parser.getText();
        } else if (value == JsonToken.VALUE_STRING && name.equals("methodArn")) {
          method = parser.getText();
        } else {
          parser.skipChildren();
        }
      }
    }
    return new Question(authorization, method);
  }

  private void allow(OutputStream out, Question question, KeyRow key) throws IOException {
    try (JsonGenerator answer = begin(out, key.tenant(), "Allow", question)) {
      answer.writeObjectFieldStart("context");
      for (Map.Entry<String, String> entry : Caller.of(key).context().entrySet()) {
        answer.writeStringField(entry.getKey(), entry.getValue());
      }
      answer.writeEndObject();
      answer.writeStringField("usageIdentifierKey", PlanKey.value(table, key.tenant()));
      answer.writeEndObject();
    }
  }

  private void deny(OutputStream out, Question question) throws IOException {
    try (JsonGenerator answer = begin(out, "nobody", "Deny", question)) {
      answer.writeEndObject();
    }
  }

  private JsonGenerator begin(OutputStream out, String principal, String effect, Question question)
      throws IOException {
    JsonGenerator answer = json.createGenerator(out);
    answer.writeStartObject();
    answer.writeStringField("principalId", principal);
    answer.writeObjectFieldStart("policyDocument");
    answer.writeStringField("Version", "2012-10-17");
    answer.writeArrayFieldStart("Statement");
    answer.writeStartObject();
    answer.writeStringField("Action", "execute-api:Invoke");
    answer.writeStringField("Effect", effect);
    answer.writeStringField("Resource", question.stage());
    answer.writeEndObject();
    answer.writeEndArray();
    answer.writeEndObject();
    return answer;
  }
}
