package dev.warmpath.engine;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;

/**
 * The sequences that generate one token in every iteration. Not safe for several threads.
 *
 * <p>A step costs O(1), and O(log n) for each sequence that it ends: the total context grows by one
 * token a sequence, and who ends when is known from the start.
 */
final class DecodeBatch {
  private final PriorityQueue<Sequence> byLastStep =
      new PriorityQueue<>(
          Comparator.comparingLong(Sequence::lastStep).thenComparingLong(s -> s.request().id()));
  private long step;
  private long contextTokens;

  int size() {
    return byLastStep.size();
  }

  long contextTokens() {
    return contextTokens;
  }

  /** Adds each sequence's next step: the token that it generated last is computed. */
  void addSteps(List<SequenceStep> steps) {
    for (Sequence sequence : byLastStep) {
      int last = (int) sequence.contextTokens(step) - 1;
      steps.add(new SequenceStep(sequence.request().id(), last, 1, true));
    }
  }

  /** Adds a sequence whose first token is out and that has more to generate. */
  void add(Sequence sequence) {
    sequence.startDecoding(step);
    contextTokens += sequence.contextTokens(step);
    byLastStep.add(sequence);
  }

  /** Takes a sequence out before its end. */
  void remove(Sequence sequence) {
    if (byLastStep.remove(sequence)) {
      contextTokens -= sequence.contextTokens(step);
    }
  }

  /** One more token each; returns the sequences that it completed, which leave the batch. */
  List<Sequence> step() {
    step++;
    contextTokens += byLastStep.size();
    List<Sequence> ended = List.of();
    for (Sequence head = byLastStep.peek();
        head != null && head.lastStep() <= step;
        head = byLastStep.peek()) {
      byLastStep.remove();
      contextTokens -= head.contextTokens(step);
      ended = ended.isEmpty() ? new ArrayList<>() : ended;
      ended.add(head);
    }
    return ended;
  }
}
