package dev.warmpath.bench.startup;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BinaryOperator;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.zip.CRC32;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import java.util.zip.ZipOutputStream;

/**
 * A function's package, unpacked: classes and script at the root, jars in {@code lib}.
 *
 * @param root the folder
 */
record PackageFolder(Path root) {
  private static final byte[] MANIFEST =
      "Manifest-Version: 1.0\nMulti-Release: true\n\n".getBytes(StandardCharsets.US_ASCII);

  /** The jars, ordered by name. */
  List<Path> jars() throws IOException {
    try (Stream<Path> files = Files.list(root.resolve("lib"))) {
      return files.filter(file -> file.toString().endsWith(".jar")).sorted().toList();
    }
  }

  /** A class path of the root and all jars, as the package's own script has it. */
  String wildcard() {
    return root + ":" + root.resolve("lib") + "/*";
  }

  /** A class path of the jars alone, by name. */
  String named() throws IOException {
    return jars().stream().map(Path::toString).collect(Collectors.joining(":"));
  }

  /** The same package with the function's own classes in a jar too. */
  PackageFolder withClassesInJar(Path target) throws IOException {
    copy(root, target);
    Path classes = target.resolve("dev");
    write(target.resolve("lib/a-function.jar"), entries(target, classes), ZipOutputStream.STORED);
    delete(classes);
    return new PackageFolder(target);
  }

  /** The same package, with all jars packed by a method of {@link ZipOutputStream}. */
  PackageFolder packed(Path target, int method) throws IOException {
    copy(root, target);
    PackageFolder packed = new PackageFolder(target);
    for (Path jar : packed.jars()) {
      write(jar, entries(jar), method);
    }
    return packed;
  }

  /** The same package without the jars of a name. */
  PackageFolder withoutJar(Path target, String prefix) throws IOException {
    copy(root, target);
    PackageFolder copied = new PackageFolder(target);
    for (Path jar : copied.jars()) {
      if (jar.getFileName().toString().startsWith(prefix)) {
        Files.delete(jar);
      }
    }
    return copied;
  }

  /** The same package in one jar. */
  PackageFolder merged(Path target, int method) throws IOException {
    Map<String, byte[]> all = new LinkedHashMap<>();
    for (Path jar : jars()) {
      entries(jar).forEach((name, bytes) -> all.merge(name, bytes, merging(name)));
    }
    all.put("META-INF/MANIFEST.MF", MANIFEST);
    Files.createDirectories(target.resolve("lib"));
    write(target.resolve("lib/all.jar"), all, method);
    return new PackageFolder(target);
  }

  /** Bytes of all files. */
  long bytes() throws IOException {
    try (Stream<Path> files = Files.walk(root)) {
      return files.filter(Files::isRegularFile).mapToLong(file -> file.toFile().length()).sum();
    }
  }

  /** Bytes of all files in one zip. */
  long zipped() throws IOException {
    Path zip = Files.createTempFile("package", ".zip");
    try {
      write(zip, entries(root, root), ZipOutputStream.DEFLATED);
      return Files.size(zip);
    } finally {
      Files.delete(zip);
    }
  }

  /** Files that list services hold a line for each; of all else the first stands. */
  private static BinaryOperator<byte[]> merging(String name) {
    return (first, second) -> {
      if (!name.startsWith("META-INF/services/")) {
        return first;
      }
      ByteArrayOutputStream both = new ByteArrayOutputStream();
      both.writeBytes(first);
      both.write('\n');
      both.writeBytes(second);
      return both.toByteArray();
    };
  }

  private static Map<String, byte[]> entries(Path jar) throws IOException {
    Map<String, byte[]> all = new LinkedHashMap<>();
    try (ZipFile zip = new ZipFile(jar.toFile())) {
      for (ZipEntry entry : zip.stream().filter(e -> !e.isDirectory()).toList()) {
        try (InputStream in = zip.getInputStream(entry)) {
          all.put(entry.getName(), in.readAllBytes());
        }
      }
    }
    return all;
  }

  private static Map<String, byte[]> entries(Path base, Path folder) throws IOException {
    Map<String, byte[]> all = new LinkedHashMap<>();
    try (Stream<Path> files = Files.walk(folder)) {
      for (Path file : files.filter(Files::isRegularFile).sorted().toList()) {
        all.put(base.relativize(file).toString(), Files.readAllBytes(file));
      }
    }
    return all;
  }

  private static void write(Path file, Map<String, byte[]> entries, int method) throws IOException {
    try (OutputStream out = Files.newOutputStream(file);
        ZipOutputStream zip = new ZipOutputStream(out)) {
      zip.setMethod(method);
      for (Map.Entry<String, byte[]> entry : entries.entrySet()) {
        ZipEntry head = new ZipEntry(entry.getKey());
        if (method == ZipOutputStream.STORED) {
          CRC32 sum = new CRC32();
          sum.update(entry.getValue());
          head.setCrc(sum.getValue());
          head.setSize(entry.getValue().length);
        }
        zip.putNextEntry(head);
        zip.write(entry.getValue());
      }
    }
  }

  /** Copies a folder with all that is in it. */
  static void copy(Path from, Path to) throws IOException {
    try (Stream<Path> files = Files.walk(from)) {
      for (Path file : files.toList()) {
        Path copy = to.resolve(from.relativize(file).toString());
        if (Files.isDirectory(file)) {
          Files.createDirectories(copy);
        } else {
          Files.copy(
              file, copy, StandardCopyOption.REPLACE_EXISTING, StandardCopyOption.COPY_ATTRIBUTES);
        }
      }
    }
  }

  /** Deletes a folder with all that is in it, if it is there. */
  static void delete(Path folder) throws IOException {
    if (!Files.exists(folder)) {
      return;
    }
    Files.walkFileTree(
        folder,
        new SimpleFileVisitor<>() {
          @Override
          public FileVisitResult visitFile(Path file, BasicFileAttributes attributes)
              throws IOException {
            Files.delete(file);
            return FileVisitResult.CONTINUE;
          }

          @Override
          public FileVisitResult postVisitDirectory(Path visited, IOException failure)
              throws IOException {
            Files.delete(visited);
            return FileVisitResult.CONTINUE;
          }
        });
  }
}
