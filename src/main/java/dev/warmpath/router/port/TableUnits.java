package dev.warmpath.router.port;

/**
 * DynamoDB request units, by its documented rounding.
 *
 * @param read read request units: half a unit for each 4 KB begun of each row read eventually
 *     consistently, found or not
 * @param write write request units: one for each 1 KB begun of the larger of the item before and
 *     after, also where a condition fails
 */
public record TableUnits(double read, double write) {
  /** Nothing consumed. */
  public static final TableUnits NONE = new TableUnits(0, 0);
}
