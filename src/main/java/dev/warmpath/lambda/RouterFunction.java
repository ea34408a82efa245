package dev.warmpath.lambda;

import dev.warmpath.bootstrap.AwsTier;
import dev.warmpath.bootstrap.Tier;
import dev.warmpath.web.HttpRequest;
import dev.warmpath.web.OpenAiFront;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Map;

/** The tier as a function that answers in pieces. Safe for any number of threads. */
final class RouterFunction implements RunningFunction {
  private static final Duration PRIMING_LIMIT = Duration.ofSeconds(10);

  /** A model that nobody serves, so that the request is read and then refused. */
  private static final byte[] PRIMING_BODY =
      """
      {"model":"warmpath/priming","messages":[{"role":"user","content":"x"}]}
      """
          .getBytes(StandardCharsets.UTF_8);

  private final Tier tier;
  private final Front front;
  private final InstantSource clock;
  private final GatewayEventReader events = new GatewayEventReader();

  /**
   * Makes a function.
   *
   * @param tier what is behind the front; closed with the function
   * @param front what answers
   */
  RouterFunction(Tier tier, Front front, InstantSource clock) {
    this.tier = tier;
    this.front = front;
    this.clock = clock;
  }

  /**
   * The function that an environment's variables describe.
   *
   * @throws dev.warmpath.bootstrap.SettingsException with every fault of the configuration
   */
  static RouterFunction start(Map<String, String> environment) {
    Tier tier = AwsTier.start(environment);
    return new RouterFunction(tier, Front.of(tier.front()), InstantSource.system());
  }

  @Override
  public void answer(InvocationEvent event, ResponseStream out) throws IOException {
    HttpRequest request;
    try {
      request = events.read(event);
    } catch (IllegalArgumentException e) {
      Front.send(OpenAiFront.unreadableBody(event.requestId()), out);
      return;
    }
    front.answer(request, out);
  }

  @Override
  public void prime() {
    try {
      front.answer(request("GET", "/ping", new byte[0]), new Nobody());
      front.answer(request("POST", "/v1/chat/completions", PRIMING_BODY), new Nobody());
    } catch (IOException e) {
      throw new UncheckedIOException("nobody listens to priming, so nobody can have gone", e);
    }
  }

  @Override
  public void afterAnswer() {
    tier.afterAnswer();
  }

  @Override
  public void flush() {
    tier.metrics().flush(true);
  }

  @Override
  public void close() {
    tier.close();
  }

  private HttpRequest request(String method, String path, byte[] body) {
    return new HttpRequest(
        method, path, Map.of(), body, "priming", clock.instant().plus(PRIMING_LIMIT));
  }

  /** Hears nothing. */
  private static final class Nobody implements ResponseStream {
    @Override
    public void start(int status, Map<String, String> headers) {}

    @Override
    public void write(byte[] bytes) {}
  }
}
