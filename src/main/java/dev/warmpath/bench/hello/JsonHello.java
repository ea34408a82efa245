package dev.warmpath.bench.hello;

import com.amazonaws.services.lambda.runtime.Context;
import com.amazonaws.services.lambda.runtime.RequestHandler;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.jr.ob.JSON;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Map;

/** A function that reads a chat and writes it again, by one of two libraries for JSON. */
public abstract sealed class JsonHello implements RequestHandler<Map<String, Object>, String> {
  private JsonHello() {}

  @Override
  public String handleRequest(Map<String, Object> event, Context context) {
    try {
      return EmptyHandler.ANSWER + copy(String.valueOf(event.get("body"))).length();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  abstract String copy(String json) throws IOException;

  /** The one that the package ships. */
  public static final class Jr extends JsonHello {
    /** What Lambda calls. */
    public Jr() {}

    @Override
    String copy(String json) throws IOException {
      return JSON.std.asString(JSON.std.mapFrom(json));
    }
  }

  /** The usual one. */
  public static final class Databind extends JsonHello {
    /** What Lambda calls. */
    public Databind() {}

    @Override
    String copy(String json) throws IOException {
      ObjectMapper mapper = new ObjectMapper();
      return mapper.writeValueAsString(mapper.readTree(json));
    }
  }
}
