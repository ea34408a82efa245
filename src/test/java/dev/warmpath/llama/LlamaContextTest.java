package dev.warmpath.llama;

import static org.assertj.core.api.Assertions.assertThat;

import dev.warmpath.testing.Facility;
import dev.warmpath.testing.Required;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;

@Required(value = Facility.LLAMA, group = "the KV cache of llama.cpp")
@TestInstance(Lifecycle.PER_CLASS)
class LlamaContextTest {
  private LlamaModel model;

  @BeforeAll
  void load() throws IOException {
    model = TinyModel.load();
  }

  @AfterAll
  void close() {
    model.close();
  }

  @Test
  void thinksTheSameOverSharedCellsAsOverItsOwn() throws IOException {
    try (LlamaContext context = model.context(512, 8)) {
      // given
      float[] cold = compute(context, 0, 1, 0, 100);
      compute(context, 1, 2, 0, 100);

      // when: the last four tokens over the first 96 of the same prompt, and of another one
      context.share(0, 2, 0, 96);
      context.share(1, 3, 0, 96);
      float[] warm = compute(context, 2, 1, 96, 100);
      float[] wrong = compute(context, 3, 1, 96, 100);

      // then: results differ a little with the shape of a batch
      assertThat(distance(cold, warm)).isLessThan(distance(cold, wrong) / 10);
    }
  }

  @Test
  void usesFreeCellsThatDoNotLieSideBySide() throws IOException {
    try (LlamaContext context = model.context(256, 40)) {
      // given: a full cache of which every second run of 16 is freed
      for (int sequence = 0; sequence < 16; sequence++) {
        compute(context, sequence, sequence, 0, 16);
      }
      for (int sequence = 0; sequence < 16; sequence += 2) {
        context.remove(sequence, -1, -1);
      }

      // when
      compute(context, 20, 20, 0, 128);

      // then
      assertThat(context.usedCells()).isEqualTo(256);
    }
  }

  private static float[] compute(LlamaContext context, int sequence, int prompt, int from, int to) {
    for (int position = from; position < to; position++) {
      int token = Math.floorMod(31 * prompt + 7 * position * position, ModelShape.VOCABULARY);
      context.add(token, position, sequence, position == to - 1);
    }
    List<float[]> logits = new ArrayList<>();
    context.compute(logits::add);
    assertThat(logits).hasSize(1);
    return logits.getFirst();
  }

  static double distance(float[] one, float[] other) {
    double squares = 0;
    for (int i = 0; i < one.length; i++) {
      squares += Math.pow(one[i] - other[i], 2);
    }
    return Math.sqrt(squares);
  }
}
