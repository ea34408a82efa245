package dev.warmpath.llama;

import dev.warmpath.engine.EngineModel;
import dev.warmpath.engine.SequenceStep;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The book of which cells of a KV cache hold which block, kept in step with an engine that decides
 * what is cached. Used by one thread at a time.
 */
final class BlockCells {
  /*
   * A sequence that computed a block owns its cells. When the request ends, the sequence keeps only
   * what it owns, until the engine evicts it. A request that finds blocks cached is given their
   * cells by their owners; a block that two computed at the same time keeps its first copy. So the
   * cells in use are those of the blocks that the engine holds, and of the running requests' tails.
   */
  private final LlamaContext context;
  private final int blockTokens;
  private final Map<Long, Block> blocks = new HashMap<>();
  private final Map<Long, Resident> running = new HashMap<>();
  private final Map<Integer, Integer> owned = new HashMap<>();
  private final Deque<Integer> freeSequences = new ArrayDeque<>();
  private int usedSequences;

  BlockCells(LlamaContext context, int blockTokens) {
    this.context = context;
    this.blockTokens = blockTokens;
  }

  /** A cached block: who owns its cells, and its number from the start of the prompt. */
  private record Block(int sequence, int number) {}

  /** A running request: its sequence, and its leading blocks that are in the book. */
  private static final class Resident {
    private final int sequence;
    private final long[] blockHashes;
    private int computedTokens;
    private int settledBlocks;

    Resident(int sequence, long[] blockHashes) {
      this.sequence = sequence;
      this.blockHashes = blockHashes;
    }
  }

  /** The most sequences that there can be at once. */
  static int mostSequences(int blocks, int requests) {
    return blocks + requests + 1;
  }

  /** Follows the engine to the start of an iteration. */
  void follow(EngineModel engine, List<SequenceStep> steps, Prompts prompts) {
    running.values().forEach(resident -> publish(resident, engine));
    evict(engine);
    Set<Long> ids = new HashSet<>();
    steps.forEach(step -> ids.add(step.id()));
    end(ids);
    for (SequenceStep step : steps) {
      Resident resident = running.get(step.id());
      if (resident == null) {
        resident = admit(prompts.blockHashes(step.id()), step.from());
        running.put(step.id(), resident);
      }
    }
  }

  /** The blocks of a request. */
  interface Prompts {
    long[] blockHashes(long id);
  }

  /** The sequence of a running request. */
  int sequence(long id) {
    return resident(id).sequence;
  }

  /** A request's tokens up to here have been computed. */
  void computed(long id, int tokens) {
    resident(id).computedTokens = tokens;
  }

  private Resident resident(long id) {
    Resident resident = running.get(id);
    if (resident == null) {
      throw new IllegalStateException("request " + id + " is not running");
    }
    return resident;
  }

  private void publish(Resident resident, EngineModel engine) {
    int computed = Math.min(resident.computedTokens / blockTokens, resident.blockHashes.length);
    for (int number = resident.settledBlocks; number < computed; number++) {
      long hash = resident.blockHashes[number];
      if (!engine.isCached(hash)) {
        // It was cancelled in the middle of the iteration, or has been evicted since.
        return;
      }
      Block block = blocks.get(hash);
      if (block == null) {
        blocks.put(hash, new Block(resident.sequence, number));
        owned.merge(resident.sequence, 1, Integer::sum);
      } else {
        remove(resident.sequence, number, number + 1);
        share(block.sequence(), resident.sequence, number, number + 1);
      }
      resident.settledBlocks = number + 1;
    }
  }

  private void evict(EngineModel engine) {
    for (Iterator<Map.Entry<Long, Block>> all = blocks.entrySet().iterator(); all.hasNext(); ) {
      Map.Entry<Long, Block> entry = all.next();
      if (!engine.isCached(entry.getKey())) {
        all.remove();
        Block block = entry.getValue();
        remove(block.sequence(), block.number(), block.number() + 1);
        owned.merge(block.sequence(), -1, Integer::sum);
      }
    }
  }

  private void end(Set<Long> stillRunning) {
    for (Iterator<Map.Entry<Long, Resident>> all = running.entrySet().iterator(); all.hasNext(); ) {
      Map.Entry<Long, Resident> entry = all.next();
      if (!stillRunning.contains(entry.getKey())) {
        all.remove();
        leave(entry.getValue());
      }
    }
    owned
        .entrySet()
        .removeIf(
            entry -> {
              boolean free = entry.getValue() == 0 && !isRunning(entry.getKey());
              if (free) {
                freeSequences.add(entry.getKey());
              }
              return free;
            });
  }

  private boolean isRunning(int sequence) {
    return running.values().stream().anyMatch(resident -> resident.sequence == sequence);
  }

  /** Gives up what the request does not own. */
  private void leave(Resident resident) {
    int sequence = resident.sequence;
    int from = 0;
    for (int number = 0; number < resident.settledBlocks; number++) {
      Block block = blocks.get(resident.blockHashes[number]);
      if (block != null && block.sequence() == sequence) {
        remove(sequence, from, number);
        from = number + 1;
      }
    }
    context.remove(sequence, from * blockTokens, -1);
  }

  private Resident admit(long[] blockHashes, int cachedTokens) {
    Integer free = freeSequences.poll();
    int sequence = free == null ? usedSequences++ : free;
    owned.put(sequence, 0);
    Resident resident = new Resident(sequence, blockHashes);
    resident.computedTokens = cachedTokens;
    resident.settledBlocks = cachedTokens / blockTokens;
    int from = 0;
    while (from < resident.settledBlocks) {
      int owner = owner(blockHashes[from]);
      int to = from + 1;
      while (to < resident.settledBlocks && owner(blockHashes[to]) == owner) {
        to++;
      }
      share(owner, sequence, from, to);
      from = to;
    }
    return resident;
  }

  private int owner(long hash) {
    Block block = blocks.get(hash);
    if (block == null) {
      throw new IllegalStateException("a block that counts as cached has no cells");
    }
    return block.sequence();
  }

  private void remove(int sequence, int fromBlock, int toBlock) {
    if (fromBlock < toBlock) {
      context.remove(sequence, fromBlock * blockTokens, toBlock * blockTokens);
    }
  }

  private void share(int source, int sequence, int fromBlock, int toBlock) {
    context.share(source, sequence, fromBlock * blockTokens, toBlock * blockTokens);
  }
}
