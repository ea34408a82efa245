package dev.warmpath.llama;

import java.util.Locale;
import java.util.Optional;

/**
 * An operating system on a processor.
 *
 * @param system its name, as Java's property {@code os.name} has it
 * @param processor its name, as Java's property {@code os.arch} has it
 */
public record Platform(String system, String processor) {
  /** Where the jar keeps the native library for it; empty if it has none. */
  Optional<String> library() {
    String name = system.toLowerCase(Locale.ROOT);
    boolean arm = processor.equals("aarch64");
    boolean intel = processor.equals("amd64") || processor.equals("x86_64");
    if (!arm && !intel) {
      return Optional.empty();
    }
    if (name.equals("linux")) {
      return Optional.of("Linux/" + (arm ? "aarch64" : "x86_64") + "/libjllama.so");
    }
    if (name.startsWith("mac")) {
      return Optional.of("Mac/" + (arm ? "aarch64" : "x86_64") + "/libjllama.dylib");
    }
    return Optional.empty();
  }
}
