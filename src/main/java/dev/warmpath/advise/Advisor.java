package dev.warmpath.advise;

import dev.warmpath.advise.Counterfactual.Found;
import dev.warmpath.prompt.CanonicalText;
import dev.warmpath.prompt.SplitMix64;
import dev.warmpath.sim.SimRequest;
import dev.warmpath.sim.workload.LineException;
import dev.warmpath.sim.workload.RecordedRequest;
import dev.warmpath.sim.workload.RequestFile;
import dev.warmpath.sim.workload.RequestFile.Reading;
import dev.warmpath.sim.workload.Trace;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.stream.Stream;

/**
 * Finds out what somebody's traffic shares, what spoils that, and which fleet it can use.
 *
 * <p>A file is read several times and never held: what is kept is bounded, whatever its size.
 * Confined to one thread.
 */
public final class Advisor {
  /** How many requests are played through simulated fleets at most: the first of a file. */
  public static final int SIMULATED_REQUESTS = 5_000;

  private final Optional<Fleet> fleet;
  private final boolean showText;
  private final Runnable progress;

  /**
   * Makes one.
   *
   * @param fleet what to forecast for; empty for no forecast
   * @param showText whether the advice may quote the text around a culprit
   * @param progress run at each request that is read or simulated
   */
  public Advisor(Optional<Fleet> fleet, boolean showText, Runnable progress) {
    this.fleet = fleet;
    this.showText = showText;
    this.progress = progress;
  }

  /**
   * Advice on requests or conversations whose text is known.
   *
   * @throws LineException if the file holds no request that can be read
   */
  public Advice ofPrompts(Path file) throws LineException {
    ReuseMeter asIs = new ReuseMeter();
    SharedBeginnings beginnings = new SharedBeginnings(BlockNames.BLOCK_TOKENS);
    OrderSurvey orders = new OrderSurvey();
    Reading reading =
        read(
            file,
            request -> {
              byte[] text = CanonicalText.of(request.prompt());
              long[] names = BlockNames.of(scope(request), text);
              asIs.serve(names, tokens(text), BlockNames.BLOCK_TOKENS);
              beginnings.add(names, new PartsOf(request.prompt()));
              if (CanonicalText.isText(request.prompt())) {
                orders.add(text);
              }
            });
    List<Suspect> suspects = suspects(file, orders);
    Counterfactual counterfactual = new Counterfactual(suspects);
    if (!suspects.isEmpty()) {
      read(
          file,
          request -> {
            byte[] text = CanonicalText.of(request.prompt());
            boolean editable = CanonicalText.isText(request.prompt());
            counterfactual.serve(scope(request), text, editable, new PartsOf(request.prompt()));
          });
    }
    List<Found> found = counterfactual.found(asIs, showText);
    List<Culprit> culprits = found.stream().map(Found::culprit).toList();
    List<Edit> edits = found.stream().map(Found::edit).toList();
    Optional<Forecast> forecast = Optional.empty();
    if (fleet.isPresent()) {
      Rehearsal rehearsal = new Rehearsal(fleet.get(), progress);
      read(file, rehearsal::wantsMore, request -> rehearsal.add(request, edits));
      culprits = rehearsal.rated(culprits);
      forecast = Optional.of(rehearsal.forecast());
    }
    return new Advice(
        String.valueOf(file.getFileName()),
        true,
        reading.requests(),
        reading.badLines(),
        reading.complaints(),
        asIs.promptTokens(),
        asIs.hitRate(),
        culprits.isEmpty() ? asIs.hitRate() : counterfactual.mendedHitRate(),
        asIs.oneIn(),
        beginnings.branches(),
        found.isEmpty() ? List.of() : counterfactual.beginnings(),
        culprits,
        forecast);
  }

  /** Advice on a trace that has only the names of blocks. */
  public Advice ofBlocks(Trace trace) {
    ReuseMeter meter = new ReuseMeter();
    SharedBeginnings beginnings = new SharedBeginnings(trace.blockTokens());
    for (SimRequest request : trace.requests()) {
      progress.run();
      long[] names = Arrays.stream(request.blocks()).map(SplitMix64::mix).toArray();
      meter.serve(names, request.promptTokens(), trace.blockTokens());
      beginnings.add(names, block -> "");
    }
    return new Advice(
        trace.name(),
        false,
        trace.requests().size(),
        0,
        List.of(),
        meter.promptTokens(),
        meter.hitRate(),
        meter.hitRate(),
        meter.oneIn(),
        beginnings.branches(),
        List.of(),
        List.of(),
        fleet.map(f -> Rehearsal.forecast(f, first(trace), progress)));
  }

  private List<Suspect> suspects(Path file, OrderSurvey orders) throws LineException {
    List<Suspect> reorderings =
        Stream.of(orders.tools(), orders.documents()).flatMap(Optional::stream).toList();
    Templates templates = new Templates();
    read(
        file,
        request -> {
          if (CanonicalText.isText(request.prompt())) {
            byte[] text = CanonicalText.of(request.prompt());
            for (Suspect reordering : reorderings) {
              text = reordering.edit().apply(text);
            }
            templates.add(scope(request), Passages.head(text, Templates.HEAD_BYTES));
          }
        });
    return Stream.concat(
            reorderings.stream(),
            templates.suspects(Counterfactual.MOST_SUSPECTS - reorderings.size()).stream())
        .toList();
  }

  private Reading read(Path file, Consumer<RecordedRequest> each) throws LineException {
    return read(file, () -> true, each);
  }

  private Reading read(Path file, BooleanSupplier wantsMore, Consumer<RecordedRequest> each)
      throws LineException {
    return RequestFile.read(
        file,
        request -> {
          progress.run();
          each.accept(request);
          return wantsMore.getAsBoolean();
        });
  }

  private static Trace first(Trace trace) {
    int count = Math.min(SIMULATED_REQUESTS, trace.requests().size());
    return new Trace(
        trace.name(),
        trace.blockTokens(),
        trace.requests().subList(0, count),
        trace.stampMillis().length == 0
            ? trace.stampMillis()
            : Arrays.copyOf(trace.stampMillis(), count),
        trace.chains().isEmpty() ? List.of() : trace.chains().subList(0, count));
  }

  private static long scope(RecordedRequest request) {
    return request.prompt().scope().hashCode();
  }

  static long tokens(byte[] text) {
    return Math.max(1, text.length / BlockNames.BYTES_PER_TOKEN);
  }
}
