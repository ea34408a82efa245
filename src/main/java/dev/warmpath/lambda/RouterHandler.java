package dev.warmpath.lambda;

import com.amazonaws.services.lambda.runtime.Context;
import com.amazonaws.services.lambda.runtime.RequestHandler;
import com.amazonaws.services.lambda.runtime.events.APIGatewayProxyRequestEvent;
import com.amazonaws.services.lambda.runtime.events.APIGatewayProxyResponseEvent;
import dev.warmpath.web.HttpReply;
import dev.warmpath.web.HttpRequest;
import dev.warmpath.web.OpenAiFront;
import java.time.Instant;
import java.time.InstantSource;

/**
 * The function's entry in the managed Java runtime, which answers in one piece.
 *
 * <p>Safe for any number of threads.
 */
public final class RouterHandler
    implements RequestHandler<APIGatewayProxyRequestEvent, APIGatewayProxyResponseEvent> {
  private final OpenAiFront front;
  private final AfterAnswer afterAnswer;
  private final InstantSource clock;

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

  @Override
  public APIGatewayProxyResponseEvent handleRequest(
      APIGatewayProxyRequestEvent event, Context context) {
    try {
      return GatewayEvents.response(answer(event, context));
    } finally {
      afterAnswer.answered();
    }
  }

  private HttpReply answer(APIGatewayProxyRequestEvent event, Context context) {
    Instant deadline = clock.instant().plusMillis(context.getRemainingTimeInMillis());
    HttpRequest request;
    try {
      request = GatewayEvents.request(event, context.getAwsRequestId(), deadline);
    } catch (IllegalArgumentException e) {
      return OpenAiFront.unreadableBody(context.getAwsRequestId());
    }
    return front.answer(request);
  }
}
