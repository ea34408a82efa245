package dev.warmpath.web;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.exc.StreamConstraintsException;
import com.fasterxml.jackson.jr.ob.JSON;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * A JSON object as sent, with its fields read once and their places kept.
 *
 * <p>Engines get the caller's own bytes: a field is replaced or moved by its place, so that
 * numbers, escapes and unknown fields stay as they were. Immutable.
 */
final class JsonBody {
  /** How deep a body may nest: tools' schemas reach ten to twenty. */
  static final int MAX_DEPTH = 100;

  private static final String NOT_JSON = "the request body is not valid JSON in UTF-8";

  private static final String BOUNDS =
      "the request body must not nest deeper than "
          + MAX_DEPTH
          + " levels, nor have numbers of more than "
          + StreamReadConstraints.DEFAULT_MAX_NUM_LEN
          + " digits or field names of more than "
          + StreamReadConstraints.DEFAULT_MAX_NAME_LEN
          + " characters";

  private static final JsonFactory FACTORY =
      JsonFactory.builder()
          .streamReadConstraints(
              StreamReadConstraints.builder()
                  .maxNestingDepth(MAX_DEPTH)
                  .maxStringLength(Integer.MAX_VALUE)
                  .build())
          .build();

  private static final JSON READER = JSON.builder(FACTORY).build();

  private final byte[] bytes;
  private final List<Field> fields;
  private final Map<String, Object> values;

  private JsonBody(byte[] bytes, List<Field> fields, Map<String, Object> values) {
    this.bytes = bytes;
    this.fields = fields;
    this.values = values;
  }

  /** One field's place: its name, and where its value's bytes begin and end. */
  private record Field(String name, int from, int to) {}

  /**
   * Reads a body.
   *
   * @throws RequestException 400 if it is not one JSON object in UTF-8, or exceeds a bound
   */
  static JsonBody read(byte[] bytes) throws RequestException {
    try (JsonParser parser = FACTORY.createParser(bytes)) {
      if (parser.nextToken() != JsonToken.START_OBJECT) {
        throw RequestException.badField("", "the request body must be a JSON object");
      }
      if (parser.currentTokenLocation().getByteOffset() < 0) {
        // The parser takes other encodings too, but then cannot say where a field's bytes are.
        throw RequestException.badField("", NOT_JSON);
      }
      List<Field> fields = new ArrayList<>();
      Map<String, Object> values = new HashMap<>();
      while (parser.nextToken() == JsonToken.FIELD_NAME) {
        String name = parser.currentName();
        JsonToken token = parser.nextToken();
        int from = (int) parser.currentTokenLocation().getByteOffset();
        Object value = token == JsonToken.VALUE_NULL ? null : READER.anyFrom(parser);
        fields.add(new Field(name, from, end(parser, bytes)));
        if (value == null) {
          values.remove(name);
        } else {
          values.put(name, value);
        }
      }
      if (parser.nextToken() != null) {
        throw RequestException.badField("", "the request body must be one JSON object, not more");
      }
      return new JsonBody(bytes, List.copyOf(fields), values);
    } catch (StreamConstraintsException e) {
      throw RequestException.badField("", BOUNDS);
    } catch (IOException e) {
      throw RequestException.badField("", NOT_JSON);
    }
  }

  private static int end(JsonParser parser, byte[] bytes) {
    return Math.min(bytes.length, (int) parser.currentLocation().getByteOffset());
  }

  /** The fields that are not null: strings, numbers, booleans, lists and maps. */
  Map<String, Object> values() {
    return values;
  }

  /** The bytes as sent. */
  byte[] asSent() {
    return bytes;
  }

  /** The bytes with every field of that name given another value. */
  byte[] with(String name, String jsonValue) {
    ByteArrayOutputStream out = new ByteArrayOutputStream(bytes.length + jsonValue.length());
    int copied = 0;
    for (Field field : fields) {
      if (field.name().equals(name)) {
        out.write(bytes, copied, field.from() - copied);
        out.writeBytes(jsonValue.getBytes(StandardCharsets.UTF_8));
        copied = field.to();
      }
    }
    out.write(bytes, copied, bytes.length - copied);
    return out.toByteArray();
  }

  /**
   * The bytes with the fields in another order: those named first, in that order, then the others
   * by name. Prompts that begin alike then begin with the same bytes.
   */
  byte[] ordered(List<String> first) {
    ByteArrayOutputStream out = new ByteArrayOutputStream(bytes.length + 2);
    Comparator<Field> order =
        Comparator.comparingInt((Field f) -> rank(first, f.name())).thenComparing(Field::name);
    byte before = '{';
    for (Field field : fields.stream().sorted(order).toList()) {
      out.write(before);
      out.writeBytes(JsonText.quote(field.name()).getBytes(StandardCharsets.UTF_8));
      out.write(':');
      out.write(bytes, field.from(), field.to() - field.from());
      before = ',';
    }
    if (before == '{') {
      out.write('{');
    }
    out.write('}');
    return out.toByteArray();
  }

  private static int rank(List<String> first, String name) {
    int index = first.indexOf(name);
    return index < 0 ? first.size() : index;
  }
}
