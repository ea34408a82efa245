package dev.warmpath.cli;

import com.sun.management.OperatingSystemMXBean;
import dev.warmpath.engine.EngineProfile;
import dev.warmpath.llama.LlamaIterations;
import dev.warmpath.llama.LlamaModel;
import dev.warmpath.llama.Platform;
import dev.warmpath.local.EngineWatch;
import dev.warmpath.local.IterationRunner;
import dev.warmpath.local.LocalEndpoint;
import dev.warmpath.local.LocalEndpoint.Hosted;
import dev.warmpath.local.LocalSageMaker;
import dev.warmpath.local.LocalVariant;
import dev.warmpath.local.ModelContainer;
import dev.warmpath.local.OpenAiContainer;
import dev.warmpath.local.VariantStatistics;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.net.URI;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;

/** Local engines behind SageMaker's wire protocol. */
final class LocalEngines implements AutoCloseable {
  private static final String ENDPOINT = "local";
  private static final String ENGINE_MODEL = "local-model";

  private final List<LocalVariant> variants = new ArrayList<>();
  private final Deque<Runnable> closers = new ArrayDeque<>();
  private final LocalSageMaker sageMaker;

  private LocalEngines(
      LocalOptions options,
      InstantSource clock,
      UnaryOperator<ModelContainer> around,
      EngineWatch watch)
      throws IOException {
    try {
      startVariants(options, watch);
      List<Hosted> hosted =
          variants.stream()
              .map(v -> Hosted.variant(v.name(), around.apply(container(v, clock))))
              .toList();
      this.sageMaker = LocalSageMaker.listen(0, List.of(new LocalEndpoint(ENDPOINT, hosted)));
      closers.push(sageMaker::close);
    } catch (IOException | RuntimeException e) {
      close();
      throw e;
    }
  }

  /**
   * Starts the engines, with cold caches.
   *
   * @param around what stands in front of each engine's container
   * @param watch hears of each engine's requests
   * @throws IOException if they cannot run on this machine, with a sentence that says why
   */
  static LocalEngines start(
      LocalOptions options,
      InstantSource clock,
      UnaryOperator<ModelContainer> around,
      EngineWatch watch)
      throws IOException {
    return new LocalEngines(options, clock, around, watch);
  }

  private void startVariants(LocalOptions options, EngineWatch watch) throws IOException {
    EngineProfile profile = options.engine().profile(options.cacheTokens());
    Optional<LlamaModel> llama = Optional.empty();
    if (options.engine() instanceof EngineKind.Llama kind) {
      checkMemory(options, kind);
      LlamaModel model =
          LlamaModel.load(
              kind.shape(),
              cacheFolder(),
              new Platform(System.getProperty("os.name"), System.getProperty("os.arch")));
      closers.push(model::close);
      llama = Optional.of(model);
    }
    for (int i = 1; i <= options.variants(); i++) {
      IterationRunner runner =
          llama.isEmpty()
              ? IterationRunner.timed(System::nanoTime)
              : LlamaIterations.over(llama.get(), profile, System::nanoTime);
      LocalVariant variant =
          LocalVariant.start("variant-" + i, profile, runner, watch, System::nanoTime);
      variants.add(variant);
      closers.push(variant::close);
    }
  }

  /** Linux grants memory that is not there and ends the process when it is touched. */
  private static void checkMemory(LocalOptions options, EngineKind.Llama kind) throws IOException {
    long needed = options.variants() * options.cacheTokens() * kind.shape().kvBytesPerToken();
    long there =
        ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class).getTotalMemorySize();
    if (needed > there) {
      throw new IOException(
          "%d caches of %d tokens need %d MB, but the machine has %d MB; lower --cache-tokens or --variants"
              .formatted(
                  options.variants(),
                  options.cacheTokens(),
                  needed / 1_000_000,
                  there / 1_000_000));
    }
  }

  private static Path cacheFolder() {
    String folder = System.getenv().getOrDefault("XDG_CACHE_HOME", "");
    Path caches =
        folder.isBlank() ? Path.of(System.getProperty("user.home"), ".cache") : Path.of(folder);
    return caches.resolve("warmpath");
  }

  private static ModelContainer container(LocalVariant variant, InstantSource clock) {
    return new OpenAiContainer(variant, ENGINE_MODEL, OpenAiContainer.SAGEMAKER_LIMIT, clock);
  }

  /** Where they answer. */
  URI uri() {
    return sageMaker.uri();
  }

  /** Their names as {@code WARMPATH_TARGETS} has them. */
  String targets() {
    return variants.stream().map(v -> ENDPOINT + "/" + v.name()).collect(Collectors.joining(","));
  }

  /** What each has done so far, and does. */
  List<VariantStatistics> statistics() {
    return variants.stream().map(LocalVariant::statistics).toList();
  }

  /** The door first, then the engines, then what they share. */
  @Override
  public void close() {
    while (!closers.isEmpty()) {
      closers.pop().run();
    }
  }
}
