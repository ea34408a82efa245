package dev.warmpath.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.awt.image.BufferedImage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ChartFilesTest {
  @TempDir Path folder;

  @Test
  void writesAPictureOfEachMeasure() throws IOException {
    // when
    List<Path> files = ChartFiles.write(folder.resolve("new"), "a sweep", "req/s", sweep(), "ours");

    // then
    assertThat(files)
        .extracting(file -> file.getFileName().toString())
        .containsExactly("ttft-p50.png", "ttft-p90.png", "hit-rate.png", "balance.png");
    for (Path file : files) {
      BufferedImage image = ImageIO.read(file.toFile());
      assertThat(image.getWidth()).isEqualTo(1280);
      assertThat(image.getHeight()).isEqualTo(720);
      assertThat(ours(image)).isGreaterThan(1_000);
    }
    try (var left = Files.list(folder.resolve("new"))) {
      assertThat(left).containsExactlyInAnyOrderElementsOf(files);
    }
  }

  @Test
  void emphasisesOnlyThePolicyAskedFor() throws IOException {
    // when
    List<Path> files = ChartFiles.write(folder, "a sweep", "req/s", sweep(), "nobody");

    // then
    assertThat(ours(ImageIO.read(files.get(2).toFile()))).isZero();
  }

  @Test
  void drawsBarsAsLongAsTheirFigures() throws IOException {
    // given
    List<PolicyPoint> half = List.of(point("peer", 1, 0.8), point("ours", 1, 0.3));
    List<PolicyPoint> whole = List.of(point("peer", 1, 0.8), point("ours", 1, 0.6));

    // when
    int shorter = longestRun(bar(half));
    int longer = longestRun(bar(whole));

    // then
    assertThat(longer).isCloseTo(2 * shorter, within(4));
  }

  @Test
  void drawsHigherFiguresHigher() throws IOException {
    // given
    List<PolicyPoint> points =
        List.of(
            point("ours", 1, 0.5),
            point("ours", 2, 0.5),
            point("peer", 1, 0.9),
            point("low", 2, 0));

    // when
    BufferedImage image = bar(points);

    // then: the axis ends 6 percent above 90
    double share = 1 - (top(image) - 50.0) / 600;
    assertThat(share).isBetween(0.45, 0.65);
  }

  @Test
  void drawsFiguresThatAreAllTheLeast() throws IOException {
    // given
    PolicyPoint least =
        new PolicyPoint(
            "ours", 1, Spread.exactly(0), Spread.exactly(0), Spread.exactly(0), Spread.exactly(1));

    // when
    List<Path> files = ChartFiles.write(folder, "one load", "req/s", List.of(least), "ours");

    // then
    assertThat(ours(ImageIO.read(files.getFirst().toFile()))).isGreaterThan(100);
    assertThat(files).hasSize(4);
  }

  @Test
  void rejectsNothing() {
    assertThatThrownBy(() -> ChartFiles.write(folder, "none", "req/s", List.of(), "ours"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("there is no point to draw");
  }

  private BufferedImage bar(List<PolicyPoint> points) throws IOException {
    return ImageIO.read(
        ChartFiles.write(folder, "one load", "req/s", points, "ours").get(2).toFile());
  }

  private static List<PolicyPoint> sweep() {
    List<PolicyPoint> points = new ArrayList<>();
    for (String policy : List.of("ours", "peer", "a peer with a long name:1024:16")) {
      for (double load = 1; load <= 3; load++) {
        points.add(point(policy, load, policy.length() / 100.0));
      }
    }
    return points;
  }

  private static PolicyPoint point(String policy, double load, double hitRate) {
    return new PolicyPoint(
        policy,
        load,
        new Spread(load, load / 2, load * 2),
        new Spread(10 * load, 5 * load, 20 * load),
        Spread.exactly(hitRate),
        Spread.exactly(1 + load / 10));
  }

  private static long ours(BufferedImage image) {
    return IntStream.range(0, image.getHeight()).mapToLong(y -> oursInRow(image, y)).sum();
  }

  /** The most pixels of ours side by side: the bar, not the letters beside it. */
  private static int longestRun(BufferedImage image) {
    int longest = 0;
    for (int y = 0; y < image.getHeight(); y++) {
      int run = 0;
      for (int x = 0; x < image.getWidth(); x++) {
        run = image.getRGB(x, y) == ChartLook.OURS.getRGB() ? run + 1 : 0;
        longest = Math.max(longest, run);
      }
    }
    return longest;
  }

  /** Of a row with a whole line of ours. */
  private static int top(BufferedImage image) {
    return IntStream.range(0, image.getHeight())
        .filter(y -> oursInRow(image, y) > 400)
        .findFirst()
        .orElseThrow();
  }

  private static int oursInRow(BufferedImage image, int y) {
    return (int)
        IntStream.range(0, image.getWidth())
            .filter(x -> image.getRGB(x, y) == ChartLook.OURS.getRGB())
            .count();
  }
}
