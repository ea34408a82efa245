package dev.warmpath.lambda;

import com.amazonaws.services.lambda.runtime.Context;
import com.amazonaws.services.lambda.runtime.RequestHandler;
import com.amazonaws.services.lambda.runtime.events.APIGatewayProxyRequestEvent;
import com.amazonaws.services.lambda.runtime.events.APIGatewayProxyResponseEvent;
import dev.warmpath.bootstrap.AwsTier;
import dev.warmpath.bootstrap.Tier;
import dev.warmpath.web.OpenAiFront;
import dev.warmpath.web.ReplySink;
import dev.warmpath.web.UndecodedRequest;
import java.io.IOException;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The function's entry in the managed Java runtime, which answers in one piece.
 *
 * <p>Safe for any number of threads.
 */
public final class RouterHandler
    implements RequestHandler<APIGatewayProxyRequestEvent, APIGatewayProxyResponseEvent> {
  private static final Logger LOGGER = LoggerFactory.getLogger(RouterHandler.class);

  private final OpenAiFront front;
  private final AfterAnswer afterAnswer;
  private final InstantSource clock;

  /** What Lambda calls: configured by the environment's variables. */
  public RouterHandler() {
    this(AwsTier.start(System.getenv()), System.getenv());
  }

  private RouterHandler(Tier tier, Map<String, String> environment) {
    this(tier.front(), afterAnswer(tier, environment), InstantSource.system());
    Runtime.getRuntime().addShutdownHook(new Thread(() -> tier.metrics().flush(true)));
  }

  /**
   * Makes a handler over a running tier.
   *
   * @param front what answers
   * @param afterAnswer told when an answer has been handed out
   * @param clock the function's time
   */
  public RouterHandler(OpenAiFront front, AfterAnswer afterAnswer, InstantSource clock) {
    this.front = front;
    this.afterAnswer = afterAnswer;
    this.clock = clock;
  }

  /** Without the extension the work is done before the answer leaves: late, but not lost. */
  private static AfterAnswer afterAnswer(Tier tier, Map<String, String> environment) {
    String runtimeApi = environment.getOrDefault("AWS_LAMBDA_RUNTIME_API", "");
    try {
      return InternalExtension.register(runtimeApi, tier::afterAnswer, InstantSource.system());
    } catch (IOException e) {
      LOGGER.atWarn().addKeyValue("error", e.toString()).log("no extension");
      return tier::afterAnswer;
    }
  }

  /** Answers a request; an absent event is an empty one. */
  @Override
  public APIGatewayProxyResponseEvent handleRequest(
      @Nullable APIGatewayProxyRequestEvent event, Context context) {
    try {
      return GatewayEvents.response(
          front.answer(
              request(
                  Objects.requireNonNullElseGet(event, APIGatewayProxyRequestEvent::new), context),
              context.getAwsRequestId()));
    } finally {
      afterAnswer.answered(context.getAwsRequestId());
    }
  }

  /**
   * Answers a request as the answer comes, for doors that offer more than the managed runtime does.
   *
   * @throws IOException if the caller has left before the answer began
   */
  public void handle(APIGatewayProxyRequestEvent event, Context context, ReplySink door)
      throws IOException {
    front.answer(request(event, context), context.getAwsRequestId(), door);
  }

  private UndecodedRequest request(APIGatewayProxyRequestEvent event, Context context) {
    return () -> GatewayEvents.request(event, context.getAwsRequestId(), deadline(context));
  }

  private Instant deadline(Context context) {
    return clock.instant().plusMillis(context.getRemainingTimeInMillis());
  }
}
