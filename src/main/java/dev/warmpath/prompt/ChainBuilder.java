package dev.warmpath.prompt;

import java.nio.charset.StandardCharsets;
import java.security.DigestException;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.List;

/** Chains the blocks of one prompt as its segments arrive; confined to one thread. */
final class ChainBuilder {
  private static final int BLOCK = PrefixChain.BLOCK_BYTES;
  private static final int KEY_BYTES = 32;
  private static final int TEXT_AT = KEY_BYTES + PrefixHash.BYTES;
  private static final byte[] ROLE_MARK = {CanonicalText.ROLE_MARK};
  private static final byte[] CONTENT_MARK = {CanonicalText.CONTENT_MARK};
  private static final byte[] END_MARK = {CanonicalText.END_MARK};

  private final MessageDigest digest = sha256();

  /** Scope key, previous hash and the block being filled, in the order in which they are hashed. */
  private final byte[] input = new byte[TEXT_AT + BLOCK];

  private final byte[] output = new byte[KEY_BYTES];
  private final AnchorGrid grid = new AnchorGrid();
  private long[] blocks;
  private int blockCount;
  private int fill;
  private boolean familyKnown;
  private int instructionsBytes;
  private int conversationBytes;
  private PrefixHash family = new PrefixHash(0, 0);

  ChainBuilder(byte[] scopeKey, int expectedBytes) {
    System.arraycopy(scopeKey, 0, input, 0, KEY_BYTES);
    this.blocks = new long[2 * (expectedBytes / BLOCK + 1)];
  }

  void add(Segment segment) {
    feed(ROLE_MARK);
    feed(segment.role().getBytes(StandardCharsets.UTF_8));
    feed(CONTENT_MARK);
    if (!segment.isPreamble()) {
      // Only the next speaker's name tells that the instructions are over, so it belongs to them.
      grid.endOfPreamble(wholeBlocks());
      if (!familyKnown) {
        instructionsBytes = wholeBlocks();
        conversationBytes = instructionsBytes + BLOCK;
      }
    }
    feed(segment.content());
    feed(END_MARK);
    if (!segment.isPreamble()) {
      grid.endOfMessage(wholeBlocks());
      if (!familyKnown) {
        family = hashOfAll();
        conversationBytes = Math.max(conversationBytes, wholeBlocks());
        familyKnown = true;
      }
    }
  }

  /** The hash of everything down to the end of the first message, partial block included. */
  PrefixHash family() {
    return familyKnown ? family : hashOfAll();
  }

  PrefixChain build(String pool, PrefixHash placement) {
    int length = blockCount * BLOCK + fill;
    List<Anchor> anchors =
        grid.depths(wholeBlocks()).stream().map(d -> new Anchor(d, hashAt(d))).toList();
    return new PrefixChain(
        pool,
        length,
        new BlockHashes.Stored(Arrays.copyOf(blocks, 2 * blockCount)),
        anchors,
        placement,
        familyKnown ? instructionsBytes : wholeBlocks(),
        familyKnown ? conversationBytes : wholeBlocks());
  }

  private int wholeBlocks() {
    return blockCount * BLOCK;
  }

  private PrefixHash hashAt(int depthBytes) {
    int index = 2 * (depthBytes / BLOCK - 1);
    return new PrefixHash(blocks[index], blocks[index + 1]);
  }

  private void feed(byte[] bytes) {
    int from = 0;
    while (from < bytes.length) {
      int taken = Math.min(BLOCK - fill, bytes.length - from);
      System.arraycopy(bytes, from, input, TEXT_AT + fill, taken);
      from += taken;
      fill += taken;
      if (fill == BLOCK) {
        closeBlock();
      }
    }
  }

  private void closeBlock() {
    hash(input.length);
    System.arraycopy(output, 0, input, KEY_BYTES, PrefixHash.BYTES);
    if (blocks.length < 2 * (blockCount + 1)) {
      blocks = Arrays.copyOf(blocks, 2 * blocks.length);
    }
    blocks[2 * blockCount] = PrefixHash.longAt(output, 0);
    blocks[2 * blockCount + 1] = PrefixHash.longAt(output, Long.BYTES);
    blockCount++;
    fill = 0;
  }

  private PrefixHash hashOfAll() {
    hash(TEXT_AT + fill);
    return PrefixHash.fromBytes(output);
  }

  private void hash(int inputBytes) {
    digest.update(input, 0, inputBytes);
    try {
      digest.digest(output, 0, output.length);
    } catch (DigestException e) {
      throw new IllegalStateException("a SHA-256 digest has " + KEY_BYTES + " bytes", e);
    }
  }

  private static MessageDigest sha256() {
    try {
      return MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java platform must offer SHA-256", e);
    }
  }
}
