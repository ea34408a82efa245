package dev.warmpath.advise;

import dev.warmpath.advise.Passages.Passage;
import dev.warmpath.advise.Passages.Span;
import dev.warmpath.prompt.SplitMix64;
import dev.warmpath.prompt.volatility.Place;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Finds tools and documents that come in one order here and in another there.
 *
 * <p>Remembers the first {@value #MOST} sets, paragraphs and pairs of them. Confined to one thread.
 */
final class OrderSurvey {
  private static final int MOST = 200_000;
  private static final int MOST_PARAGRAPHS = 16;
  private static final double LEAST_SHARE = 0.05;
  private static final String TOOLS = "tools";

  /** How often a pair came in either order, or a set in its first order and another one. */
  private static final class Orders {
    private long first;
    private int same;
    private int other;
  }

  private final Map<Long, Orders> tools = new HashMap<>();
  private final Map<Long, Orders> pairs = new HashMap<>();
  private final Map<Long, Integer> paragraphs = new HashMap<>();
  private final Set<Long> movable = new HashSet<>();
  private Optional<Place> toolsPlace = Optional.empty();
  private Optional<Place> documentsPlace = Optional.empty();

  /** Takes note of a prompt. */
  void add(byte[] text) {
    List<Span> spans = Passages.spans(text);
    for (int i = 0; i < spans.size(); i++) {
      Span span = spans.get(i);
      if (span.role().equals(TOOLS)) {
        addTools(text, span);
      } else if (span.isPreamble() || i == spans.size() - 1 || isFirst(spans, i)) {
        addParagraphs(text, span);
      }
    }
  }

  /** Puts tools into one order; empty if they are in one. */
  Optional<Suspect> tools() {
    return shuffled(tools)
        ? toolsPlace.map(
            place ->
                new Suspect(
                    new Reordered(
                        (text, span) ->
                            span.role().equals(TOOLS) ? Passages.items(text, span) : List.of(),
                        Comparator.comparingLong(Passage::name)),
                    "tools in changing order",
                    place,
                    Long.MAX_VALUE))
        : Optional.empty();
  }

  /** Puts documents into one order, the usual ones first; empty if they are in one. */
  Optional<Suspect> documents() {
    return shuffled(pairs)
        ? documentsPlace.map(
            place ->
                new Suspect(
                    new Reordered(
                        this::movable,
                        Comparator.comparingInt(this::rareness).thenComparingLong(Passage::name)),
                    "documents in changing order",
                    place,
                    Long.MAX_VALUE))
        : Optional.empty();
  }

  private static boolean isFirst(List<Span> spans, int i) {
    return i == 0 || spans.get(i - 1).isPreamble();
  }

  private void addTools(byte[] text, Span span) {
    List<Passage> items = Passages.items(text, span);
    long set = 0;
    long order = 0;
    for (Passage item : items) {
      set += SplitMix64.mix(item.name());
      order = SplitMix64.mix(order ^ item.name());
    }
    if (items.size() > 1 && count(tools, set, order)) {
      toolsPlace = toolsPlace.or(() -> Optional.of(Place.of(text, span.from())));
    }
  }

  private void addParagraphs(byte[] text, Span span) {
    List<Passage> all =
        Passages.paragraphs(text, span).stream()
            .filter(Passage::isLong)
            .limit(MOST_PARAGRAPHS)
            .toList();
    for (Passage passage : all) {
      if (paragraphs.size() < MOST || paragraphs.containsKey(passage.name())) {
        paragraphs.merge(passage.name(), 1, Integer::sum);
      }
    }
    for (int i = 0; i < all.size(); i++) {
      for (int j = i + 1; j < all.size(); j++) {
        addPair(text, all, i, j);
      }
    }
  }

  private void addPair(byte[] text, List<Passage> all, int first, int second) {
    long one = all.get(first).name();
    long other = all.get(second).name();
    long pair = SplitMix64.mix(Math.min(one, other)) ^ Math.max(one, other);
    if (one != other && count(pairs, pair, one)) {
      movable.add(one);
      movable.add(other);
      documentsPlace = documentsPlace.or(() -> Optional.of(Place.of(text, all.getFirst().from())));
    }
  }

  /** Whether it came in another order than the first time. */
  private static boolean count(Map<Long, Orders> all, long key, long order) {
    Orders orders = all.get(key);
    if (orders == null) {
      if (all.size() >= MOST) {
        return false;
      }
      orders = new Orders();
      orders.first = order;
      all.put(key, orders);
    }
    boolean same = orders.first == order;
    orders.same += same ? 1 : 0;
    orders.other += same ? 0 : 1;
    return !same;
  }

  private static boolean shuffled(Map<Long, Orders> all) {
    long met = 0;
    long other = 0;
    for (Orders orders : all.values()) {
      // What was met once has no other order.
      met += orders.same + orders.other > 1 ? orders.same + orders.other : 0;
      other += orders.other;
    }
    return other > 0 && other >= LEAST_SHARE * met;
  }

  private int rareness(Passage passage) {
    return -paragraphs.getOrDefault(passage.name(), 0);
  }

  /** The long paragraphs from the first to the last one of those that change places. */
  private List<Passage> movable(byte[] text, Span span) {
    if (span.role().equals(TOOLS)) {
      return List.of();
    }
    List<Passage> all = Passages.paragraphs(text, span).stream().filter(Passage::isLong).toList();
    int first = 0;
    int last = all.size();
    while (first < last && !movable.contains(all.get(first).name())) {
      first++;
    }
    while (last > first && !movable.contains(all.get(last - 1).name())) {
      last--;
    }
    return all.subList(first, last);
  }
}
