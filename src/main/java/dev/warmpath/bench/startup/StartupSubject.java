package dev.warmpath.bench.startup;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/**
 * What is started.
 *
 * @param name for people, unlike any other's
 * @param command what Lambda would run
 * @param variables beside those that every function has
 * @param folder where it runs
 * @param snapshot whether its time begins when a snapshot is restored
 */
public record StartupSubject(
    String name,
    List<String> command,
    Map<String, String> variables,
    Path folder,
    boolean snapshot) {
  /** Copies the collections. */
  public StartupSubject {
    command = List.copyOf(command);
    variables = Map.copyOf(variables);
  }
}
