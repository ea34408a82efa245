package dev.warmpath.bench.startup;

import java.util.OptionalDouble;

/**
 * How much of a machine a process gets.
 *
 * @param name for people
 * @param cores as taskset has them; empty for whatever there is
 * @param share processor time in each second of the clock, in cores; empty for no limit
 */
public record Cpu(String name, String cores, OptionalDouble share) {
  /** Lambda's documents: a function has the equivalent of one core at this size. */
  private static final double MEGABYTES_OF_A_CORE = 1769;

  /** Two cores without a limit. */
  public static final Cpu TWO_CORES = new Cpu("2 cores", "0,1", OptionalDouble.empty());

  /** One core without a limit. */
  public static final Cpu ONE_CORE = new Cpu("1 core", "0", OptionalDouble.empty());

  /** As much as the machine gives. */
  static final Cpu ANY = new Cpu("any", "", OptionalDouble.empty());

  /** The share of a function's memory size: two cores are seen, and time is cut. */
  public static Cpu ofMegabytes(int megabytes) {
    return new Cpu(
        "%d MB".formatted(megabytes), "0,1", OptionalDouble.of(megabytes / MEGABYTES_OF_A_CORE));
  }
}
