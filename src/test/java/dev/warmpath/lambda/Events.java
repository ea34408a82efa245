package dev.warmpath.lambda;

import com.amazonaws.services.lambda.runtime.events.APIGatewayProxyRequestEvent;
import com.amazonaws.services.lambda.runtime.events.APIGatewayProxyResponseEvent;
import com.amazonaws.services.lambda.runtime.serialization.events.LambdaEventSerializers;
import com.fasterxml.jackson.jr.ob.JSON;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The events of the folder {@code events}, read by the managed runtime's own serializer. */
final class Events {
  private static final Path FOLDER = Path.of("events");

  private Events() {}

  /** The names of all files, without their ending. */
  static Set<String> names() {
    try (Stream<Path> files = Files.list(FOLDER)) {
      return files
          .map(file -> file.getFileName().toString())
          .map(name -> name.replaceFirst("\\.json$", ""))
          .collect(Collectors.toSet());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  static APIGatewayProxyRequestEvent event(String name) {
    return ofJson(json(name));
  }

  static String json(String name) {
    try {
      return Files.readString(FOLDER.resolve(name + ".json"));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  static APIGatewayProxyRequestEvent ofJson(String json) {
    return LambdaEventSerializers.serializerFor(
            APIGatewayProxyRequestEvent.class, Events.class.getClassLoader())
        .fromJson(json);
  }

  /** The event's JSON with another body. */
  static String withBody(String name, String body) {
    Map<String, Object> event = new LinkedHashMap<>(read(json(name)));
    event.put("body", body);
    event.put("isBase64Encoded", false);
    try {
      return JSON.std.asString(event);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** A response as the managed runtime writes it. */
  static Map<String, Object> written(APIGatewayProxyResponseEvent response) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    LambdaEventSerializers.serializerFor(
            APIGatewayProxyResponseEvent.class, Events.class.getClassLoader())
        .toJson(response, out);
    return read(out.toString(StandardCharsets.UTF_8));
  }

  static Map<String, Object> read(String json) {
    try {
      return JSON.std.mapFrom(json);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
