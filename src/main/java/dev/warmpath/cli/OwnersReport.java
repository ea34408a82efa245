package dev.warmpath.cli;

import com.fasterxml.jackson.jr.ob.JSON;
import dev.warmpath.routing.Breaker;
import dev.warmpath.routing.PoolFacts;
import dev.warmpath.routing.TargetLoad;
import dev.warmpath.routing.TargetRow;
import dev.warmpath.table.Inventory.Holding;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** The targets of a table, for people and for programs. */
final class OwnersReport {
  private static final List<String> HEADS =
      List.of(
          "target",
          "prefixes",
          "void",
          "last use",
          "inserted",
          "queued",
          "running",
          "context",
          "capacity",
          "tokens/s",
          "gen",
          "breaker",
          "state");

  /** What a load is reckoned with where no answer has taught a speed: the setting's default. */
  private static final PoolFacts DEFAULTS = new PoolFacts(400_000, 8_000, 4, Duration.ofHours(1));

  private OwnersReport() {}

  /** An aligned table, a line each. */
  static String text(List<Holding> holdings, Instant now) {
    AlignedTable table = new AlignedTable(HEADS);
    holdings.forEach(holding -> table.add(row(holding, now)));
    return table.text();
  }

  /** One line of JSON. */
  static String json(List<Holding> holdings, Instant now) {
    try {
      return JSON.std.asString(
          Map.of("targets", holdings.stream().map(h -> json(h, now)).toList()));
    } catch (IOException e) {
      throw new UncheckedIOException("memory cannot break", e);
    }
  }

  private static List<String> row(Holding holding, Instant now) {
    TargetRow row = holding.row();
    TargetLoad load = load(row, now);
    return List.of(
        row.target().value(),
        count(holding.prefixes()),
        count(holding.voidPrefixes()),
        holding.lastUse().map(use -> age(use, now)).orElse("-"),
        count(row.clock()),
        count(Math.round(load.queuedPrefillTokens())),
        count(load.sequences()),
        count(load.contextTokens()),
        learned(row.learned().capacityTokens()),
        learned(row.learned().prefillTokensPerSecond()),
        Long.toString(row.generation()),
        breaker(row, now),
        state(holding, now));
  }

  private static Map<String, Object> json(Holding holding, Instant now) {
    TargetRow row = holding.row();
    TargetLoad load = load(row, now);
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("target", row.target().value());
    json.put("in_fleet_row", holding.inService());
    json.put("prefixes", holding.prefixes());
    json.put("void_prefixes", holding.voidPrefixes());
    holding.lastUse().ifPresent(use -> json.put("last_use", use.toString()));
    json.put("inserted_tokens", row.clock());
    json.put("queued_prefill_tokens", Math.round(load.queuedPrefillTokens()));
    json.put("sequences", load.sequences());
    json.put("context_tokens", load.contextTokens());
    json.put("learned_capacity_tokens", row.learned().capacityTokens());
    json.put("learned_prefill_tokens_per_second", row.learned().prefillTokensPerSecond());
    json.put("generation", row.generation());
    json.put("breaker", breaker(row, now));
    json.put("draining", row.draining());
    holding
        .lastAction()
        .ifPresent(
            action -> {
              json.put("last_action", action.action());
              json.put("last_action_at", action.at().toString());
            });
    return json;
  }

  private static TargetLoad load(TargetRow row, Instant now) {
    return TargetLoad.of(
        row, now, row.learned().prefillRate(DEFAULTS, DEFAULTS.prefillTokensPerSecond()));
  }

  private static String breaker(TargetRow row, Instant now) {
    return Breaker.of(row, now).name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  private static String state(Holding holding, Instant now) {
    String state = holding.row().draining() ? "draining" : "serving";
    return holding
        .lastAction()
        .map(a -> state + " (" + a.action() + " " + age(a.at(), now) + " ago)")
        .orElse(state);
  }

  private static String learned(long value) {
    return value > 0 ? count(value) : "-";
  }

  private static String count(long value) {
    return String.format(Locale.ROOT, "%,d", value);
  }

  private static String age(Instant then, Instant now) {
    long seconds = Math.max(0, Duration.between(then, now).toSeconds());
    if (seconds < 120) {
      return seconds + " s";
    }
    return seconds < 7200 ? seconds / 60 + " min" : seconds / 3600 + " h";
  }
}
