package dev.warmpath.advise;

import dev.warmpath.advise.Forecast.Outcome;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.function.IntFunction;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Advice as one page of HTML that needs nothing else: light or dark as its reader's system is. */
public final class AdvicePage {
  private static final int WIDE = 1040;
  private static final int WIDE_HALF = 508;
  private static final int NARROW = 350;
  private static final int MOST_PARTS = 10;

  private AdvicePage() {}

  /** The page. */
  public static String of(Advice advice) {
    return "<!doctype html><html lang='en'><head><meta charset='utf-8'>"
        + "<meta name='viewport' content='width=device-width,initial-scale=1'>"
        + "<title>Advice on %s</title><style>%s</style></head><body><main>"
            .formatted(Html.escaped(advice.file()), style())
        + head(advice)
        + culprits(advice)
        + beginnings(advice)
        + advice.forecast().map(forecast -> forecast(advice, forecast)).orElse("")
        + method(advice)
        + "</main></body></html>\n";
  }

  private static String head(Advice advice) {
    return "<header><p class='eyebrow'>Warmpath advice on %s</p><h1>%s</h1>"
            .formatted(Html.escaped(advice.file()), Html.escaped(advice.headline()))
        + "<dl class='figures'>"
        + figure("hit rate as it is", Figures.percent(advice.hitRate()))
        + (advice.culprits().isEmpty()
            ? ""
            : figure("hit rate mended", Figures.percent(advice.mendedHitRate())))
        + figure("requests", Figures.count(advice.requests()))
        + figure("prompt tokens", Figures.count(advice.promptTokens()))
        + "</dl><p class='note'>Hit rates are those of one infinite cache that sees every request:"
        + " the best that any routing can reach.</p></header>"
        + complaints(advice);
  }

  private static String complaints(Advice advice) {
    return advice.badLines() == 0
        ? ""
        : "<section class='warning'><h2>%s</h2><ul>%s</ul></section>"
            .formatted(
                AdviceText.passedOver(advice),
                advice.complaints().stream()
                    .map(c -> "<li>" + Html.escaped(c) + "</li>")
                    .collect(Collectors.joining()));
  }

  private static String figure(String name, String value) {
    return "<div><dt>%s</dt><dd>%s</dd></div>".formatted(name, value);
  }

  private static String culprits(Advice advice) {
    if (!advice.hasText() || advice.culprits().isEmpty()) {
      return "";
    }
    return "<section><h2>What spoils reuse</h2><ol class='culprits'>"
        + advice.culprits().stream()
            .map(culprit -> culprit(advice, culprit))
            .collect(Collectors.joining())
        + "</ol></section>";
  }

  private static String culprit(Advice advice, Culprit culprit) {
    return "<li><h3>%s</h3>".formatted(Html.escaped(culprit.title()))
        + bar("as it is", advice.hitRate(), "peer")
        + bar("mended alone", culprit.hitRate(), "ours")
        + "<p>Costs <strong>%s</strong> of hit rate: %s prompt tokens computed again, in %s of %s requests.%s</p>"
            .formatted(
                Figures.points(culprit.cost()),
                Figures.count(culprit.lostTokens()),
                Figures.count(culprit.prompts()),
                Figures.count(advice.requests()),
                hidden(advice, culprit))
        + fleetRate(advice, culprit)
        + "<p class='rewrite'>%s</p>".formatted(Html.escaped(culprit.rewrite()))
        + culprit.excerpt().map(text -> "<pre>%s</pre>".formatted(Html.escaped(text))).orElse("")
        + "</li>";
  }

  private static String hidden(Advice advice, Culprit culprit) {
    return culprit.hitRate() - advice.hitRate() < culprit.cost() / 2
        ? " It shows in full only once the others are mended too."
        : "";
  }

  private static String fleetRate(Advice advice, Culprit culprit) {
    Optional<Double> asIs = advice.forecast().map(f -> f.asIs().getLast().hitRate());
    return asIs.isEmpty() || culprit.fleetHitRate().isEmpty()
        ? ""
        : "<p>On the simulated fleet under Warmpath: %s as it is, %s with only this mended.</p>"
            .formatted(Figures.percent(asIs.get()), Figures.percent(culprit.fleetHitRate().get()));
  }

  private static String bar(String name, double share, String look) {
    return ("<div class='bar'><span>%s</span><i class='%s' style='--share:%s'></i>"
            + "<b>%s</b></div>")
        .formatted(Html.escaped(name), look, Html.number(share), Figures.percent(share));
  }

  private static String beginnings(Advice advice) {
    boolean mended = !advice.mendedBeginnings().isEmpty();
    return "<section><h2>Where prompts part</h2><p>To the right the depth in the prompt, downwards"
        + " the share of requests. A block is text that all requests of its height share; where"
        + " nothing is drawn, few others have it.</p>"
        + (mended ? "<h3>As they are</h3>" : "")
        + tree(advice.beginnings(), advice.requests())
        + (mended ? "<h3>Mended</h3>" + tree(advice.mendedBeginnings(), advice.requests()) : "")
        + "</section>";
  }

  private static String tree(List<Branch> branches, long requests) {
    return branches.isEmpty()
        ? "<p>Hardly any two prompts share their first block.</p>"
        : both(width -> BeginningsPicture.of(branches, requests, width), WIDE)
            + "<ul class='parts'>"
            + parts(branches, 0).limit(MOST_PARTS).collect(Collectors.joining())
            + "</ul>";
  }

  private static Stream<String> parts(List<Branch> branches, int level) {
    return branches.stream()
        .flatMap(
            branch ->
                Stream.concat(
                    Stream.of(
                        "<li style='--level:%d'>%s</li>"
                            .formatted(Math.min(level, 4), BeginningsPicture.title(branch))),
                    parts(branch.children(), level + 1)));
  }

  private static String both(IntFunction<String> picture, int wide) {
    return "<div class='wide'>%s</div><div class='narrow'>%s</div>"
        .formatted(picture.apply(wide), picture.apply(NARROW));
  }

  private static String forecast(Advice advice, Forecast forecast) {
    return "<section><h2>What a fleet would do</h2><p>Simulated, not measured: %d engines whose caches hold %s tokens each, %s; the first %s requests. Engine speeds are assumed (Llama 3.1 70B on eight H100).</p>"
            .formatted(
                forecast.targets(),
                Figures.count(forecast.kvTokens()),
                Html.escaped(forecast.pace()),
                Figures.count(forecast.requests()))
        + "<h3>Prompts as they are</h3>"
        + outcomes(forecast.asIs())
        + (forecast.mended().isEmpty()
            ? ""
            : "<h3>With %s mended</h3>"
                    .formatted(advice.culprits().size() == 1 ? "the culprit" : "all culprits")
                + outcomes(forecast.mended()))
        + "</section>"
        + sweep(forecast);
  }

  private static String outcomes(List<Outcome> outcomes) {
    return "<div class='scroll'><table><thead><tr><th>policy</th><th>hit rate</th><th>TTFT p50</th>"
        + "<th>p90</th></tr></thead><tbody>"
        + outcomes.stream().map(AdvicePage::row).collect(Collectors.joining())
        + "</tbody></table></div>";
  }

  private static String row(Outcome outcome) {
    return ("<tr class='%s'><th>%s</th><td class='meter' style='--share:%s'>%s</td><td>%s</td>"
            + "<td>%s</td></tr>")
        .formatted(
            outcome.policy().equals(Forecaster.WARMPATH) ? "ours" : "peer",
            outcome.policy(),
            Html.number(outcome.hitRate()),
            Figures.percent(outcome.hitRate()),
            Figures.seconds(outcome.ttftP50Seconds()),
            Figures.seconds(outcome.ttftP90Seconds()));
  }

  private static String sweep(Forecast forecast) {
    return "<section><h2>How many engines, of which size</h2><p>%s</p><div class='pair'>"
            .formatted(Html.escaped(AdviceText.enough(forecast)))
        + "<figure><figcaption>Hit rate under Warmpath, a line for each cache size in tokens</figcaption>"
        + both(
            width ->
                SweepPicture.of(
                    forecast.sweep(),
                    "hit rate over engines",
                    Outcome::hitRate,
                    share -> Figures.whole(100 * share) + " %",
                    1,
                    width),
            WIDE_HALF)
        + "</figure><figure><figcaption>Time to first token, p90</figcaption>"
        + both(
            width ->
                SweepPicture.of(
                    forecast.sweep(),
                    "time to first token over engines",
                    Outcome::ttftP90Seconds,
                    Figures::seconds,
                    0.001,
                    width),
            WIDE_HALF)
        + "</figure></div></section>";
  }

  private static String method(Advice advice) {
    return "<section class='method'><h2>How this was found</h2><p>"
        + (advice.hasText()
            ? "A token is taken for four bytes. Prompts of one kind are laid along each other; where"
                + " they differ before shared text, the piece is moved to the prompt's end in every"
                + " request and the hit rate counted again. Pieces are looked for in the first 32 KB,"
                + " down to the end of the first message; six suspects at most are tried. What costs"
                + " less than a point is not named."
            : "Only names of blocks are known, so that no piece of text can be blamed.")
        + (advice.sampledOneIn() == 1
            ? ""
            : " The file has more than a million different blocks: hit rates are estimated from one"
                + " block in "
                + advice.sampledOneIn()
                + ".")
        + " The tree shows the first million different blocks and what at least one request in"
        + " two hundred shares.</p></section>";
  }

  private static String style() {
    try (InputStream in = AdvicePage.class.getResourceAsStream("advice.css")) {
      if (in == null) {
        throw new IllegalStateException("advice.css is missing beside its class");
      }
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new IllegalStateException("advice.css cannot be read", e);
    }
  }
}
