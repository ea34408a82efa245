package dev.warmpath.lambda;

import static org.assertj.core.api.Assertions.assertThat;

import dev.warmpath.aws.AwsAccess;
import dev.warmpath.aws.SageMakerClients;
import dev.warmpath.aws.SageMakerEngine;
import dev.warmpath.bootstrap.Setting;
import dev.warmpath.bootstrap.Settings;
import dev.warmpath.bootstrap.Tier;
import dev.warmpath.lambda.RawHttpServer.Request;
import dev.warmpath.local.AnswerSink;
import dev.warmpath.local.ContainerAnswer;
import dev.warmpath.local.InMemoryAffinityTable;
import dev.warmpath.local.LocalEndpoint;
import dev.warmpath.local.LocalEndpoint.Hosted;
import dev.warmpath.local.LocalSageMaker;
import dev.warmpath.local.ModelContainer;
import dev.warmpath.router.BackgroundWork;
import dev.warmpath.router.Ports;
import dev.warmpath.router.port.FleetView;
import dev.warmpath.router.port.RouteMetrics;
import dev.warmpath.routing.Fleet;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;

/** The real runtime over the real SDK, with many streams open at once. */
class StreamingThreadsTest {
  private static final int FEW = 10;
  private static final int MANY = 100;

  /** For the carriers of virtual threads, of which there may be one more for a while. */
  private static final int TOLERANCE = 10;

  private static final String FIRST =
      "data: {\"choices\":[{\"index\":0,\"delta\":{\"content\":\"one\"}}]}\n\n";

  private final CountDownLatch gate = new CountDownLatch(1);
  private final List<Request> open = new ArrayList<>();

  @Test
  void anOpenStreamHoldsNoPlatformThread() throws Exception {
    try (FakeLambda lambda = new FakeLambda();
        LocalSageMaker sageMaker = sageMaker();
        SageMakerEngine engine =
            SageMakerClients.engine(
                AwsAccess.local(sageMaker.uri()), Tier.LONGEST_CALL, trouble -> {})) {
      // given
      Tier tier = tier(engine);
      Map<String, String> environment =
          Map.of(
              "AWS_LAMBDA_RUNTIME_API",
              lambda.address(),
              "AWS_LAMBDA_MAX_CONCURRENCY",
              Integer.toString(MANY));
      Thread runtime = Thread.ofVirtual().start(() -> StreamingRuntime.run(environment, tier));

      // when
      int withFew = platformThreads(lambda, FEW);
      int withMany = platformThreads(lambda, MANY);

      // then
      assertThat(open).hasSize(MANY);
      assertThat(withMany - withFew).isLessThan(TOLERANCE);
      gate.countDown();
      runtime.interrupt();
      assertThat(runtime.join(Duration.ofSeconds(RawHttpServer.PATIENCE_SECONDS))).isTrue();
    }
  }

  /** How many there are once so many streams have sent their first token. */
  private int platformThreads(FakeLambda lambda, int streams) {
    for (int i = open.size(); i < streams; i++) {
      lambda.invoke("request-" + i, Events.withBody("cold-assign", body(i)));
    }
    while (open.size() < streams) {
      Request response = lambda.take(FakeLambda.RESPONSE);
      response.awaitBody("one");
      open.add(response);
    }
    return ManagementFactory.getThreadMXBean().getThreadCount();
  }

  private static String body(int number) {
    return "{\"stream\":true,\"messages\":[{\"role\":\"user\",\"content\":\"n " + number + "\"}]}";
  }

  private static Tier tier(SageMakerEngine engine) {
    Settings settings =
        Settings.of(
            Map.of(
                Setting.TARGETS.variable(), "llm/blue",
                Setting.TABLE.variable(), "in memory",
                Setting.HASH_SALT.variable(), "a salt for tests only"));
    Ports ports =
        new Ports(
            new InMemoryAffinityTable(InstantSource.system()),
            engine,
            FleetView.fixed(new Fleet(settings.targets())),
            RouteMetrics.NONE);
    return Tier.of(settings, ports, new BackgroundWork(Tier.backgroundThreads()));
  }

  private LocalSageMaker sageMaker() throws IOException {
    ModelContainer container =
        new ModelContainer() {
          @Override
          public ContainerAnswer invoke(byte[] body, String contentType) {
            throw new AssertionError("nobody asks for a whole answer");
          }

          @Override
          public void stream(byte[] body, String contentType, AnswerSink sink) throws IOException {
            sink.begin(200, "text/event-stream");
            sink.write(FIRST.getBytes(StandardCharsets.UTF_8));
            try {
              gate.await();
            } catch (InterruptedException e) {
              throw new InterruptedIOException("the server is closed");
            }
            sink.write("data: [DONE]\n\n".getBytes(StandardCharsets.UTF_8));
          }
        };
    return LocalSageMaker.listen(
        0, List.of(new LocalEndpoint("llm", List.of(Hosted.variant("blue", container)))));
  }
}
