package dev.warmpath.report;

import java.awt.image.BufferedImage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import javax.imageio.ImageIO;

/**
 * Writes results as PNG pictures: time to the first token, hit rate and balance, over the load of a
 * sweep, or as bars if there is only one load. Needs no display.
 */
public final class ChartFiles {
  private ChartFiles() {}

  /**
   * Writes {@code ttft-p50.png}, {@code ttft-p90.png}, {@code hit-rate.png} and {@code
   * balance.png}; each appears whole or not at all.
   *
   * @param folder where; made if it does not exist
   * @param title above each picture
   * @param loadTitle what the load is, with its unit
   * @param points what was measured, not empty
   * @param emphasised the policy to make stand out
   * @return the files
   * @throws IOException if a file cannot be written
   */
  public static List<Path> write(
      Path folder, String title, String loadTitle, List<PolicyPoint> points, String emphasised)
      throws IOException {
    if (points.isEmpty()) {
      throw new IllegalArgumentException("there is no point to draw");
    }
    boolean isSweep = points.stream().mapToDouble(PolicyPoint::load).distinct().count() > 1;
    Files.createDirectories(folder);
    List<Path> files = new ArrayList<>();
    for (Measure measure : Measure.values()) {
      BufferedImage image =
          isSweep
              ? SweepChart.draw(measure, title, loadTitle, points, emphasised)
              : PointChart.draw(measure, title, points, emphasised);
      files.add(write(folder.resolve(measure.fileName() + ".png"), image));
    }
    return List.copyOf(files);
  }

  /** Writes one picture, whole or not at all. */
  static Path write(Path file, BufferedImage image) throws IOException {
    WholeFile.write(file, unfinished -> ImageIO.write(image, "png", unfinished.toFile()));
    return file;
  }
}
