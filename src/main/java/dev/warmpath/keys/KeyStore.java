package dev.warmpath.keys;

import java.io.IOException;
import java.time.Instant;
import java.util.List;

/** A store of keys as its operator sees it. Safe for any number of threads and processes. */
public interface KeyStore {
  /**
   * Adds a row of a key that nobody has yet.
   *
   * @throws IOException with a sentence for the operator, if it is not written
   */
  void add(KeyRow row) throws IOException;

  /**
   * All rows, oldest first.
   *
   * @throws IOException with a sentence for the operator, if they cannot be read
   */
  List<KeyRow> all() throws IOException;

  /**
   * Revokes a key for good; one that is revoked already keeps its time.
   *
   * @param row a row that {@link #all} gave
   * @throws IOException with a sentence for the operator, if that is not sure to be written
   */
  void revoke(KeyRow row, Instant time) throws IOException;
}
