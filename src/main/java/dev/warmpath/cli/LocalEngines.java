package dev.warmpath.cli;

import dev.warmpath.engine.EngineProfile;
import dev.warmpath.local.LocalEndpoint;
import dev.warmpath.local.LocalEndpoint.Hosted;
import dev.warmpath.local.LocalSageMaker;
import dev.warmpath.local.LocalVariant;
import dev.warmpath.local.ModelContainer;
import dev.warmpath.local.OpenAiContainer;
import dev.warmpath.local.VariantStatistics;
import java.io.IOException;
import java.net.URI;
import java.time.InstantSource;
import java.util.List;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Local engines behind SageMaker's wire protocol. */
final class LocalEngines implements AutoCloseable {
  private static final String ENDPOINT = "local";
  private static final String ENGINE_MODEL = "local-model";

  private final List<LocalVariant> variants;
  private final LocalSageMaker sageMaker;

  private LocalEngines(List<LocalVariant> variants, LocalSageMaker sageMaker) {
    this.variants = variants;
    this.sageMaker = sageMaker;
  }

  /**
   * Starts the engines, with cold caches.
   *
   * @param around what stands in front of each engine's container
   */
  static LocalEngines start(
      LocalOptions options, InstantSource clock, UnaryOperator<ModelContainer> around)
      throws IOException {
    EngineProfile profile = EngineProfile.laptopDemo(options.cacheTokens());
    List<LocalVariant> variants =
        IntStream.rangeClosed(1, options.variants())
            .mapToObj(i -> LocalVariant.start("variant-" + i, profile, System::nanoTime))
            .toList();
    List<Hosted> hosted =
        variants.stream()
            .map(
                variant ->
                    Hosted.variant(
                        variant.name(),
                        around.apply(
                            new OpenAiContainer(
                                variant, ENGINE_MODEL, OpenAiContainer.SAGEMAKER_LIMIT, clock))))
            .toList();
    return new LocalEngines(
        variants, LocalSageMaker.listen(0, List.of(new LocalEndpoint(ENDPOINT, hosted))));
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

  @Override
  public void close() {
    sageMaker.close();
    variants.forEach(LocalVariant::close);
  }
}
