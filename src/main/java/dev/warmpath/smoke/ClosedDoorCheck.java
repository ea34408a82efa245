package dev.warmpath.smoke;

import dev.warmpath.aws.SignedHttp;
import dev.warmpath.smoke.Finding.Failed;
import dev.warmpath.smoke.Finding.Passed;
import java.io.IOException;

/**
 * Nobody gets in who shows nothing, or the wrong thing.
 *
 * @param chats through the door
 * @param proof what is shown
 */
record ClosedDoorCheck(Chats chats, Proof proof) implements Check {
  /** Rejects what shall open the door. */
  ClosedDoorCheck {
    if (proof == Proof.RIGHT) {
      throw new IllegalArgumentException("the right proof must open the door");
    }
  }

  @Override
  public String name() {
    return "door";
  }

  @Override
  public Finding look() throws IOException {
    String shown = proof == Proof.NONE ? "no credentials" : "wrong credentials";
    try (SignedHttp.Reply reply = chats.open(proof, chats.newSession(), "Hello?", 16, false)) {
      int status = reply.status();
      return status == 401 || status == 403
          ? new Passed("refuses a request with " + shown + " (" + status + ")")
          : new Failed(
              "answers a request with " + shown + " with HTTP status " + status,
              "deploy again: until then take the URL for open to everybody");
    }
  }
}
