import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDateTime;
import java.util.List;
import java.util.stream.Stream;
import java.util.zip.CRC32;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import java.util.zip.ZipOutputStream;

/**
 * Copies jars without compression, since a cold start loads thousands of classes and Lambda unpacks
 * the package's own zip anyway; and without the CRT's binaries for platforms that Lambda has not.
 * Run by the Makefile from source, with any Java since 11.
 */
final class StoreJars {
  /** One for all, so that the same jars make the same package. */
  private static final LocalDateTime TIME = LocalDateTime.of(2026, 11, 30, 0, 0);

  private StoreJars() {}

  /**
   * Copies.
   *
   * @param arguments the folder to read, the folder to write, the folders of binaries to keep
   */
  public static void main(String[] arguments) throws IOException {
    Path target = Files.createDirectories(Path.of(arguments[1]));
    List<String> kept = List.of(arguments).subList(2, arguments.length);
    try (Stream<Path> files = Files.list(Path.of(arguments[0]))) {
      for (Path jar : (Iterable<Path>) files.sorted()::iterator) {
        store(jar, target.resolve(jar.getFileName()), kept);
      }
    }
  }

  private static void store(Path jar, Path copy, List<String> kept) throws IOException {
    try (ZipFile in = new ZipFile(jar.toFile());
        OutputStream file = Files.newOutputStream(copy);
        ZipOutputStream out = new ZipOutputStream(file)) {
      out.setMethod(ZipOutputStream.STORED);
      for (ZipEntry entry : (Iterable<ZipEntry>) in.stream().map(ZipEntry.class::cast)::iterator) {
        if (!entry.isDirectory() && isWanted(entry.getName(), kept)) {
          store(in, entry, out);
        }
      }
    }
  }

  private static void store(ZipFile in, ZipEntry entry, ZipOutputStream out) throws IOException {
    try (InputStream content = in.getInputStream(entry)) {
      byte[] bytes = content.readAllBytes();
      CRC32 sum = new CRC32();
      sum.update(bytes);
      ZipEntry head = new ZipEntry(entry.getName());
      head.setTimeLocal(TIME);
      head.setSize(bytes.length);
      head.setCrc(sum.getValue());
      out.putNextEntry(head);
      out.write(bytes);
    }
  }

  private static boolean isWanted(String name, List<String> kept) {
    return !name.contains("aws-crt-jni.") || kept.stream().anyMatch(k -> name.startsWith(k + "/"));
  }
}
