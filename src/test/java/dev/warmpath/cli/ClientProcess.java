package dev.warmpath.cli;

import com.fasterxml.jackson.jr.ob.JSON;
import java.io.BufferedReader;
import java.io.BufferedWriter;
import java.io.EOFException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Map;

/** A client library in a process of its own, one order at a time. */
final class ClientProcess implements AutoCloseable {
  private final Process process;
  private final BufferedWriter orders;
  private final BufferedReader outcomes;

  /** Takes over a process that reads orders and writes outcomes, one JSON object a line. */
  ClientProcess(Process process) {
    this.process = process;
    this.orders = process.outputWriter(StandardCharsets.UTF_8);
    this.outcomes = process.inputReader(StandardCharsets.UTF_8);
  }

  /** Gives an order, and waits until it is carried out. */
  ClientOutcome carryOut(Map<String, Object> order) throws IOException {
    orders.write(JSON.std.asString(order));
    orders.newLine();
    orders.flush();
    String outcome = outcomes.readLine();
    if (outcome == null) {
      throw new EOFException("the client ended before its answer");
    }
    return ClientOutcome.parse(outcome);
  }

  @Override
  public void close() throws IOException {
    orders.close();
    process.destroy();
  }
}
