package dev.warmpath.router.port;

import dev.warmpath.routing.Fleet;
import dev.warmpath.routing.FleetRow;
import java.util.List;
import java.util.concurrent.Executor;

/** The targets that may be chosen now. Safe for any number of threads. */
public interface FleetView {
  /** The fleet as last known; asks SageMaker itself only if nothing was ever known. */
  Fleet current();

  /** The endpoints whose fleet rows a request shall read along; empty for a fixed fleet. */
  List<String> endpoints();

  /**
   * Takes in fleet rows that a request has read, and renews those that are due.
   *
   * @param background where renewals run
   */
  void observe(List<FleetRow> rows, Executor background);

  /** A fleet that never changes. */
  static FleetView fixed(Fleet fleet) {
    return new FleetView() {
      @Override
      public Fleet current() {
        return fleet;
      }

      @Override
      public List<String> endpoints() {
        return List.of();
      }

      @Override
      public void observe(List<FleetRow> rows, Executor background) {}
    };
  }
}
