package dev.warmpath.local;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import com.amazonaws.services.lambda.runtime.Context;
import com.amazonaws.services.lambda.runtime.RequestHandler;
import com.amazonaws.services.lambda.runtime.events.APIGatewayProxyRequestEvent;
import com.amazonaws.services.lambda.runtime.events.APIGatewayProxyResponseEvent;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class LocalGatewayTest {
  private static final Instant NOW = Instant.ofEpochMilli(1_700_000_000_123L);

  private final HttpClient client = HttpClient.newHttpClient();
  private final AtomicInteger requests = new AtomicInteger();
  private final BlockingQueue<APIGatewayProxyRequestEvent> events = new ArrayBlockingQueue<>(8);
  private final CountDownLatch afterAnswer = new CountDownLatch(1);

  // Every test starts its own in its first lines.
  @SuppressWarnings("NullAway.Init")
  private LocalGateway gateway;

  @AfterEach
  void stop() {
    gateway.close();
    client.close();
  }

  @Test
  void makesTheEventOfARequest() throws Exception {
    // given
    listen((event, context) -> ok("fine"));

    // when
    HttpResponse<String> answer =
        client.send(
            request("/v1/chat%20x?a=1&b=%20&a=2")
                .header("Content-Type", "application/json")
                .header("X-Twice", "one")
                .header("X-Twice", "two")
                .POST(BodyPublishers.ofString("{\"text\": \"é\"}"))
                .build(),
            BodyHandlers.ofString());

    // then
    assertThat(answer.statusCode()).isEqualTo(200);
    assertThat(answer.body()).isEqualTo("fine");
    APIGatewayProxyRequestEvent event = events.remove();
    assertThat(event.getHttpMethod()).isEqualTo("POST");
    assertThat(event.getPath()).isEqualTo("/v1/chat%20x");
    assertThat(event.getBody()).isEqualTo("{\"text\": \"é\"}");
    assertThat(event.getIsBase64Encoded()).isFalse();
    assertThat(header(event, "content-type")).isEqualTo("application/json");
    assertThat(header(event, "x-twice")).isEqualTo("two");
    assertThat(event.getMultiValueHeaders()).containsValue(List.of("one", "two"));
    assertThat(event.getQueryStringParameters()).isEqualTo(Map.of("a", "2", "b", " "));
    assertThat(event.getMultiValueQueryStringParameters())
        .isEqualTo(Map.of("a", List.of("1", "2"), "b", List.of(" ")));
    assertThat(event.getRequestContext().getRequestId()).isEqualTo("request-1");
    assertThat(event.getRequestContext().getStage()).isEqualTo("local");
    assertThat(event.getRequestContext().getRequestTimeEpoch()).isEqualTo(NOW.toEpochMilli());
    assertThat(event.getRequestContext().getIdentity().getSourceIp()).isEqualTo("127.0.0.1");
  }

  @Test
  void leavesOutWhatARequestDoesNotHave() throws Exception {
    // given
    listen((event, context) -> ok("fine"));

    // when
    client.send(request("/ping").GET().build(), BodyHandlers.ofString());

    // then
    APIGatewayProxyRequestEvent event = events.remove();
    assertThat(event.getBody()).isNull();
    assertThat(event.getQueryStringParameters()).isNull();
    assertThat(event.getMultiValueQueryStringParameters()).isNull();
  }

  @Test
  void encodesABodyThatIsNotText() throws Exception {
    // given
    listen((event, context) -> ok("fine"));
    byte[] body = {'a', (byte) 0xC3, 0x28, 0};

    // when
    client.send(
        request("/x").POST(BodyPublishers.ofByteArray(body)).build(), BodyHandlers.ofString());

    // then
    APIGatewayProxyRequestEvent event = events.remove();
    assertThat(event.getIsBase64Encoded()).isTrue();
    assertThat(Base64.getDecoder().decode(event.getBody())).isEqualTo(body);
  }

  @Test
  void writesStatusHeadersAndBase64BodiesOfTheResponse() throws Exception {
    // given
    byte[] body = {0, 1, (byte) 0xFF};
    listen(
        (event, context) ->
            new APIGatewayProxyResponseEvent()
                .withStatusCode(418)
                .withHeaders(
                    Map.of("Content-Type", "image/x", "X-One", "lost", "Content-Length", "99"))
                .withMultiValueHeaders(Map.of("x-one", List.of("a", "b")))
                .withIsBase64Encoded(true)
                .withBody(Base64.getEncoder().encodeToString(body)));

    // when
    HttpResponse<byte[]> answer =
        client.send(request("/x").GET().build(), BodyHandlers.ofByteArray());

    // then
    assertThat(answer.statusCode()).isEqualTo(418);
    assertThat(answer.body()).isEqualTo(body);
    assertThat(answer.headers().firstValue("content-type")).contains("image/x");
    assertThat(answer.headers().allValues("x-one")).containsExactly("a", "b");
  }

  @Test
  void answersBadGatewayWhenTheHandlerFails() throws Exception {
    // given
    listen(
        (event, context) ->
            switch (event.getPath()) {
              case "/exception" -> throw new IllegalStateException("secret");
              case "/error" -> throw new StackOverflowError("secret");
              case "/nostatus" -> new APIGatewayProxyResponseEvent().withBody("secret");
              case "/notbase64" -> ok("*").withIsBase64Encoded(true);
              case "/linebreak" -> ok("").withHeaders(Map.of("a", "b\r\nc: d"));
              default -> null;
            });

    for (String path :
        List.of("/exception", "/error", "/nostatus", "/notbase64", "/linebreak", "/null")) {
      // when
      HttpResponse<String> answer =
          client.send(request(path).GET().build(), BodyHandlers.ofString());

      // then
      assertThat(answer.statusCode()).as(path).isEqualTo(502);
      assertThat(answer.body()).isEqualTo("{\"message\": \"Internal server error\"}");
    }
  }

  @Test
  void refusesABodyAboveTheLimitWithoutCallingTheHandler() throws Exception {
    // given
    listen((event, context) -> ok("fine"));

    // when
    HttpResponse<String> largest = client.send(post(10 * 1024 * 1024), BodyHandlers.ofString());
    HttpResponse<String> larger = client.send(post(10 * 1024 * 1024 + 1), BodyHandlers.ofString());

    // then
    assertThat(largest.statusCode()).isEqualTo(200);
    assertThat(larger.statusCode()).isEqualTo(413);
    assertThat(larger.body()).isEqualTo("{\"message\":\"Request Too Long\"}");
    assertThat(events).hasSize(1);
  }

  @Test
  void answersBodilessStatusesAndHeadRequests() throws Exception {
    // given
    listen((event, context) -> ok("unseen").withStatusCode(statusOf(event)));

    // when
    HttpResponse<String> noContent =
        client.send(request("/204").DELETE().build(), BodyHandlers.ofString());
    HttpResponse<String> head =
        client.send(
            request("/200").method("HEAD", BodyPublishers.noBody()).build(),
            BodyHandlers.ofString());

    // then
    assertThat(noContent.statusCode()).isEqualTo(204);
    assertThat(noContent.body()).isEmpty();
    assertThat(head.statusCode()).isEqualTo(200);
    assertThat(head.body()).isEmpty();
  }

  @Test
  void tellsTheHandlerItsRequestIdAndTheTimeThatIsLeft() throws Exception {
    // given
    listen(
        (event, context) ->
            ok(context.getAwsRequestId() + " " + context.getRemainingTimeInMillis()));

    // when
    HttpResponse<String> answer = client.send(request("/x").GET().build(), BodyHandlers.ofString());

    // then
    assertThat(answer.body()).isEqualTo("request-1 30000");
  }

  @Test
  void runsTheWorkAfterTheAnswerOnceTheAnswerIsOut() throws Exception {
    // given
    CountDownLatch received = new CountDownLatch(1);
    listen(
        (event, context) -> ok("fine"),
        () -> {
          await(received);
          afterAnswer.countDown();
        });

    // when
    HttpResponse<String> answer = client.send(request("/x").GET().build(), BodyHandlers.ofString());
    received.countDown();

    // then: were it run before, the answer would never have come
    assertThat(answer.body()).isEqualTo("fine");
    await(afterAnswer);
  }

  @Test
  void answersFurtherRequestsWhenTheWorkAfterAnAnswerFails() throws Exception {
    // given
    listen(
        (event, context) -> ok("fine"),
        () -> {
          throw new IllegalStateException("background");
        });
    client.send(request("/x").GET().build(), BodyHandlers.ofString());

    // when
    HttpResponse<String> second = client.send(request("/x").GET().build(), BodyHandlers.ofString());

    // then
    assertThat(second.statusCode()).isEqualTo(200);
  }

  @Test
  void servesRequestsAtTheSameTime() throws Exception {
    // given
    CountDownLatch together = new CountDownLatch(2);
    listen(
        (event, context) -> {
          together.countDown();
          await(together);
          return ok("fine");
        });

    // when
    var first = client.sendAsync(request("/x").GET().build(), BodyHandlers.ofString());
    HttpResponse<String> second = client.send(request("/x").GET().build(), BodyHandlers.ofString());

    // then
    assertThat(first.get().statusCode()).isEqualTo(200);
    assertThat(second.statusCode()).isEqualTo(200);
  }

  @Test
  void saysWhichPortIsInUse() throws Exception {
    // given
    listen((event, context) -> ok("fine"));
    int taken = gateway.uri().getPort();

    // when
    IOException failure =
        catchThrowableOfType(
            IOException.class,
            () ->
                LocalGateway.listenBuffered(settings(taken), (event, context) -> ok(""), id -> {}));

    // then
    assertThat(failure).hasMessageContaining("port " + taken + " of 127.0.0.1");
  }

  private void listen(
      RequestHandler<APIGatewayProxyRequestEvent, APIGatewayProxyResponseEvent> handler)
      throws IOException {
    listen(handler, () -> {});
  }

  private void listen(
      RequestHandler<APIGatewayProxyRequestEvent, APIGatewayProxyResponseEvent> handler,
      Runnable after)
      throws IOException {
    gateway = LocalGateway.listenBuffered(settings(0), recording(handler), id -> after.run());
  }

  private RequestHandler<APIGatewayProxyRequestEvent, APIGatewayProxyResponseEvent> recording(
      RequestHandler<APIGatewayProxyRequestEvent, APIGatewayProxyResponseEvent> handler) {
    return (APIGatewayProxyRequestEvent event, Context context) -> {
      events.add(event);
      return handler.handleRequest(event, context);
    };
  }

  private GatewaySettings settings(int port) {
    return new GatewaySettings(
        port,
        Duration.ofSeconds(30),
        InstantSource.fixed(NOW),
        () -> 0,
        () -> "request-" + requests.incrementAndGet());
  }

  private HttpRequest.Builder request(String pathAndQuery) {
    return HttpRequest.newBuilder(URI.create(gateway.uri() + pathAndQuery));
  }

  private HttpRequest post(int bytes) {
    return request("/x").POST(BodyPublishers.ofByteArray(new byte[bytes])).build();
  }

  private static int statusOf(APIGatewayProxyRequestEvent event) {
    return Integer.parseInt(event.getPath().substring(1));
  }

  private static String header(APIGatewayProxyRequestEvent event, String name) {
    return event.getHeaders().entrySet().stream()
        .filter(h -> h.getKey().equalsIgnoreCase(name))
        .map(Map.Entry::getValue)
        .findFirst()
        .orElse("");
  }

  private static APIGatewayProxyResponseEvent ok(String body) {
    return new APIGatewayProxyResponseEvent()
        .withStatusCode(200)
        .withHeaders(Map.of("Content-Type", "text/plain"))
        .withBody(body);
  }

  private static void await(CountDownLatch latch) {
    try {
      if (!latch.await(30, TimeUnit.SECONDS)) {
        throw new IllegalStateException("the latch was never opened");
      }
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }
}
