package dev.warmpath.prompt;

import java.util.List;
import java.util.Optional;

/**
 * The chained hashes of one prompt, and the few depths among them that the table keeps.
 *
 * <p>The hash at every block is known, so that a depth and hash remembered elsewhere can be checked
 * against this prompt ({@link #reaches}); the text itself is gone. Immutable.
 */
public final class PrefixChain {
  /** The step of the chain in bytes of canonical text: about 32 tokens, two blocks of an engine. */
  public static final int BLOCK_BYTES = 128;

  private final String pool;
  private final int lengthBytes;
  private final BlockHashes blocks;
  private final List<Anchor> anchors;
  private final PrefixHash family;
  private final int instructionsBytes;
  private final int conversationBytes;

  PrefixChain(
      String pool,
      int lengthBytes,
      BlockHashes blocks,
      List<Anchor> anchors,
      PrefixHash family,
      int instructionsBytes,
      int conversationBytes) {
    this.pool = pool;
    this.lengthBytes = lengthBytes;
    this.blocks = blocks;
    this.anchors = List.copyOf(anchors);
    this.family = family;
    this.instructionsBytes = instructionsBytes;
    this.conversationBytes = conversationBytes;
  }

  /** The name of the scope: 16 hexadecimal digits that reveal nothing about it. */
  public String pool() {
    return pool;
  }

  /** The length of the canonical text in bytes, at least 0. */
  public int lengthBytes() {
    return lengthBytes;
  }

  /** The depths kept in the table, shallowest first; empty for a prompt too short to matter. */
  public List<Anchor> anchors() {
    return anchors;
  }

  /**
   * What decides where this prompt goes when nobody owns any of it: the caller's placement hint, or
   * else everything down to the end of the first message after the instructions, which stays the
   * same as a conversation grows.
   */
  public PrefixHash family() {
    return family;
  }

  /**
   * From which depth on this prompt is told from others with the same instructions: the end of the
   * first message, or the first whole block beyond the instructions if that message ends within it.
   * May lie beyond the prompt's last whole block; at least 0.
   */
  public int conversationBytes() {
    return conversationBytes;
  }

  /** The last whole block of the instructions; empty for a prompt without any. */
  public Optional<Anchor> instructions() {
    return anchorAt(instructionsBytes);
  }

  /** The deepest block of this prompt whose hash is known; empty if there is none. */
  public Optional<Anchor> tip() {
    return anchorAt(blocks.count() * BLOCK_BYTES);
  }

  private Optional<Anchor> anchorAt(int depth) {
    return depth == 0 ? Optional.empty() : Optional.of(new Anchor(depth, hashAt(depth)));
  }

  /** Whether this prompt starts with the text that the anchor names. */
  public boolean reaches(Anchor anchor) {
    int depth = anchor.depthBytes();
    return depth > 0
        && depth <= blocks.count() * BLOCK_BYTES
        && depth % BLOCK_BYTES == 0
        && hashAt(depth).equals(anchor.hash());
  }

  /**
   * The name of everything down to a depth.
   *
   * @param depthBytes a positive multiple of {@link #BLOCK_BYTES}, not beyond the tip
   */
  public PrefixHash hashAt(int depthBytes) {
    return blocks.at(depthBytes / BLOCK_BYTES - 1);
  }

  /** The chain of the same prompt with no depth kept in the table. */
  public PrefixChain withoutAnchors() {
    return new PrefixChain(
        pool, lengthBytes, blocks, List.of(), family, instructionsBytes, conversationBytes);
  }

  @Override
  public String toString() {
    return "PrefixChain[" + lengthBytes + " bytes, " + anchors.size() + " anchors]";
  }
}
