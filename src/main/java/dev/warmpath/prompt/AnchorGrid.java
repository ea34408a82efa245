package dev.warmpath.prompt;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/**
 * Chooses the few depths of a prompt that the table keeps; confined to one thread.
 *
 * <p>Candidates are the ends of the instructions, of the first, second, fourth, eighth … message,
 * and every doubling of {@value #FIRST_GRID_BYTES} bytes. Whether a depth is chosen depends on the
 * text down to less than one block beyond it, so prompts that share a prefix choose the same depths
 * inside it. The count grows with the logarithm of the prompt: at most 13 doublings and 21
 * boundaries in 6 MB.
 */
final class AnchorGrid {
  /** The first grid depth: about 256 tokens, below which a cache saves less than a lookup costs. */
  static final int FIRST_GRID_BYTES = 1024;

  /** The shallowest boundary worth a row: about 128 tokens. */
  static final int SHALLOWEST_BYTES = 512;

  /** Anchors are more than an eighth of their depth apart, but for the landmarks. */
  private static final int SPACING = 8;

  private final TreeSet<Integer> boundaries = new TreeSet<>();

  /**
   * The ends of the instructions and of the first message. Most prompts part there, and a
   * conversation needs a row of its own from its first turn on: without one, all conversations of
   * one system prompt would write their tips into the same row, one after the other.
   */
  private final Set<Integer> landmarks = new HashSet<>();

  private boolean preambleEnded;
  private int messages;
  private int nextMessage = 1;

  /** Notes where the instructions end; later calls, for later messages, change nothing. */
  void endOfPreamble(int depthBytes) {
    if (!preambleEnded) {
      preambleEnded = true;
      boundaries.add(depthBytes);
      landmarks.add(depthBytes);
    }
  }

  /** Notes where a message ends. */
  void endOfMessage(int depthBytes) {
    messages++;
    if (messages == 1) {
      landmarks.add(depthBytes);
    }
    if (messages == nextMessage) {
      nextMessage *= 2;
      boundaries.add(depthBytes);
    }
  }

  /** The chosen depths, ascending, down to the last whole block. */
  List<Integer> depths(int wholeBlockBytes) {
    TreeSet<Integer> candidates = new TreeSet<>(boundaries);
    for (long depth = FIRST_GRID_BYTES; depth <= wholeBlockBytes; depth *= 2) {
      candidates.add((int) depth);
    }
    List<Integer> chosen = new ArrayList<>();
    int last = 0;
    for (int depth : candidates) {
      boolean apart = depth - last > depth / SPACING || landmarks.contains(depth);
      if (depth >= SHALLOWEST_BYTES && apart) {
        chosen.add(depth);
        last = depth;
      }
    }
    return List.copyOf(chosen);
  }
}
