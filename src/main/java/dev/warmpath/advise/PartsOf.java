package dev.warmpath.advise;

import dev.warmpath.prompt.Prompt;
import dev.warmpath.prompt.Segment;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Tells in which part of one prompt a block ends. */
final class PartsOf implements SharedBeginnings.Where {
  private static final int BLOCK_BYTES = BlockNames.BLOCK_TOKENS * BlockNames.BYTES_PER_TOKEN;
  private static final int MARKS = 3;

  private final List<String> names = new ArrayList<>();
  private final List<Long> ends = new ArrayList<>();

  PartsOf(Prompt prompt) {
    long end = 0;
    Map<String, Integer> met = new HashMap<>();
    for (Segment segment : prompt.segments()) {
      end += MARKS + segment.role().getBytes(StandardCharsets.UTF_8).length + segment.length();
      ends.add(end);
      names.add(Parts.name(segment.role(), met.merge(segment.role(), 1, Integer::sum) - 1));
    }
  }

  @Override
  public String of(int block) {
    long end = (block + 1L) * BLOCK_BYTES;
    int segment = 0;
    while (segment < names.size() - 1 && ends.get(segment) < end) {
      segment++;
    }
    return names.get(segment);
  }
}
