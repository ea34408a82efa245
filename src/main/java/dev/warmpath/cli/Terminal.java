package dev.warmpath.cli;

import java.io.Console;
import java.io.PrintWriter;
import java.util.Locale;
import java.util.Optional;

/**
 * Where a command talks to its operator.
 *
 * @param out what was asked for
 * @param err everything else: progress, questions, the audit
 * @param console the person; empty if none watches
 */
record Terminal(PrintWriter out, PrintWriter err, Optional<Person> console) {
  /** Somebody who can answer a question. */
  interface Person {
    /** The answer to a question; empty text if the input has ended. */
    String answer(String question);
  }

  /** The process's own, over a command's writers. */
  static Terminal of(PrintWriter out, PrintWriter err) {
    return new Terminal(
        out,
        err,
        Optional.ofNullable(System.console())
            .filter(Console::isTerminal)
            .map(
                console ->
                    question -> Optional.ofNullable(console.readLine("%s", question)).orElse("")));
  }

  /** Whether the person agrees; empty if there is nobody to ask. */
  Optional<Boolean> agrees(String question) {
    return console.map(
        person -> {
          String answer = person.answer(question + " [y/N] ").strip().toLowerCase(Locale.ROOT);
          return answer.equals("y") || answer.equals("yes");
        });
  }

  /** Says how far a long job is, on a line that the next one overwrites; silent to a file. */
  void progress(String line) {
    if (console.isPresent()) {
      err.print("\r" + line);
      err.flush();
    }
  }

  /** Removes the line of progress. */
  void progressDone() {
    progress(" ".repeat(40) + "\r");
  }
}
