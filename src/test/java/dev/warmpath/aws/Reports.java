package dev.warmpath.aws;

import dev.warmpath.router.RouteReport;
import dev.warmpath.router.RouteReport.ClaimState;
import dev.warmpath.router.RouteReport.Tokens;
import dev.warmpath.router.Usage;
import dev.warmpath.router.port.Degradation;
import dev.warmpath.router.port.EngineOutcome;
import dev.warmpath.routing.Candidate;
import dev.warmpath.routing.RoutingDecision.Reason;
import dev.warmpath.routing.Target;
import dev.warmpath.routing.TargetLoad;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/** Reports of requests, one property varied at a time. */
record Reports(RouteReport report) {
  static final Instant AT = Instant.parse("2026-11-30T10:00:30Z");
  static final Target TARGET = Target.ofVariant("chat", "a", 1, false);

  /** A warm request of 1,000 estimated prompt tokens, of which 800 were routed, answered. */
  static Reports warm() {
    return new Reports(
        new RouteReport(
            "req",
            AT,
            Optional.of(TARGET),
            Optional.empty(),
            Optional.of(Reason.WARM),
            new Tokens(1000, 800, 900, true, true),
            Usage.UNKNOWN,
            Duration.ofNanos(1_234_567),
            Duration.ofMillis(250),
            Optional.empty(),
            0,
            Optional.empty(),
            ClaimState.NONE,
            Optional.empty(),
            List.of()));
  }

  static RouteReport withoutTarget() {
    return unsent(Optional.empty());
  }

  static RouteReport shed() {
    return unsent(Optional.of(EngineOutcome.Kind.BACKPRESSURE));
  }

  private static RouteReport unsent(Optional<EngineOutcome.Kind> failure) {
    return new RouteReport(
        "req",
        AT,
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        new Tokens(1000, 0, 0, true, true),
        Usage.UNKNOWN,
        Duration.ofMillis(1),
        Duration.ZERO,
        Optional.empty(),
        0,
        Optional.empty(),
        ClaimState.NONE,
        failure,
        List.of());
  }

  static Usage usage(long prompt, long cached, long output) {
    return new Usage(OptionalLong.of(prompt), OptionalLong.of(cached), OptionalLong.of(output));
  }

  static Candidate candidate(String variant, double queued, long context) {
    return new Candidate(
        Target.ofVariant("chat", variant, 1, false), 0, new TargetLoad(queued, 1, context), 0);
  }

  RouteReport at(Instant at) {
    return copy(at, report.target(), report.reason(), report.tokens(), report.usage());
  }

  RouteReport to(Target target, Usage usage) {
    return copy(report.at(), Optional.of(target), report.reason(), report.tokens(), usage);
  }

  RouteReport with(Reason reason) {
    return copy(report.at(), report.target(), Optional.of(reason), report.tokens(), report.usage());
  }

  RouteReport with(Usage usage) {
    return copy(report.at(), report.target(), report.reason(), report.tokens(), usage);
  }

  RouteReport with(Tokens tokens) {
    return copy(report.at(), report.target(), report.reason(), tokens, report.usage());
  }

  RouteReport with(Tokens tokens, Usage usage) {
    return copy(report.at(), report.target(), report.reason(), tokens, usage);
  }

  RouteReport with(Degradation degradation) {
    return copy(
        report.firstToken(),
        report.failovers(),
        Optional.of(degradation),
        report.claim(),
        report.failure(),
        report.candidates());
  }

  RouteReport with(ClaimState claim) {
    return copy(
        report.firstToken(),
        report.failovers(),
        report.degradation(),
        claim,
        report.failure(),
        report.candidates());
  }

  RouteReport with(EngineOutcome.Kind failure) {
    return copy(
        report.firstToken(),
        report.failovers(),
        report.degradation(),
        report.claim(),
        Optional.of(failure),
        report.candidates());
  }

  /** The same, answered by another target than the first that was asked. */
  RouteReport afterFailovers(int failovers) {
    return copy(
        report.firstToken(),
        failovers,
        report.degradation(),
        report.claim(),
        report.failure(),
        report.candidates());
  }

  /** A stream whose first token came, and that ended so. */
  RouteReport streamed(Duration firstToken, Optional<EngineOutcome.Kind> failure) {
    return copy(
        Optional.of(firstToken),
        report.failovers(),
        report.degradation(),
        report.claim(),
        failure,
        report.candidates());
  }

  RouteReport with(List<Candidate> candidates) {
    return copy(
        report.firstToken(),
        report.failovers(),
        report.degradation(),
        report.claim(),
        report.failure(),
        candidates);
  }

  private RouteReport copy(
      Instant at, Optional<Target> target, Optional<Reason> reason, Tokens tokens, Usage usage) {
    return new RouteReport(
        report.requestId(),
        at,
        target,
        report.advised(),
        reason,
        tokens,
        usage,
        report.routerTime(),
        report.engineTime(),
        report.firstToken(),
        report.failovers(),
        report.degradation(),
        report.claim(),
        report.failure(),
        report.candidates());
  }

  private RouteReport copy(
      Optional<Duration> firstToken,
      int failovers,
      Optional<Degradation> degradation,
      ClaimState claim,
      Optional<EngineOutcome.Kind> failure,
      List<Candidate> candidates) {
    return new RouteReport(
        report.requestId(),
        report.at(),
        report.target(),
        report.advised(),
        report.reason(),
        report.tokens(),
        report.usage(),
        report.routerTime(),
        report.engineTime(),
        firstToken,
        failovers,
        degradation,
        claim,
        failure,
        candidates);
  }
}
