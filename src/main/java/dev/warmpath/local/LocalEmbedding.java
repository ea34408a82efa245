package dev.warmpath.local;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;

/**
 * The vectors that a request for embeddings wants: made up, but of length 1 and alike for alike
 * inputs.
 *
 * @param seeds one for each input, in their order; none for a request of another kind
 * @param dimensions the numbers of each vector, positive
 * @param base64 whether a vector is written as the base64 of its little-endian 32-bit floats, which
 *     OpenAI's clients ask for unless told otherwise
 */
public record LocalEmbedding(List<Long> seeds, int dimensions, boolean base64) {
  /** What a request of another kind wants. */
  static final LocalEmbedding NONE = new LocalEmbedding(List.of(), 1, false);

  /** The numbers of a vector where a request names none. */
  static final int DEFAULT_DIMENSIONS = 64;

  /** As many as any model's vectors have, and a bound on what one request can cost. */
  static final int MOST_DIMENSIONS = 4_096;

  /** Copies the seeds. */
  public LocalEmbedding {
    seeds = List.copyOf(seeds);
  }

  /**
   * Reads {@code input}, {@code dimensions} and {@code encoding_format}.
   *
   * @throws RefusedBodyException if there is nothing to embed, or a field is out of its range
   */
  static LocalEmbedding read(JsonObject body, LocalTokenizer tokenizer)
      throws RefusedBodyException {
    List<Long> seeds = new ArrayList<>();
    for (Object input : inputs(body.field("input").orElseThrow())) {
      byte[] text = PromptText.ofPlain(input, "input");
      seeds.add(tokenizer.tokenize(text, "").fingerprint());
    }
    if (seeds.isEmpty()) {
      throw new RefusedBodyException("input must not be empty");
    }
    return new LocalEmbedding(seeds, dimensions(body), isBase64(body));
  }

  /** Texts and lists of token ids are an input each; a list of token ids is one. */
  private static List<?> inputs(Object value) {
    return value instanceof List<?> list
            && (list.isEmpty() || !(list.getFirst() instanceof Integer))
        ? list
        : List.of(value);
  }

  private static int dimensions(JsonObject body) throws RefusedBodyException {
    int dimensions = body.count("dimensions").orElse(DEFAULT_DIMENSIONS);
    if (dimensions > MOST_DIMENSIONS) {
      throw new RefusedBodyException(
          "dimensions must be at most " + MOST_DIMENSIONS + " but was " + dimensions);
    }
    return dimensions;
  }

  private static boolean isBase64(JsonObject body) throws RefusedBodyException {
    Optional<String> format = body.string("encoding_format");
    return switch (format.orElse("float")) {
      case "float" -> false;
      case "base64" -> true;
      default -> throw new RefusedBodyException("encoding_format must be float or base64");
    };
  }

  /** The vectors as an answer's {@code data}. */
  List<Map<String, Object>> data() {
    List<Map<String, Object>> data = new ArrayList<>();
    for (long seed : seeds) {
      Map<String, Object> one = new LinkedHashMap<>();
      one.put("object", "embedding");
      one.put("index", data.size());
      List<Float> vector = vector(seed);
      one.put("embedding", base64 ? encoded(vector) : vector);
      data.add(one);
    }
    return data;
  }

  private List<Float> vector(long seed) {
    double[] numbers = new SplittableRandom(seed).doubles(dimensions, -1, 1).toArray();
    double squares = 0;
    for (double number : numbers) {
      squares += number * number;
    }
    List<Float> vector = new ArrayList<>(dimensions);
    for (double number : numbers) {
      vector.add((float) (number / Math.sqrt(squares)));
    }
    return vector;
  }

  private static String encoded(List<Float> vector) {
    ByteBuffer bytes =
        ByteBuffer.allocate(vector.size() * Float.BYTES).order(ByteOrder.LITTLE_ENDIAN);
    vector.forEach(bytes::putFloat);
    return Base64.getEncoder().encodeToString(bytes.array());
  }
}
