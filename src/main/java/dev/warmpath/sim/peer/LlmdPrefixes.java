package dev.warmpath.sim.peer;

import dev.warmpath.sim.FleetView;
import dev.warmpath.sim.SimRequest;
import java.util.Arrays;

/** What llm-d's router knows about the prefixes that engines hold. Not safe for several threads. */
sealed interface LlmdPrefixes {
  /** Looks a prompt up, for the questions that follow. */
  void match(SimRequest request, FleetView fleet);

  /** Tokens of the prompt looked up that an engine is believed to hold. */
  long matchedTokens(int engine);

  /** Notes where the prompt went. */
  void sent(SimRequest request, int engine, FleetView fleet);

  /**
   * An index of the router's own decisions, as large as each engine's cache. A block counts for
   * every engine that holds it while any engine holds all before it, so a match may have holes.
   */
  final class Approximate implements LlmdPrefixes {
    private final PrefixIndex index;
    private final long[] matched;

    Approximate(int engines) {
      index = new PrefixIndex(engines);
      matched = new long[engines];
    }

    @Override
    public void match(SimRequest request, FleetView fleet) {
      Arrays.fill(matched, 0);
      for (long block : request.blocks()) {
        boolean held = false;
        for (int engine = 0; engine < matched.length; engine++) {
          if (index.holds(engine, block)) {
            matched[engine] += request.blockTokens();
            held = true;
          }
        }
        if (!held) {
          return;
        }
      }
    }

    @Override
    public long matchedTokens(int engine) {
      return matched[engine];
    }

    @Override
    public void sent(SimRequest request, int engine, FleetView fleet) {
      index.add(engine, request, fleet.capacityTokens(engine));
    }
  }

  /** What the engines say through their KV events, without delay. */
  final class Precise implements LlmdPrefixes {
    private final long[] matched;

    Precise(int engines) {
      matched = new long[engines];
    }

    @Override
    public void match(SimRequest request, FleetView fleet) {
      for (int engine = 0; engine < matched.length; engine++) {
        matched[engine] = fleet.cachedTokens(engine, request);
      }
    }

    @Override
    public long matchedTokens(int engine) {
      return matched[engine];
    }

    @Override
    public void sent(SimRequest request, int engine, FleetView fleet) {
      // The engine's events will tell.
    }
  }
}
