// Shows what /warmpath/page/state says, about every second. Texts are set as text, never as markup.
const PATH = "/warmpath/page";
const INTERVAL_MS = 800;
const RETRY_MS = 2000;
const MOST_ROWS = 25;
const SVG = "http://www.w3.org/2000/svg";

const by = (id) => document.getElementById(id);
const whole = new Intl.NumberFormat("en-US");
const clock = new Intl.DateTimeFormat("en-GB", {
  hour: "2-digit",
  minute: "2-digit",
  second: "2-digit",
});

let paused = false;
let newest = 0;
let last = null;

// --- words -------------------------------------------------------------------------------------

const percent = (share) => (100 * share).toFixed(1) + " %";

function time(ms) {
  if (ms >= 1000) {
    return (ms / 1000).toFixed(ms >= 10000 ? 1 : 2) + " s";
  }
  if (ms === 0) {
    return "0 ms";
  }
  return (ms < 10 ? ms.toFixed(1) : ms.toFixed(0)) + " ms";
}

const seconds = (ms) => (Math.abs(ms) < 10000 ? (ms / 1000).toFixed(1) : whole.format(Math.round(ms / 1000))) + " s";

const plural = (count, word) => `${whole.format(count)} ${word}${count === 1 ? "" : "s"}`;

const signed = (value, text) => (value < 0 ? "\u2212" : "") + text;

function measuredName(tier) {
  return tier.shadow ? "the endpoint" : tier.policy;
}

// --- elements ----------------------------------------------------------------------------------

function make(tag, className, text) {
  const element = document.createElement(tag);
  if (className) {
    element.className = className;
  }
  if (text !== undefined) {
    element.textContent = text;
  }
  return element;
}

function makeSvg(tag, attributes, text) {
  const element = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes)) {
    element.setAttribute(name, value);
  }
  if (text !== undefined) {
    element.textContent = text;
  }
  return element;
}

function say(id, text) {
  const element = by(id);
  if (element.textContent !== text) {
    element.textContent = text;
  }
}

// --- header and empty state --------------------------------------------------------------------

function showTier({ tier, fleet, sample }) {
  const engines = { timed: "timed model of an engine", real: "llama.cpp", remote: "" }[tier.engines];
  const parts = [`local tier at ${tier.address}`, `policy ${tier.policy}`];
  if (tier.shadow) {
    parts.push("shadow mode");
  }
  parts.push(
    fleet.length ? `${plural(fleet.length, "variant")} (${engines})` : "engines are elsewhere",
  );
  say("about", parts.join(" \u00b7 "));
  const key = tier.needsKey ? ' -H "authorization: Bearer $KEY"' : "";
  say(
    "curl",
    `curl -si ${tier.address}/v1/chat/completions${key} \\\n` +
      "  -H 'content-type: application/json' -d @examples/chat.json",
  );
  by("empty-sample").hidden = !sample;
  showSample(sample);
}

function showSample(sample) {
  const button = by("sample");
  button.hidden = !sample;
  if (!sample) {
    return;
  }
  button.disabled = sample.running;
  say(
    "sample",
    sample.running
      ? `Sending ${whole.format(sample.ended)} of ${whole.format(sample.requests)}`
      : "Send sample traffic",
  );
}

// --- comparison --------------------------------------------------------------------------------

function tile(name, id, value, other) {
  const box = make("div");
  box.append(make("dt", "", name));
  const figure = make("dd", "value", value);
  figure.id = id;
  box.append(figure, make("dd", "other", other));
  return box;
}

function showComparison({ comparison, tier }) {
  const shown = comparison && comparison.requests > 0;
  by("gain").hidden = !shown;
  if (!shown) {
    return;
  }
  const { measured, replayed } = comparison;
  const timed = tier.engines === "timed";
  const hits = (side) => side.cachedTokens / comparison.promptTokens;
  const saved = measured.cachedTokens - replayed.cachedTokens;
  const waiting = replayed.waitedMs - measured.waitedMs;
  const left = comparison.leftOut
    ? ` ${plural(comparison.leftOut, "request")} could not be replayed: round robin's queues were full.`
    : "";
  say(
    "gain-note",
    `Round robin is a replay: models of the same engines, with cold caches of their own, get the same` +
      ` ${plural(comparison.requests, "request")} in turn, at the times at which they came.` +
      (timed ? " Times run from a request's arrival at an engine." : " Times are not replayed: these engines are real.") +
      left,
  );
  const tiles = [
    tile("Prompt tokens from a cache", "hit-rate", percent(hits(measured)), `round robin ${percent(hits(replayed))}`),
    tile("First token, median", "ttft-p50", time(measured.p50Ms), timed ? `round robin ${time(replayed.p50Ms)}` : ""),
    tile("First token, 90th percentile", "ttft-p90", time(measured.p90Ms), timed ? `round robin ${time(replayed.p90Ms)}` : ""),
    tile(
      "Prompt tokens saved",
      "saved",
      signed(saved, whole.format(Math.abs(saved))),
      timed ? `and ${signed(waiting, seconds(Math.abs(waiting)))} of waiting` : "not computed again",
    ),
  ];
  by("tiles").replaceChildren(...tiles);
  say(
    "axis-note",
    `The latest ${plural(comparison.window, "request")}, from left to right;` +
      ` each point is about ${comparison.pointSpan} in a row.`,
  );
  const name = measuredName(tier);
  const percents = (v) => Math.round(100 * v) + " %";
  drawChart("hit", comparison.points, (h) => h.hitRate, { name, top: 1, text: percents, both: true });
  const highest = Math.max(
    ...comparison.points.flatMap((p) => (timed ? [p.measured.ttftMs, p.replayed.ttftMs] : [p.measured.ttftMs])),
  );
  drawChart("ttft", comparison.points, (h) => h.ttftMs, { name, top: roundUp(highest), text: time, both: timed });
}

/** The least round number that is not exceeded, with a round half. */
function roundUp(value) {
  const power = 10 ** Math.floor(Math.log10(Math.max(value, 0.001)));
  return [1, 2, 3, 4, 6, 8, 10].map((step) => step * power).find((step) => step >= value * 0.999);
}

function drawChart(id, points, heightOf, look) {
  const svg = by(`${id}-chart`);
  const width = svg.clientWidth;
  const height = svg.clientHeight;
  if (!width) {
    return;
  }
  svg.setAttribute("viewBox", `0 0 ${width} ${height}`);
  const box = { left: 52, right: width - 104, top: 14, bottom: height - 12 };
  const x = (i) =>
    points.length === 1 ? box.right : box.left + (i * (box.right - box.left)) / (points.length - 1);
  const y = (value) => box.bottom - (Math.min(value, look.top) / look.top) * (box.bottom - box.top);
  const parts = [];
  for (const share of [0, 0.5, 1]) {
    const at = y(share * look.top);
    parts.push(makeSvg("line", { class: "grid", x1: box.left, x2: box.right, y1: at, y2: at }));
    parts.push(
      makeSvg("text", { x: box.left - 8, y: at + 4, "text-anchor": "end" }, look.text(share * look.top)),
    );
  }
  const sides = look.both ? ["replayed", "measured"] : ["measured"];
  const ends = [];
  for (const side of sides) {
    const values = points.map((p) => heightOf(p[side]));
    const path = values.map((v, i) => `${x(i).toFixed(1)},${y(v).toFixed(1)}`).join(" ");
    parts.push(makeSvg("polyline", { class: side, points: path }));
    const value = values.at(-1);
    parts.push(makeSvg("circle", { class: side, cx: x(points.length - 1), cy: y(value), r: 3 }));
    ends.push({ side, value, at: y(value) });
  }
  placeApart(ends, box);
  for (const end of ends) {
    const ours = end.side === "measured";
    const label = makeSvg("text", { class: `end${ours ? " ours" : ""}`, x: box.right + 10, y: end.at - 3 });
    label.append(
      makeSvg("tspan", {}, ours ? look.name : "round robin"),
      makeSvg("tspan", { x: box.right + 10, dy: 15 }, look.text(end.value)),
    );
    parts.push(label);
  }
  svg.replaceChildren(...parts);
  say(
    `${id}-words`,
    ends.map((e) => `${e.side === "measured" ? look.name : "round robin"}: now ${look.text(e.value)}`).join("; "),
  );
}

/** Moves labels of two lines each so that they neither touch nor leave the picture. */
function placeApart(ends, box) {
  const gap = 36;
  ends.sort((a, b) => a.at - b.at);
  for (const end of ends) {
    end.at = Math.min(Math.max(end.at, box.top + 6), box.bottom - 12);
  }
  if (ends.length === 2 && ends[1].at - ends[0].at < gap) {
    const middle = (ends[0].at + ends[1].at) / 2;
    const low = Math.max(box.top + 6, Math.min(middle - gap / 2, box.bottom - 12 - gap));
    ends[0].at = low;
    ends[1].at = low + gap;
  }
}

// --- fleet -------------------------------------------------------------------------------------

function bar(name, text, share, className) {
  const box = make("div", "measure");
  const row = make("div", "row");
  row.append(make("span", "", name), make("span", "", text));
  const outer = make("div", `bar ${className}`);
  const inner = make("i");
  inner.style.width = `${(100 * Math.min(1, share)).toFixed(1)}%`;
  outer.append(inner);
  box.append(row, outer);
  return box;
}

function fact(name, text) {
  const box = make("div", "measure");
  const row = make("div", "row");
  row.append(make("span", "", name), make("span", "", text));
  box.append(row);
  return box;
}

function stateOf(variant) {
  if (variant.draining) {
    return ["draining", "out"];
  }
  if (variant.breaker && variant.breaker !== "closed") {
    return [`breaker ${variant.breaker}`, "out"];
  }
  const { running, waiting } = variant;
  if (running + waiting === 0) {
    return ["idle", ""];
  }
  return [`${running} running` + (waiting ? `, ${waiting} waiting` : ""), "busy"];
}

function showFleet({ fleet }) {
  by("fleet").hidden = fleet.length === 0;
  const busiest = Math.max(1, ...fleet.map((v) => v.computedTokens));
  const cards = fleet.map((variant) => {
    const card = make("li");
    const head = make("div", "head");
    const [state, tone] = stateOf(variant);
    head.append(make("span", "name", variant.variant), make("span", `state ${tone}`, state));
    card.append(
      head,
      bar(
        "Cache filled",
        `${whole.format(variant.reusableTokens)} of ${whole.format(variant.capacityTokens)}`,
        variant.reusableTokens / variant.capacityTokens,
        "",
      ),
      bar("Tokens computed", whole.format(variant.computedTokens), variant.computedTokens / busiest, "plain"),
    );
    if (variant.prefixes !== undefined) {
      card.append(fact("Prefixes owned", whole.format(variant.prefixes)));
    }
    const hits = variant.promptTokens ? percent(variant.cachedTokens / variant.promptTokens) : "\u2013";
    card.append(fact(plural(variant.requests, "request"), `${hits} from the cache`));
    return card;
  });
  by("cards").replaceChildren(...cards);
}

// --- decisions ---------------------------------------------------------------------------------

function decisionRow(decision) {
  const row = make("tr");
  row.append(make("td", "time", clock.format(new Date(decision.at))));
  row.append(make("td", "variant", decision.variant ?? "nowhere"));
  const why = make("td", "why");
  const word = decision.failure ? "failed" : decision.reason;
  why.append(make("span", `word ${word}`, word), sentence(decision));
  row.append(why);
  const number = (className, name, text) => {
    const cell = make("td", `number ${className}`, text);
    cell.dataset.name = name;
    row.append(cell);
  };
  number("", "prompt", whole.format(decision.promptTokens));
  number("", "cached", decision.cachedTokens === undefined ? "\u2013" : whole.format(decision.cachedTokens));
  number(
    "took",
    "",
    decision.ttftMs === undefined ? time(decision.wholeMs) : `${time(decision.ttftMs)} to first token`,
  );
  return row;
}

function sentence(decision) {
  const parts = [decision.why];
  if (decision.advised && decision.advised !== decision.variant) {
    parts.push(`The endpoint chose ${decision.variant} by itself.`);
  }
  if (decision.failovers) {
    parts.push(`${plural(decision.failovers, "target")} failed before.`);
  }
  if (decision.failure) {
    parts.push(`The engine gave no good answer: ${decision.failure}.`);
  }
  return parts.join(" ");
}

function showDecisions({ decisions }) {
  by("decisions").hidden = decisions.total === 0;
  by("empty").hidden = decisions.total > 0;
  if (decisions.total === 0) {
    return;
  }
  const reasons = Object.entries(decisions.reasons)
    .sort((a, b) => b[1] - a[1])
    .map(([reason, count]) => `${whole.format(count)} ${reason}`)
    .join(", ");
  say(
    "decisions-note",
    `${plural(decisions.total, "decision")}: ${reasons || "none of them had a target"}.` +
      ` The router's own time is ${time(decisions.routerMs)} in the median.`,
  );
  const rows = by("rows");
  if (decisions.total < newest) {
    // Another tier answers here now.
    newest = 0;
    rows.replaceChildren();
  }
  const fresh = decisions.latest.filter((d) => d.number > newest).slice(0, MOST_ROWS);
  rows.prepend(...fresh.map(decisionRow));
  newest = decisions.total;
  while (rows.childElementCount > MOST_ROWS) {
    rows.lastElementChild.remove();
  }
}

// --- the loop ----------------------------------------------------------------------------------

function show(state) {
  last = state;
  showTier(state);
  showDecisions(state);
  showComparison(state);
  showFleet(state);
}

function status(text, lost) {
  say("live", text);
  by("live").classList.toggle("lost", lost);
}

async function poll() {
  let wait = INTERVAL_MS;
  if (!paused && !document.hidden) {
    try {
      const response = await fetch(`${PATH}/state`, { cache: "no-store" });
      if (!response.ok) {
        throw new Error(`status ${response.status}`);
      }
      const state = await response.json();
      if (!paused) {
        show(state);
        status("Live", false);
      }
    } catch {
      status("The tier does not answer", true);
      wait = RETRY_MS;
    }
  }
  setTimeout(poll, wait);
}

by("pause").addEventListener("click", () => {
  paused = !paused;
  by("pause").setAttribute("aria-pressed", String(paused));
  say("pause", paused ? "Resume" : "Pause");
  status(paused ? "Paused" : "Live", false);
});

by("sample").addEventListener("click", async () => {
  by("sample").disabled = true;
  try {
    await fetch(`${PATH}/sample`, { method: "POST", headers: { "x-warmpath-page": "1" } });
  } catch {
    status("The tier does not answer", true);
  }
});

by("copy").addEventListener("click", async () => {
  try {
    await navigator.clipboard.writeText(by("curl").textContent);
    say("copy", "Copied");
  } catch {
    // Not allowed: then it is at least selected.
    getSelection().selectAllChildren(by("curl"));
  }
});

addEventListener("resize", () => {
  if (last) {
    showComparison(last);
  }
});

poll();
