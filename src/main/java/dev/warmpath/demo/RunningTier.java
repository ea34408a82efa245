package dev.warmpath.demo;

import java.net.URI;
import java.util.List;

/** A tier that is up, as the demo sees it. */
public interface RunningTier extends AutoCloseable {
  /** Where it answers. */
  URI address();

  /** Prompt tokens that each variant had to compute so far, in fleet order. */
  List<Long> computedTokens();

  /** Stops everything. */
  @Override
  void close();
}
