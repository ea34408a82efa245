package dev.warmpath.router.port;

/**
 * The shared table of who owns which prefix and how each target fares.
 *
 * <p>It is a hint: no method throws for a failure of the store, and each returns within a bounded
 * time. Reads may be some milliseconds old; claims are linearizable per row. Safe for any number of
 * threads and routers.
 */
public interface AffinityTable {
  /**
   * Reads the rows of one request in one round trip. Rows past their end are left out; rows that
   * cannot be understood are left out and counted.
   */
  TableRead read(TableQuery query);

  /**
   * Enters an owner into a row that nobody else has entered since it was read.
   *
   * <p>Succeeds if there is no row, if the row is past its end, or if its version is the expected
   * one; then the owner is the row's only one and the version has grown by one. A loser learns the
   * winner's row in the same call.
   */
  ClaimResult claim(ClaimRequest request);

  /** Writes one row; additions commute, so writes may arrive in any order. */
  WriteResult write(TableWrite write);

  /** What all calls together have consumed so far. */
  TableUnits units();
}
