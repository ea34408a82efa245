package dev.warmpath.prompt;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.random.RandomGenerator;

/** Random prompts, and their canonical text built a second way. */
final class Prompts {
  static final PrefixHasher HASHER =
      new PrefixHasher("a secret of the tests only".getBytes(StandardCharsets.UTF_8));

  private static final List<String> ROLES = List.of("tools", "system", "user", "assistant");

  private Prompts() {}

  static Prompt of(Segment... segments) {
    return of(List.of(segments));
  }

  static Prompt of(List<Segment> segments) {
    return new Prompt(Scope.ofModel("default"), segments, "");
  }

  static PrefixChain chain(List<Segment> segments) {
    return HASHER.chain(of(segments));
  }

  static List<Segment> random(RandomGenerator random) {
    List<Segment> segments = new ArrayList<>();
    int count = 1 + random.nextInt(8);
    for (int i = 0; i < count; i++) {
      segments.add(randomSegment(random, ROLES.get(Math.min(3, random.nextInt(3) + i / 2))));
    }
    return segments;
  }

  static Segment randomSegment(RandomGenerator random, String role) {
    if (random.nextInt(10) == 0) {
      return Segment.ofTokens(random.ints(random.nextInt(400), 0, 200_000).boxed().toList());
    }
    return Segment.ofText(role, text(random, random.nextInt(random.nextBoolean() ? 300 : 3000)));
  }

  static String text(RandomGenerator random, int length) {
    StringBuilder text = new StringBuilder();
    random.ints(length, 0, 40).forEach(i -> text.appendCodePoint(i == 0 ? 0x4E16 : 'A' + i));
    return text.toString();
  }

  /** Another prompt that shares some text with the given one, and parts from it somewhere. */
  static List<Segment> sibling(List<Segment> segments, RandomGenerator random) {
    List<Segment> copy = new ArrayList<>(segments);
    int at = random.nextInt(copy.size());
    Segment old = copy.get(at);
    switch (random.nextInt(4)) {
      case 0 -> copy.subList(at, copy.size()).clear();
      case 1 -> copy.add(randomSegment(random, "user"));
      case 2 -> copy.set(at, Segment.ofText("user", text(random, 200)));
      default -> {
        byte[] cut = Arrays.copyOf(old.content(), random.nextInt(old.length() + 1));
        copy.set(at, Segment.ofText(old.role(), new String(cut, StandardCharsets.UTF_8) + "!"));
      }
    }
    return copy;
  }

  static byte[] canonicalText(List<Segment> segments) {
    ByteArrayOutputStream text = new ByteArrayOutputStream();
    for (Segment segment : segments) {
      text.write(0xFF);
      text.writeBytes(segment.role().getBytes(StandardCharsets.UTF_8));
      text.write(0xFE);
      text.writeBytes(segment.content());
      text.write(0xFD);
    }
    return text.toByteArray();
  }

  /** How many bytes two prompts have in common from the start. */
  static int commonBytes(List<Segment> one, List<Segment> other) {
    byte[] a = canonicalText(one);
    byte[] b = canonicalText(other);
    int mismatch = Arrays.mismatch(a, b);
    return mismatch < 0 ? a.length : mismatch;
  }
}
