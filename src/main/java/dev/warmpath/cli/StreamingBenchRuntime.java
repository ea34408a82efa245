package dev.warmpath.cli;

import com.sun.management.OperatingSystemMXBean;
import com.sun.management.ThreadMXBean;
import dev.warmpath.aws.AwsAccess;
import dev.warmpath.aws.SageMakerClients;
import dev.warmpath.bench.StreamingBenchmark;
import dev.warmpath.bootstrap.Settings;
import dev.warmpath.bootstrap.Tier;
import dev.warmpath.lambda.StreamingRuntime;
import dev.warmpath.local.InMemoryAffinityTable;
import dev.warmpath.router.BackgroundWork;
import dev.warmpath.router.Ports;
import dev.warmpath.router.port.FleetView;
import dev.warmpath.router.port.RouteMetrics;
import dev.warmpath.routing.Fleet;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.management.ManagementFactory;
import java.net.URI;
import java.time.InstantSource;
import java.util.Map;

/**
 * The process that the streaming benchmark measures: the runtime as on Lambda, over a table in
 * memory and the benchmark's engines.
 */
public final class StreamingBenchRuntime {
  private StreamingBenchRuntime() {}

  /** Runs until the benchmark ends it. */
  public static void main(String[] arguments) {
    Map<String, String> environment = System.getenv();
    Settings settings = Settings.of(environment);
    URI engines = URI.create(environment.getOrDefault(StreamingBenchmark.ENGINES, ""));
    Ports ports =
        new Ports(
            new InMemoryAffinityTable(InstantSource.system()),
            SageMakerClients.engine(AwsAccess.local(engines), Tier.LONGEST_CALL, trouble -> {}),
            FleetView.fixed(new Fleet(settings.targets())),
            RouteMetrics.NONE);
    Tier tier = Tier.of(settings, ports, new BackgroundWork(Tier.backgroundThreads()));
    Thread.ofPlatform().daemon().name("reports").start(StreamingBenchRuntime::report);
    System.exit(StreamingRuntime.run(environment, tier));
  }

  /** A line for each line: processor time in nanoseconds, bytes allocated, platform threads. */
  private static void report() {
    OperatingSystemMXBean system = ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class);
    ThreadMXBean threads = ManagementFactory.getPlatformMXBean(ThreadMXBean.class);
    try {
      while (System.in.read() >= 0) {
        System.out.println(
            system.getProcessCpuTime()
                + " "
                + threads.getTotalThreadAllocatedBytes()
                + " "
                + threads.getThreadCount());
      }
      // Whoever reads the reports has gone.
      System.exit(0);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
