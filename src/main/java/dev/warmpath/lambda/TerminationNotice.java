package dev.warmpath.lambda;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Makes Lambda say when it ends the environment, by SIGTERM: an internal extension without events.
 *
 * <p>Environments without any extension are killed without notice, and what they have measured last
 * is lost. The extension waits for an event that never comes; no invocation waits for it.
 */
final class TerminationNotice {
  /*
   * https://docs.aws.amazon.com/lambda/latest/dg/lambda-runtime-environment.html
   * https://docs.aws.amazon.com/lambda/latest/dg/runtimes-extensions-api.html
   */

  private static final Logger LOGGER = LoggerFactory.getLogger(TerminationNotice.class);
  private static final String NAME = "warmpath-termination-notice";
  private static final String PATH = "/2020-01-01/extension/";
  private static final String ID_HEADER = "Lambda-Extension-Identifier";
  private static final int MAX_REPLY_BYTES = 64 * 1024;

  private TerminationNotice() {}

  /** Asks for it; possible during init only. Where Lambda refuses, the function works without. */
  static void request(ApiAddress address) {
    try {
      String id = register(address);
      Thread.ofVirtual().name(NAME).start(() -> await(address, id));
    } catch (IOException e) {
      LOGGER.atWarn().addKeyValue("error", e.toString()).log("no notice of termination");
    }
  }

  private static String register(ApiAddress address) throws IOException {
    try (RuntimeConnection connection = new RuntimeConnection(address, MAX_REPLY_BYTES)) {
      HttpAnswer answer =
          connection.post(
              PATH + "register",
              Map.of("Lambda-Extension-Name", NAME, "Content-Type", "application/json"),
              "{\"events\":[]}".getBytes(StandardCharsets.UTF_8));
      String id = answer.header(ID_HEADER);
      if (answer.status() != 200 || id.isEmpty()) {
        throw new IOException("the Extensions API answered " + answer.status());
      }
      return id;
    }
  }

  /** Init ends only when every extension has asked for an event. */
  private static void await(ApiAddress address, String id) {
    try (RuntimeConnection connection = new RuntimeConnection(address, MAX_REPLY_BYTES)) {
      HttpAnswer answer = connection.get(PATH + "event/next", Map.of(ID_HEADER, id));
      LOGGER.atDebug().addKeyValue("status", answer.status()).log("an extension's event");
    } catch (IOException e) {
      LOGGER.atDebug().addKeyValue("error", e.toString()).log("no notice of termination");
    }
  }
}
