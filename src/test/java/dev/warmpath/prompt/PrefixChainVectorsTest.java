package dev.warmpath.prompt;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.jr.ob.JSON;
import java.io.IOException;
import java.io.InputStream;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Compares chains with those of {@code src/test/python/prefix_vectors.py}. */
final class PrefixChainVectorsTest {
  private static final String FILE = "/vectors/prefix-chains.json";

  /** One vector; prints its name only. */
  record Vector(Map<String, Object> fields) {
    String text(String field) {
      return (String) Objects.requireNonNull(fields.get(field));
    }

    int number(String field) {
      return (Integer) Objects.requireNonNull(fields.get(field));
    }

    Vector object(String field) {
      return vector(Objects.requireNonNull(fields.get(field)));
    }

    List<Vector> list(String field) {
      return ((List<?>) Objects.requireNonNull(fields.get(field)))
          .stream().map(Vector::vector).toList();
    }

    Anchor anchor() {
      return new Anchor(
          number("depthBytes"), PrefixHash.fromBytes(HexFormat.of().parseHex(text("hash"))));
    }

    Segment segment() {
      return fields.get("tokens") instanceof List<?> tokens
          ? Segment.ofTokens(tokens.stream().map(Integer.class::cast).toList())
          : Segment.ofText(text("role"), text("text"));
    }

    Scope scope() {
      return new Scope(
          text("model"), text("adapter"), text("cacheSalt"), text("templateArguments"));
    }

    @SuppressWarnings("unchecked") // JSON objects have text for keys.
    private static Vector vector(Object object) {
      return new Vector((Map<String, Object>) object);
    }

    @Override
    public String toString() {
      return text("name");
    }
  }

  static Stream<Vector> vectors() throws IOException {
    try (InputStream file =
        Objects.requireNonNull(PrefixChainVectorsTest.class.getResourceAsStream(FILE))) {
      return JSON.std.listFrom(file).stream().map(Vector::vector);
    }
  }

  @ParameterizedTest
  @MethodSource("vectors")
  void agreesWithAnotherImplementation(Vector vector) {
    // given
    PrefixHasher hasher = new PrefixHasher(HexFormat.of().parseHex(vector.text("salt")));
    Prompt prompt =
        new Prompt(
            vector.object("scope").scope(),
            vector.list("segments").stream().map(Vector::segment).toList(),
            vector.text("hint"));

    // when
    PrefixChain chain = hasher.chain(prompt);

    // then
    assertThat(chain.lengthBytes()).isEqualTo(vector.number("lengthBytes"));
    assertThat(chain.pool()).isEqualTo(vector.text("pool"));
    assertThat(chain.family().hex()).isEqualTo(vector.text("family"));
    assertThat(chain.anchors())
        .isEqualTo(vector.list("anchors").stream().map(Vector::anchor).toList());
    Optional<Anchor> tip = Optional.of(vector.object("tip").anchor());
    assertThat(chain.tip()).isEqualTo(tip.filter(t -> t.depthBytes() > 0));
  }

  @Test
  void theVectorsCoverLongPromptsAndShortOnes() throws IOException {
    assertThat(vectors().map(v -> v.list("anchors").size()))
        .hasSizeGreaterThan(15)
        .contains(0)
        .anyMatch(anchors -> anchors > 7);
  }
}
