package dev.warmpath.engine;

import dev.warmpath.engine.EngineEvent.Finished;
import dev.warmpath.engine.EngineEvent.FirstToken;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * An inference engine with continuous batching, chunked prefill and a prefix cache, driven by its
 * caller: {@link #next} starts an iteration and says how long it takes, {@link #finish} ends it.
 * Requests may come and go in between. Not safe for several threads.
 */
public final class EngineModel {
  /*
   * An iteration computes up to a chunk of prompt tokens, first come first served, and one token of
   * every decoding sequence. A request leaves the queue only when the chunk has room for its first
   * token and the cache for its prompt and output, so it sees what those before it have computed.
   * What it finds cached is counted then; blocks become reusable when the iteration that computes
   * them ends. At least one prompt token is always computed: the first output token comes from it.
   *
   *   duration = overhead + sequences × sequence overhead
   *            + Σ prefill cost of the chunks + decoding context × KV read
   *
   * Generated tokens occupy memory but are not reusable later: an understatement for chats.
   */
  private static final double NANOS_PER_SECOND = 1e9;

  private final EngineProfile profile;
  private final Map<Long, EngineRequest> waiting = new LinkedHashMap<>();
  private final Map<Long, Sequence> running = new HashMap<>();
  private final List<Sequence> prefilling = new ArrayList<>();
  private DecodeBatch decoding = new DecodeBatch();
  private KvBlockCache cache;
  private long iterations;
  private long voidedIterations;
  private boolean inIteration;
  private long cachedPromptTokens;
  private long computedPrefillTokens;

  /** Makes an idle engine with an empty cache. */
  public EngineModel(EngineProfile profile) {
    this.profile = profile;
    this.cache = new KvBlockCache(profile.capacityBlocks());
  }

  /**
   * Puts a request at the end of the queue.
   *
   * @throws IllegalArgumentException if its id is in use, or if it names more blocks than its
   *     prompt fills
   */
  public Submission submit(EngineRequest request) {
    if (waiting.containsKey(request.id()) || running.containsKey(request.id())) {
      throw new IllegalArgumentException("request id " + request.id() + " is in use");
    }
    if (request.blockHashes().length > request.promptTokens() / profile.blockTokens()) {
      throw new IllegalArgumentException(
          "a prompt of %d tokens cannot fill %d blocks"
              .formatted(request.promptTokens(), request.blockHashes().length));
    }
    if (profile.blocks(request.totalTokens()) > profile.capacityBlocks()) {
      return Submission.TOO_LARGE;
    }
    waiting.put(request.id(), request);
    return Submission.QUEUED;
  }

  /**
   * Starts the next iteration; empty if there is nothing to do.
   *
   * @throws IllegalStateException if the one before has not been finished
   */
  public Optional<Iteration> next() {
    if (inIteration) {
      throw new IllegalStateException("iteration " + iterations + " has not been finished");
    }
    List<Long> admitted = planPrefill();
    int sequences = decoding.size() + prefilling.size();
    if (sequences == 0) {
      return Optional.empty();
    }
    inIteration = true;
    iterations++;
    return Optional.of(
        new Iteration(iterations, duration(sequences), admitted, chunkTokens(), sequences));
  }

  /**
   * Ends an iteration. One that a {@link #reset} made void brings nothing.
   *
   * @return first tokens and ends, in the order in which the requests were admitted, after the ends
   *     of sequences that were decoding
   * @throws IllegalStateException if it is not the iteration that was started last
   */
  public List<EngineEvent> finish(Iteration iteration) {
    if (iteration.number() <= voidedIterations) {
      return List.of();
    }
    if (!inIteration || iteration.number() != iterations) {
      throw new IllegalStateException("iteration " + iteration.number() + " is not running");
    }
    inIteration = false;
    List<EngineEvent> events = new ArrayList<>();
    decoding.step().forEach(sequence -> end(sequence, events));
    prefilling.forEach(sequence -> completeChunk(sequence, events));
    prefilling.removeIf(Sequence::isPrefilled);
    return events;
  }

  /**
   * Takes a request out of the queue or the batch. What earlier iterations computed of its prompt
   * stays cached; a running iteration takes as long as it said.
   *
   * @return whether it was there
   */
  public boolean cancel(long id) {
    if (waiting.remove(id) != null) {
      return true;
    }
    Sequence sequence = running.remove(id);
    if (sequence == null) {
      return false;
    }
    // The running iteration does its work for nothing, but does it.
    computedPrefillTokens += sequence.chunkTokens();
    prefilling.remove(sequence);
    decoding.remove(sequence);
    cache.release(sequence.lease());
    return true;
  }

  /**
   * Restarts the engine with an empty cache: every request is lost, and an iteration that was
   * running is void.
   *
   * @return the ids of the lost requests, in no order
   */
  public List<Long> reset() {
    List<Long> lost = new ArrayList<>(running.keySet());
    lost.addAll(waiting.keySet());
    waiting.clear();
    running.clear();
    prefilling.clear();
    decoding = new DecodeBatch();
    cache = new KvBlockCache(profile.capacityBlocks());
    voidedIterations = iterations;
    inIteration = false;
    return lost;
  }

  /**
   * How many tokens of a prompt would come out of the cache if it were admitted now; changes
   * nothing.
   *
   * @param blockHashes chained names of the prompt's leading full blocks
   * @param promptTokens the prompt's length, positive
   */
  public int cachedTokens(long[] blockHashes, int promptTokens) {
    return cache.match(blockHashes, reuseLimit(promptTokens)) * profile.blockTokens();
  }

  /**
   * What the iteration that {@link #next} has started computes of each running request; those that
   * are in their prompts come first, in order. For engines that do it, not for simulation: O(n).
   */
  public List<SequenceStep> steps() {
    List<SequenceStep> steps = new ArrayList<>();
    for (Sequence sequence : prefilling) {
      int from = sequence.computedTokens();
      int tokens = sequence.chunkTokens();
      boolean last = from + tokens == sequence.request().promptTokens();
      steps.add(new SequenceStep(sequence.request().id(), from, tokens, last));
    }
    decoding.addSteps(steps);
    return steps;
  }

  /** Whether a block is in the cache: computed and not evicted. */
  public boolean isCached(long blockHash) {
    return cache.holds(blockHash);
  }

  /** What the engine holds and has done. */
  public EngineLoad load() {
    return new EngineLoad(
        running.size(),
        waiting.size(),
        decoding.contextTokens(),
        cache.reservedBlocks() * profile.blockTokens(),
        (long) cache.reusableBlocks() * profile.blockTokens(),
        cachedPromptTokens,
        computedPrefillTokens);
  }

  /** The engine's speed and size. */
  public EngineProfile profile() {
    return profile;
  }

  private List<Long> planPrefill() {
    int budget = profile.chunkTokens();
    for (Sequence sequence : prefilling) {
      sequence.planChunk(budget);
      budget -= sequence.chunkTokens();
    }
    List<Long> admitted = new ArrayList<>();
    var queue = waiting.values().iterator();
    while (budget > 0 && queue.hasNext() && running.size() < profile.maxSequences()) {
      Optional<Sequence> sequence = admit(queue.next());
      if (sequence.isEmpty()) {
        // Nobody overtakes the head of the queue: a large prompt would starve.
        break;
      }
      queue.remove();
      sequence.get().planChunk(budget);
      budget -= sequence.get().chunkTokens();
      admitted.add(sequence.get().request().id());
    }
    return admitted;
  }

  private Optional<Sequence> admit(EngineRequest request) {
    Optional<Sequence> sequence =
        cache
            .acquire(
                request.blockHashes(),
                reuseLimit(request.promptTokens()),
                profile.blocks(request.totalTokens()))
            .map(l -> new Sequence(request, l, l.matchedBlocks() * profile.blockTokens()));
    sequence.ifPresent(
        s -> {
          running.put(request.id(), s);
          prefilling.add(s);
          cachedPromptTokens += s.cachedTokens();
        });
    return sequence;
  }

  private int reuseLimit(int promptTokens) {
    return (promptTokens - 1) / profile.blockTokens();
  }

  private Duration duration(int sequences) {
    double prefillSeconds = 0;
    for (Sequence sequence : prefilling) {
      long from = sequence.computedTokens();
      prefillSeconds += profile.prefillSeconds(from, from + sequence.chunkTokens());
    }
    double nanos =
        prefillSeconds * NANOS_PER_SECOND
            + decoding.contextTokens() * profile.kvReadNanosPerToken()
            + (double) sequences * profile.sequenceOverhead().toNanos();
    return profile.iterationOverhead().plusNanos(Math.round(nanos));
  }

  private int chunkTokens() {
    int tokens = 0;
    for (Sequence sequence : prefilling) {
      tokens += sequence.chunkTokens();
    }
    return tokens;
  }

  private void completeChunk(Sequence sequence, List<EngineEvent> events) {
    computedPrefillTokens += sequence.chunkTokens();
    sequence.completeChunk();
    cache.publish(sequence.lease(), sequence.computedTokens() / profile.blockTokens());
    if (!sequence.isPrefilled()) {
      return;
    }
    events.add(new FirstToken(sequence.request().id(), sequence.cachedTokens()));
    if (sequence.request().outputTokens() == 1) {
      end(sequence, events);
    } else {
      decoding.add(sequence);
    }
  }

  private void end(Sequence sequence, List<EngineEvent> events) {
    running.remove(sequence.request().id());
    cache.release(sequence.lease());
    events.add(new Finished(sequence.request().id()));
  }
}
