package dev.warmpath.smoke;

import dev.warmpath.aws.SignedHttp;
import java.io.IOException;
import java.util.Optional;

/** A deployed tier, found by its CloudFormation stack: where its table is, and the way in. */
public final class Deployment {
  /** The variable in which a caller of a tier keeps his key. */
  public static final String KEY_VARIABLE = "WARMPATH_API_KEY";

  private final SmokeServices services;
  private final Stack stack;

  private Deployment(SmokeServices services, Stack stack) {
    this.services = services;
    this.stack = stack;
  }

  /**
   * Looks a deployment up.
   *
   * @param stack the stack's name
   * @throws IOException if it does not exist, or may not be described, in a sentence
   */
  public static Deployment described(SmokeServices services, String stack) throws IOException {
    try (SignedHttp cloudFormation = services.aws("CLOUDFORMATION")) {
      return new Deployment(services, Stack.described(cloudFormation, stack));
    }
  }

  /**
   * The affinity table's name.
   *
   * @throws IOException if the stack has none, in a sentence
   */
  public String table() throws IOException {
    return output("TableName");
  }

  /**
   * The name of the table of keys.
   *
   * @throws IOException if the stack has none, in a sentence
   */
  public String keysTable() throws IOException {
    String mode = stack.parameter(Stack.AUTH_MODE, Stack.BEARING);
    if (!mode.equals(Stack.BEARING)) {
      throw new IOException(
          "stack %s has no table of keys: its AuthMode is %s, and only %s has one"
              .formatted(stack.name(), mode, Stack.BEARING));
    }
    return output("KeysTableName");
  }

  /**
   * The id of the usage plan of its tenants.
   *
   * @throws IOException if the stack has none, in a sentence
   */
  public String usagePlan() throws IOException {
    return output("UsagePlanId");
  }

  /**
   * Posts a request, signed or with the key as the stack's door wants it.
   *
   * @param path below {@code /v1}, with a slash in front
   * @param body JSON
   * @param key what opens the door; empty for none
   * @throws IOException if nobody answers, or the door wants a key and there is none
   */
  public SignedHttp.Answer post(String path, byte[] body, String key) throws IOException {
    output("BaseUrl");
    Optional<String> given = Optional.of(key).filter(k -> !k.isBlank());
    if (!stack.isSigned() && given.isEmpty()) {
      throw new IOException(
          "the door of stack %s wants a key (AuthMode %s), and none is given: set %s"
              .formatted(stack.name(), stack.parameter(Stack.AUTH_MODE, "unknown"), KEY_VARIABLE));
    }
    try (SignedHttp api = services.api();
        SignedHttp.Reply reply = Doors.of(stack, api, given).post(path, body, Proof.RIGHT)) {
      return new SignedHttp.Answer(reply.status(), reply.body().readAllBytes());
    }
  }

  private String output(String name) throws IOException {
    String value = stack.output(name);
    if (value.isEmpty()) {
      throw new IOException(
          "stack %s is %s and has no output %s: it is none of Warmpath's, or not ready"
              .formatted(stack.name(), stack.status(), name));
    }
    return value;
  }
}
