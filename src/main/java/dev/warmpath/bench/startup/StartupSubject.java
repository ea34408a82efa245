package dev.warmpath.bench.startup;

import java.io.IOException;
import java.nio.file.Path;
import java.util.HashMap;
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
 * @param authorizer whether it is asked whose a key is, in place of a chat
 */
public record StartupSubject(
    String name,
    List<String> command,
    Map<String, String> variables,
    Path folder,
    boolean snapshot,
    boolean authorizer) {
  /** Copies the collections. */
  public StartupSubject {
    command = List.copyOf(command);
    variables = Map.copyOf(variables);
  }

  /** A subject that answers chats. */
  StartupSubject(
      String name,
      List<String> command,
      Map<String, String> variables,
      Path folder,
      boolean snapshot) {
    this(name, command, variables, folder, snapshot, false);
  }

  /** The same with one more variable. */
  StartupSubject with(String variable, String value) {
    Map<String, String> all = new HashMap<>(variables);
    all.put(variable, value);
    return new StartupSubject(name, command, all, folder, snapshot, authorizer);
  }

  /** What it is invoked with. */
  byte[] event(boolean streamed) throws IOException {
    return authorizer ? LambdaEnvironment.key() : LambdaEnvironment.chat(streamed);
  }
}
