package dev.warmpath.report;

import static org.assertj.core.api.Assertions.assertThat;

import dev.warmpath.report.PolicyResult.Percentiles;
import java.awt.image.BufferedImage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class GainPictureTest {
  private static final Set<Integer> ACCENTS = Set.of(0xFF2457C5, 0xFF8FB1FF);

  @TempDir private Path folder = Path.of("");

  @Test
  void drawsTheSameBarsOnLightAndDarkGround() throws IOException {
    // when
    List<Path> files =
        GainPicture.write(
            folder.resolve("new"),
            List.of(result("round-robin", 0.5, 0.4), result("warmpath", 0.9, 0.1)),
            "warmpath",
            "what was played");

    // then
    assertThat(files)
        .extracting(file -> file.getFileName().toString())
        .containsExactly("gain-light.png", "gain-dark.png");
    assertThat(files).allSatisfy(file -> assertThat(Files.size(file)).isBetween(5_000L, 60_000L));
    BufferedImage light = ImageIO.read(files.getFirst().toFile());
    BufferedImage dark = ImageIO.read(files.getLast().toFile());
    assertThat(light.getRGB(0, 0)).isEqualTo(0xFFFFFFFF);
    assertThat(dark.getRGB(0, 0)).isEqualTo(0xFF0D1117);
    assertThat(widestBar(light)).isEqualTo(widestBar(dark));
  }

  @Test
  void aBarIsAsLongAsItsFigure() throws IOException {
    // given: the bar of a whole, beside times too short to see
    PolicyResult other = result("round-robin", 0.5, 10);

    // when
    int whole = widestBar(light(List.of(other, result("warmpath", 1, 0.001)), "whole"));
    int half = widestBar(light(List.of(other, result("warmpath", 0.5, 0.001)), "half"));

    // then
    assertThat(2 * half).isBetween(whole - 2, whole + 2);
  }

  private BufferedImage light(List<PolicyResult> results, String name) throws IOException {
    return ImageIO.read(
        GainPicture.write(folder.resolve(name), results, "warmpath", "").getFirst().toFile());
  }

  /** The longest run of pixels of the accent in a row. */
  private static int widestBar(BufferedImage image) {
    int widest = 0;
    for (int y = 0; y < image.getHeight(); y++) {
      int run = 0;
      for (int x = 0; x < image.getWidth(); x++) {
        run = ACCENTS.contains(image.getRGB(x, y)) ? run + 1 : 0;
        widest = Math.max(widest, run);
      }
    }
    return widest;
  }

  private static PolicyResult result(String name, double hitRate, double p90) {
    return new PolicyResult(
        name, 10, 0, hitRate, 1, new Percentiles(p90 / 2, p90, 2 * p90), 1, 10, 0.5);
  }
}
