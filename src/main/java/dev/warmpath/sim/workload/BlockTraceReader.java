package dev.warmpath.sim.workload;

import dev.warmpath.sim.SimRequest;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Reads traces in Mooncake's form: {@code timestamp} in milliseconds, {@code input_length} and
 * {@code output_length} in tokens, {@code hash_ids} with a chained name for each block begun.
 */
final class BlockTraceReader implements TraceReader.Form {
  private static final int SMALLEST_BLOCK = 16;
  private static final int LARGEST_BLOCK = 4096;

  @SuppressWarnings("ArrayRecordComponent") // Nobody compares them.
  private record Row(TraceLine line, long stampMillis, int input, int output, long[] names) {}

  private final List<Row> rows = new ArrayList<>();

  @Override
  public void accept(TraceLine line) throws LineException {
    int input = line.tokens("input_length", 1);
    // A request that was broken off has no output in the records, but its prompt was computed.
    int output = Math.max(1, line.tokens("output_length", 0));
    rows.add(new Row(line, line.number("timestamp", 0), input, output, line.numbers("hash_ids")));
  }

  @Override
  public Trace trace(String name) throws LineException {
    int block = blockTokens();
    rows.sort(Comparator.comparingLong(Row::stampMillis));
    Continuations continuations = new Continuations(block);
    List<SimRequest> requests = new ArrayList<>(rows.size());
    for (Row row : rows) {
      long[] whole = Arrays.copyOf(row.names, row.input / block);
      requests.add(continuations.request(requests.size(), row.input, row.output, whole));
    }
    return new Trace(
        name, block, requests, rows.stream().mapToLong(Row::stampMillis).toArray(), List.of());
  }

  /** The one power of two that explains how many names each prompt has. */
  private int blockTokens() throws LineException {
    List<Integer> sizes =
        IntStream.iterate(SMALLEST_BLOCK, b -> b <= LARGEST_BLOCK, b -> 2 * b).boxed().toList();
    for (Row row : rows) {
      List<Integer> fitting =
          sizes.stream().filter(b -> Math.ceilDiv(row.input, b) == row.names.length).toList();
      if (fitting.isEmpty()) {
        throw row.line.wrong(
            "names "
                + row.names.length
                + " blocks for "
                + row.input
                + " tokens, which no block size of the lines before explains");
      }
      sizes = fitting;
    }
    return sizes.getLast();
  }
}
