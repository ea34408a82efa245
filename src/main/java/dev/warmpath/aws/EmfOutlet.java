package dev.warmpath.aws;

import java.io.PrintStream;
import java.util.List;

/**
 * A log that takes metrics as lines in CloudWatch's embedded metric format.
 *
 * @param namespace where CloudWatch Logs shall publish them
 * @param out the log; stays open
 */
record EmfOutlet(String namespace, PrintStream out) implements MetricOutlet {
  @Override
  public void prepare() {}

  @Override
  public Unsent send(List<Datum> data) {
    EmfDocument.of(namespace, data).forEach(document -> out.println(document.json()));
    out.flush();
    return Unsent.NOTHING;
  }

  @Override
  public void close() {}
}
