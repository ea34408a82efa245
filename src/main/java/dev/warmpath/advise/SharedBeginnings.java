package dev.warmpath.advise;

import dev.warmpath.engine.BlockIndex;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The tree of beginnings that prompts share, with how many prompts go through each part.
 *
 * <p>Keeps the first {@value #MOST_BLOCKS} different blocks; later ones are left out. Confined to
 * one thread.
 */
final class SharedBeginnings {
  private static final int MOST_BLOCKS = 1 << 20;
  private static final int ROOT = -1;

  /** What fewer prompts go through is not drawn. */
  private static final double LEAST_SHARE = 0.005;

  private static final int MOST_LEVELS = 10;

  /** A part whose prompts are so nearly those of the part before it is drawn as one with it. */
  private static final double SAME = 0.9;

  private final int blockTokens;
  private final BlockIndex numbers = new BlockIndex();
  private final List<String> places = new ArrayList<>();
  private final Map<String, Integer> placeNumbers = new HashMap<>();
  private int[] parents = new int[1024];
  private int[] prompts = new int[1024];
  private int[] place = new int[1024];
  private int all;

  SharedBeginnings(int blockTokens) {
    this.blockTokens = blockTokens;
  }

  /** Tells in whose part of a prompt a block ends. */
  interface Where {
    String of(int block);
  }

  /** Takes note of a prompt. */
  void add(long[] names, Where where) {
    all++;
    int parent = ROOT;
    for (int block = 0; block < names.length; block++) {
      int number = numbers.slot(names[block]);
      if (number == BlockIndex.ABSENT) {
        if (numbers.size() == MOST_BLOCKS) {
          return;
        }
        number = create(names[block], parent, where.of(block));
      }
      prompts[number]++;
      parent = number;
    }
  }

  private int create(long name, int parent, String where) {
    int number = numbers.size();
    if (number == parents.length) {
      parents = Arrays.copyOf(parents, 2 * number);
      prompts = Arrays.copyOf(prompts, 2 * number);
      place = Arrays.copyOf(place, 2 * number);
    }
    numbers.put(name, number);
    parents[number] = parent;
    place[number] =
        placeNumbers.computeIfAbsent(
            where,
            label -> {
              places.add(label);
              return places.size() - 1;
            });
    return number;
  }

  /** The tree, without what few prompts go through. */
  List<Branch> branches() {
    int least = (int) Math.max(2, Math.ceil(LEAST_SHARE * all));
    Map<Integer, List<Integer>> children = new HashMap<>();
    for (int number = 0; number < numbers.size(); number++) {
      if (prompts[number] >= least) {
        children.computeIfAbsent(parents[number], parent -> new ArrayList<>()).add(number);
      }
    }
    return below(ROOT, 0, children, 0);
  }

  private List<Branch> below(
      int parent, int depth, Map<Integer, List<Integer>> children, int level) {
    return level == MOST_LEVELS
        ? List.of()
        : children.getOrDefault(parent, List.of()).stream()
            .sorted(Comparator.comparingInt(child -> -prompts[child]))
            .map(child -> branch(child, depth, children, level))
            .toList();
  }

  private Branch branch(int first, int depth, Map<Integer, List<Integer>> children, int level) {
    int last = first;
    int end = depth + 1;
    List<Integer> next = children.getOrDefault(last, List.of());
    while (next.size() == 1 && prompts[next.getFirst()] >= SAME * prompts[first]) {
      last = next.getFirst();
      end++;
      next = children.getOrDefault(last, List.of());
    }
    return new Branch(
        (long) depth * blockTokens,
        (long) end * blockTokens,
        prompts[first],
        places.get(place[last]),
        below(last, end, children, level + 1));
  }
}
