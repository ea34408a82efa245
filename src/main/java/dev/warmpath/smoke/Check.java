package dev.warmpath.smoke;

import java.io.IOException;

/** One thing that must hold of a deployment. */
interface Check {
  /** A word for it. */
  String name();

  /**
   * Looks whether it holds.
   *
   * @throws IOException if the deployment gives no answer, in a sentence
   * @throws InterruptedException if the wait for it is to end
   */
  Finding look() throws IOException, InterruptedException;
}
