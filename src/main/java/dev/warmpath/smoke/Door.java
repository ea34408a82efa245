package dev.warmpath.smoke;

import dev.warmpath.aws.SignedHttp;
import java.io.IOException;

/** The way into a deployment's API, and what a caller has to show there. */
interface Door {
  /**
   * Posts a request and returns when its answer begins.
   *
   * @param path below the base URL, with a slash in front
   * @param body JSON
   * @throws IOException if nobody answers
   */
  SignedHttp.Reply post(String path, byte[] body, Proof proof) throws IOException;
}
