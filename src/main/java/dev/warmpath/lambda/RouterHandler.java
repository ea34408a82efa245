package dev.warmpath.lambda;

import com.amazonaws.services.lambda.runtime.Context;
import com.amazonaws.services.lambda.runtime.RequestHandler;
import com.amazonaws.services.lambda.runtime.events.APIGatewayProxyRequestEvent;
import com.amazonaws.services.lambda.runtime.events.APIGatewayProxyResponseEvent;
import dev.warmpath.web.HttpReply;
import dev.warmpath.web.HttpRequest;
import dev.warmpath.web.OpenAiFront;
import java.time.InstantSource;

/**
 * The function's entry in the managed Java runtime, which answers in one piece.
 *
 * <p>Safe for any number of threads.
 */
public final class RouterHandler
    implements RequestHandler<APIGatewayProxyRequestEvent, APIGatewayProxyResponseEvent> {
  private final OpenAiFront front;
  private final Runnable answered;
  private final InstantSource clock;

  /**
   * Makes a handler over a running tier.
   *
   * @param front what answers
   * @param answered told when an answer has been handed out
   * @param clock the function's time
   */
  public RouterHandler(OpenAiFront front, Runnable answered, InstantSource clock) {
    this.front = front;
    this.answered = answered;
    this.clock = clock;
  }

  @Override
  public APIGatewayProxyResponseEvent handleRequest(
      APIGatewayProxyRequestEvent event, Context context) {
    try {
      HttpRequest request =
          GatewayEvents.request(
              event,
              context.getAwsRequestId(),
              clock.instant().plusMillis(context.getRemainingTimeInMillis()));
      HttpReply reply = front.answer(request);
      return GatewayEvents.response(reply);
    } finally {
      answered.run();
    }
  }
}
