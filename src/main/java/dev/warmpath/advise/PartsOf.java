package dev.warmpath.advise;

import dev.warmpath.prompt.Prompt;
import dev.warmpath.prompt.Segment;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** Tells in which part of one prompt a block ends. */
final class PartsOf implements SharedBeginnings.Where {
  private static final int BLOCK_BYTES = BlockNames.BLOCK_TOKENS * BlockNames.BYTES_PER_TOKEN;
  private static final int MARKS = 3;

  private final Prompt prompt;
  private final List<Long> ends = new ArrayList<>();

  PartsOf(Prompt prompt) {
    this.prompt = prompt;
    long end = 0;
    for (Segment segment : prompt.segments()) {
      end += MARKS + segment.role().getBytes(StandardCharsets.UTF_8).length + segment.length();
      ends.add(end);
    }
  }

  @Override
  public String of(int block) {
    long end = (block + 1L) * BLOCK_BYTES;
    int segment = 0;
    while (segment < ends.size() - 1 && ends.get(segment) < end) {
      segment++;
    }
    return Parts.name(prompt.segments().get(segment).role(), segment);
  }
}
