package dev.warmpath.web;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.exc.StreamConstraintsException;
import com.fasterxml.jackson.jr.ob.JSON;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

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
  private final int closingBrace;

  private JsonBody(byte[] bytes, List<Field> fields, Map<String, Object> values, int closingBrace) {
    this.bytes = bytes;
    this.closingBrace = closingBrace;
    this.fields = fields;
    this.values = values;
  }

  /** One field's place: its name, and where its value's bytes begin and end. */
  private record Field(String name, int from, int to) {}

  /** What shall stand in a field's place. */
  // Arrays are compared by nobody here.
  @SuppressWarnings("ArrayRecordComponent")
  private record Replacement(Field field, byte[] value) {
    int growth() {
      return value.length - (field.to() - field.from());
    }
  }

  /**
   * Reads a body.
   *
   * @throws RequestException 400 if it is not one JSON object in UTF-8, or exceeds a bound
   */
  static JsonBody read(byte[] bytes) throws RequestException {
    try (JsonParser parser = FACTORY.createParser(bytes)) {
      JsonToken first = parser.nextToken();
      if (parser.currentTokenLocation().getByteOffset() < 0) {
        // The parser takes other encodings too, but then cannot say where a field's bytes are.
        throw RequestException.badField("", NOT_JSON);
      }
      if (first != JsonToken.START_OBJECT) {
        throw RequestException.badField("", "the request body must be a JSON object");
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
      int closingBrace = (int) parser.currentTokenLocation().getByteOffset();
      if (parser.nextToken() != null) {
        throw RequestException.badField("", "the request body must be one JSON object, not more");
      }
      return new JsonBody(bytes, List.copyOf(fields), values, closingBrace);
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

  /**
   * The bytes with fields given other values: each is replaced wherever it stands, and put at the
   * end where it does not.
   *
   * @param jsonValues the values as JSON, by field
   */
  byte[] with(Map<String, String> jsonValues) {
    byte[] added = added(jsonValues);
    List<Replacement> replacements = replacements(jsonValues);
    int growth = replacements.stream().mapToInt(Replacement::growth).sum();
    if (added.length == 0 && replacements.isEmpty()) {
      return bytes;
    }
    ByteBuffer out = ByteBuffer.allocate(bytes.length + added.length + growth);
    int copied = 0;
    for (Replacement replacement : replacements) {
      out.put(bytes, copied, replacement.field().from() - copied).put(replacement.value());
      copied = replacement.field().to();
    }
    out.put(bytes, copied, closingBrace - copied).put(added);
    out.put(bytes, closingBrace, bytes.length - closingBrace);
    return out.array();
  }

  /** The fields that stand nowhere, with their commas. */
  private byte[] added(Map<String, String> jsonValues) {
    Set<String> absent = new TreeSet<>(jsonValues.keySet());
    fields.forEach(field -> absent.remove(field.name()));
    StringBuilder json = new StringBuilder();
    for (String name : absent) {
      json.append(fields.isEmpty() && json.isEmpty() ? "" : ",");
      json.append(JsonText.quote(name)).append(':').append(jsonValues.get(name));
    }
    return utf8(json.toString());
  }

  /** The places whose bytes change: a body of which all stands as it shall be is not copied. */
  private List<Replacement> replacements(Map<String, String> jsonValues) {
    List<Replacement> replacements = new ArrayList<>();
    for (Field field : fields) {
      String json = jsonValues.get(field.name());
      if (json != null) {
        byte[] value = utf8(json);
        if (!Arrays.equals(bytes, field.from(), field.to(), value, 0, value.length)) {
          replacements.add(new Replacement(field, value));
        }
      }
    }
    return replacements;
  }

  /**
   * The value of a field with one member given another value; an object of that member alone where
   * the field is no object.
   */
  String merged(String name, String member, String jsonValue) {
    if (!(values.get(name) instanceof Map)) {
      return "{" + JsonText.quote(member) + ":" + jsonValue + "}";
    }
    Field last = fields.stream().filter(f -> f.name().equals(name)).toList().getLast();
    try {
      JsonBody object = read(Arrays.copyOfRange(bytes, last.from(), last.to()));
      return new String(object.with(Map.of(member, jsonValue)), StandardCharsets.UTF_8);
    } catch (RequestException e) {
      throw new IllegalStateException("an object that was read must be readable again", e);
    }
  }

  private static byte[] utf8(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
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
