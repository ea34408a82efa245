package dev.warmpath.web;

import java.util.List;
import java.util.random.RandomGenerator;

/** Usage objects whose fields are those of engines and whose values are anything. */
final class HostileUsage {
  private static final List<String> NAMES =
      List.of(
          "prompt_tokens",
          "completion_tokens",
          "total_tokens",
          "prompt_tokens_details",
          "cached_tokens",
          "prompt_tokens\\u0000",
          "Prompt_Tokens");

  private static final List<String> VALUES =
      List.of(
          "0",
          "1",
          "7",
          "-0",
          "-1",
          "1.0",
          "1e3",
          "1e308",
          "-1e308",
          "1e309",
          "1e-400",
          "2147483647",
          "2147483648",
          "9223372036854775807",
          "-9223372036854775808",
          "9223372036854775808",
          "99999999999999999999999999999999999999",
          "NaN",
          "Infinity",
          "-Infinity",
          "\"12\"",
          "\"\"",
          "null",
          "true",
          "[]",
          "[7]",
          "0x10",
          "007",
          "1_000",
          "");

  private final RandomGenerator random;

  HostileUsage(RandomGenerator random) {
    this.random = random;
  }

  /** One of them; not always JSON. */
  String json() {
    return random.nextInt(20) == 0 ? value() : object(2);
  }

  private String object(int depth) {
    StringBuilder json = new StringBuilder("{");
    for (int i = random.nextInt(6); i > 0; i--) {
      json.append(json.length() == 1 ? "" : ",")
          .append('"')
          .append(NAMES.get(random.nextInt(NAMES.size())))
          .append("\":")
          .append(depth > 0 && random.nextInt(3) == 0 ? object(depth - 1) : value());
    }
    return json.append('}').toString();
  }

  private String value() {
    return VALUES.get(random.nextInt(VALUES.size()));
  }
}
