package dev.warmpath.advise;

import dev.warmpath.engine.EngineProfile;
import dev.warmpath.sim.RunFactory;
import dev.warmpath.sim.workload.Trace;
import dev.warmpath.sim.workload.Workload;
import dev.warmpath.sim.workload.Workloads;
import java.util.OptionalInt;

/**
 * The fleet that advice is about.
 *
 * @param targets how many engines, positive
 * @param kvTokens how many tokens each one's KV cache holds
 * @param users how many users send, each after its last answer; empty to replay a trace's own times
 *     where it has any
 * @param policies makes the policies that are compared
 */
public record Fleet(int targets, long kvTokens, OptionalInt users, Policies policies) {
  /** So many users keep a fleet busy without queues that hide what caches do. */
  private static final int USERS_OF_TARGET = 4;

  /** Makes policies by their names. */
  public interface Policies {
    /** One run's rule. */
    RunFactory make(String name, Workload workload, EngineProfile profile);
  }

  /** A trace as it reaches the fleet. */
  Workload workload(Trace trace) {
    if (users.isEmpty() && trace.isTimed()) {
      return Workloads.asRecorded(trace);
    }
    return Workloads.byUsers(trace, users.orElse(USERS_OF_TARGET * targets));
  }

  /** How requests arrive, for people. */
  String pace(Trace trace) {
    return users.isEmpty() && trace.isTimed()
        ? "at the times of the file"
        : users.orElse(USERS_OF_TARGET * targets) + " users, each after its last answer";
  }
}
