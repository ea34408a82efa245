package dev.warmpath.lambda;

import dev.warmpath.bootstrap.AwsTier;
import dev.warmpath.bootstrap.Tier;
import dev.warmpath.web.HttpRequest;
import dev.warmpath.web.OpenAiFront;
import dev.warmpath.web.ReplySink;
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
  private final OpenAiFront front;
  private final InstantSource clock;
  private final GatewayEventReader events = new GatewayEventReader();

  /**
   * Makes a function.
   *
   * @param tier what answers; closed with the function
   */
  private RouterFunction(Tier tier, InstantSource clock) {
    this.tier = tier;
    this.front = tier.front();
    this.clock = clock;
  }

  /**
   * The function that an environment's variables describe.
   *
   * @throws dev.warmpath.bootstrap.SettingsException with every fault of the configuration
   */
  static RouterFunction start(Map<String, String> environment) {
    return of(AwsTier.start(environment));
  }

  /** The function over a tier of any kind. */
  static RouterFunction of(Tier tier) {
    return new RouterFunction(tier, InstantSource.system());
  }

  @Override
  public void answer(InvocationEvent event, ReplySink out) throws IOException {
    front.answer(() -> events.read(event), event.requestId(), out);
  }

  @Override
  public void prime() {
    tier.prime();
    try {
      front.answer(request("GET", "/ping", new byte[0]), new Nobody());
      front.answer(request("POST", "/v1/chat/completions", PRIMING_BODY), new Nobody());
    } catch (IOException e) {
      throw new UncheckedIOException("nobody listens to priming, so nobody can have gone", e);
    }
  }

  @Override
  public void afterAnswer(String requestId) {
    tier.afterAnswer(requestId);
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
  private static final class Nobody implements ReplySink {
    @Override
    public void start(int status, Map<String, String> headers) {}

    @Override
    public void write(byte[] bytes) {}
  }
}
