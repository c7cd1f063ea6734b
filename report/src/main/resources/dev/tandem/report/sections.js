/* The sections of the page below the table; each returns its element, or null if there is nothing to show. */

function section(id, title, lead, ...content) {
  return el("section", { id }, title && el("h2", {}, title), lead && el("p", { class: "lead" }, lead), ...content);
}

function panel(title, hint, ...content) {
  return el("div", { class: "panel" }, el("header", {}, el("h3", {}, title, hint && el("small", {}, "  " + hint))), ...content);
}

/** Advice with options of the command set as code. */
function worded(text) {
  return text.split(/(--[a-z-]+(?: [0-9][0-9.]*[0-9]|(?: [0-9]))?)/).map(part => part.startsWith("--") ? el("code", {}, part) : part);
}

function upperFirst(text) {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

function chip(unknown) {
  return el("button", { type: "button", class: "chip name", onclick: () => choose(unknown, true) }, unknown.name);
}

/** The verdict with its reasons, what to do, and what is worth knowing. */
function verdictWords() {
  const v = run.verdict;
  const answers = el("dl", { class: "answers" });
  if (run.warnings.length > 0) {
    answers.append(el("div", {}, el("dt", {}, "What to distrust"), el("dd", {}, el("ul", { class: v.trust, style: "--dot: var(--tone)" },
      run.warnings.map(finding => el("li", {}, named(finding), concerned(finding)))))));
    const advice = briefly(run.warnings.map(finding => finding.advice));
    answers.append(el("div", {}, el("dt", {}, "What to do"), el("dd", {}, el("ul", {}, advice.map(text => el("li", {}, worded(text)))))));
  } else if (hasDraws) {
    answers.append(el("div", {}, el("dt", {}, "What to distrust"), el("dd", {}, "Nothing was found. Whether the model fits the data is another question" + (run.predictive ? ": see the predictions." : "."))));
  }
  if (run.notes.length > 0) {
    answers.append(el("div", {}, el("dt", {}, "Worth knowing"), el("dd", {}, el("ul", {}, run.notes.map(finding =>
      el("li", {}, named(finding), " ", el("span", { class: "advice" }, worded(finding.advice))))))));
  }
  return el("div", {}, el("div", { class: "verdict " + v.trust }, el("h2", { class: "headline" }, v.headline), el("p", { class: "reason" }, v.reason)), answers);
}

function verdictSection() {
  const overview = el("div", { class: "grid", style: "align-content:start" }, tiles());
  if (hasDraws && unknowns.some(unknown => unknown.rhat !== null)) {
    overview.append(panel("Every unknown at a glance", "good ones lie to the lower right; click to see one",
      plot(glancePlot, { height: 190, label: "R-hat against effective draws of every unknown", ready: chart => {
        chart.off("click");
        chart.on("click", event => byName.has(event.name) && choose(byName.get(event.name), true));
      } })));
  }
  return el("section", { id: "verdict", style: "padding-top:0" }, el("h1", {}, run.title), el("p", { class: "made" }, run.subtitle),
    el("div", { class: "first" }, verdictWords(), overview));
}

/** What was found, its worst unknown a link to that unknown's plots. */
function named(finding) {
  const text = upperFirst(finding.what);
  const worst = byName.get(finding.unknowns[0]);
  // The name as a word: an unknown may be called a.
  const at = worst ? text.search(new RegExp("(?<![\\w.\\[])" + worst.name.replace(/[.*+?^${}()|[\]\\]/g, "\\$&") + "(?![\\w.\\[])(?= \\(|[:.,])")) : -1;
  if (at < 0) return [text];
  const link = el("a", { href: "#unknown", class: "name", onclick: event => { event.preventDefault(); choose(worst, true); } }, worst.name);
  return [text.slice(0, at), link, text.slice(at + worst.name.length)];
}

/** The unknowns that a finding concerns, if they are several. */
function concerned(finding) {
  const shown = finding.unknowns.map(name => byName.get(name)).filter(Boolean).slice(0, 8);
  if (finding.count < 2 || shown.length === 0) return null;
  const more = finding.count - shown.length;
  return el("div", { style: "margin-top:4px" }, shown.map(chip), more > 0 && el("span", { class: "hint" }, "and " + grouped(more) + " more"));
}

/** Advice without what other advice says already: the same options, or fewer of them. */
function briefly(advice) {
  const options = text => text.match(/--[a-z-]+(?: [0-9.]*[0-9])?/g) || [];
  const all = [...new Set(advice)];
  return all.filter(text => !all.some(other => other !== text && options(text).length > 0 && options(text).length < options(other).length && options(text).every(option => options(other).includes(option))));
}

function tiles() {
  const tile = (label, value, about, off, title) => el("div", { class: "tile" + (off ? " off " + off : ""), title }, el("span", {}, label), el("b", {}, value), el("span", { title: about }, about || "\u00a0"));
  const box = el("div", { class: "tiles" });
  const known = unknowns.filter(unknown => unknown.rhat !== null && unknown.bulk !== null);
  if (known.length > 0) {
    const worst = known.reduce((a, b) => b.rhat > a.rhat ? b : a);
    const smallest = known.reduce((a, b) => size(b) < size(a) ? b : a);
    const judged = run.judged || {};
    const rhat = judged.rhat ? number(judged.rhat) : worst.rhat;
    const fewest = judged.size || size(smallest);
    box.append(
      tile("worst R-hat", isFinite(rhat) ? rhat.toFixed(3) : "∞", judged.rhatOf || worst.name, rhat > run.thresholds.rhat && (rhat > 1.1 ? "bad" : "caution"), "should be below " + run.thresholds.rhat),
      tile("effective draws", grouped(Math.round(fewest)), "at " + (judged.sizeOf || smallest.name), fewest < run.thresholds.ess && "caution", "the smallest; should be at least " + run.thresholds.ess));
  }
  box.append(tile("divergences", grouped(run.divergences), run.divergences > 0 ? percent(run.divergences / (chains * run.drawn)) + " of draws" : "none", run.divergences > 0 && "caution", "iterations whose energy error went beyond bounds"));
  const ebfmi = run.energy && run.energy.ebfmi.filter(value => value !== null);
  if (ebfmi && ebfmi.length > 0) {
    const least = Math.min(...ebfmi);
    box.append(tile("E-BFMI", least.toFixed(2), "the smallest", least < run.thresholds.ebfmi && "caution", "should be at least " + run.thresholds.ebfmi));
  }
  box.append(tile("draws", grouped(chains * run.drawn), `${chains} × ${grouped(run.drawn)}`));
  const discrete = unknowns.filter(unknown => unknown.discrete).length;
  if (run.rowsInAll) box.append(tile("unknowns", grouped(run.rowsInAll), run.rowsInAll > unknowns.length ? "" : discrete === 0 ? "continuous" : grouped(discrete) + " discrete"));
  box.append(tile("sampler", run.sampler));
  if (run.seconds) box.append(tile("time", duration(run.seconds.warmup + run.seconds.sampling), duration(run.seconds.warmup) + " warmup"));
  const odd = box.children.length % 4;
  if (odd) box.lastChild.style.gridColumn = `span ${5 - odd}`;
  return box;
}

/* One unknown. */
const unknownBox = el("div");

function unknownSection() {
  return el("section", { id: "unknown" }, unknownBox);
}

function chainLegend(changed) {
  const buttons = [];
  const update = () => buttons.forEach((button, chain) => button.setAttribute("aria-pressed", String(chain === oneChain)));
  for (let chain = 0; chain < chains; chain++) {
    const swatch = el("i");
    const paint = () => swatch.style.background = chainColour(chain);
    paint();
    document.addEventListener("recolour", paint);
    buttons.push(el("button", { type: "button", title: "Show this chain alone", onclick: () => {
      oneChain = oneChain === chain ? -1 : chain;
      update();
      changed();
    } }, swatch, "chain " + (chain + 1)));
  }
  update();
  return el("div", { class: "legend" }, buttons);
}

function showUnknown(unknown) {
  forget(unknownBox);
  const c = curves(unknown);
  const position = visible.indexOf(unknown);
  const step = by => visible[(position + by + visible.length) % visible.length];
  const pager = el("div", { class: "pager" },
    el("button", { type: "button", "aria-label": "Previous unknown", onclick: () => choose(step(-1)) }, "←"),
    el("button", { type: "button", "aria-label": "Next unknown", onclick: () => choose(step(1)) }, "→"));
  const head = el("div", { class: "unknown" }, el("h2", {}, unknown.name), el("span", { class: "hint" }, unknown.discrete ? "discrete" : c && c.discrete ? "whole numbers" : "continuous"), visible.length > 1 && position >= 0 ? pager : null);
  const parts = [head, saying(unknown, c)];
  if (c) {
    const plots = [];
    const add = (title, hint, make, wide) => {
      const host = plot(width => make(unknown, width), { label: title + " of " + unknown.name });
      plots.push(host);
      const box = panel(title, hint, host);
      if (wide) box.classList.add("wide");
      return box;
    };
    const legend = chainLegend(() => plots.forEach(host => redraw(host)));
    const thinned = run.detail.stride > 1 ? `every ${ordinal(run.detail.stride)} draw, over the range of all` : "all draws";
    const diverged = run.divergent.total > 0 ? "; triangles mark divergences" : "";
    parts.push(legend, el("div", { class: "grid three" },
      add(c.discrete ? "Probabilities" : "Density", c.discrete ? "dots are the chains" : "bar: middle 90%, dot: median", c.discrete ? barPlot : densityPlot),
      add("Trace", thinned + diverged, tracePlot, true),
      add("Ranks", "flat, inside the band", rankPlot),
      add("Autocorrelation", "by lag; the sooner at 0 the better", correlationPlot),
      add("Running mean", strayed(unknown), runningPlot)));
  }
  unknownBox.replaceChildren(...parts);
}

function strayed(unknown) {
  const away = strays(unknown);
  if (away.length === 0) return "chains should end inside the funnel";
  return away.length === chains && chains > 1 ? "no chain ends inside the funnel: they disagree"
    : (away.length === 1 ? `chain ${away[0]} ends` : `chains ${away.join(", ")} end`) + " outside the funnel";
}

function ordinal(n) {
  const tail = n % 100 > 10 && n % 100 < 14 ? "th" : ["th", "st", "nd", "rd"][n % 10] || "th";
  return grouped(n) + tail;
}

/** What the draws say about an unknown, in a sentence. */
function saying(unknown, c) {
  const cell = name => unknown.cells[run.headings.indexOf(name) - 1];
  const b = text => el("b", {}, text);
  const p = el("p", { class: "says" });
  if (unknown.sd === 0) {
    p.append("It is ", b(cell("mean")), " in every draw.");
    return p;
  }
  if (unknown.discrete) {
    const top = unknown.probabilities.slice(0, 3);
    p.append("Most often ");
    top.forEach(([value, share], i) => p.append(i === 0 ? "" : i === top.length - 1 ? " and " : ", ", b(String(value)), ` (${percent(share)})`));
    p.append(". ");
  }
  p.append("Mean ", b(cell("mean")), ", known to ± ", b(cell("mcse")), "; sd ", b(cell("sd")), "; ");
  p.append("90% between ", b(cell("5%")), " and ", b(cell("95%")), ". ");
  if (c && !c.discrete && c.positive > 0 && c.positive < 1) p.append("Positive with probability ", b(percent(c.positive).replace("%", "") + "%"), ". ");
  if (unknown.rhat !== null) {
    p.append("R-hat ", b(cell("rhat")), ", ", b(cell("ess bulk")), " effective draws");
    if (unknown.tail !== null) p.append(" (", b(cell("ess tail")), " in the tails)");
    p.append(".");
  }
  if (c && !c.discrete && c.outside > 0) p.append(` ${upperFirst(percent(c.outside))} of the draws lie beyond the density's plot.`);
  if (!c) p.append(unknown.plot < 0 ? " Its plots were left out to keep the page small." : " It has draws that are not finite, so there is nothing to plot.");
  return p;
}

/* Pairs. */
const paired = [];
/** Those of them that are shown on the scale of their logarithm. */
const logged = new Set();
let pairsHost = null;

function plottable() {
  return unknowns.filter(unknown => unknown.plot >= 0 && unknown.sd > 0);
}

function pairsSection() {
  const able = plottable();
  if (able.length < 2) return null;
  paired.push(...firstPairs(able));
  // A funnel shows its neck on the scale of the logarithm.
  const narrow = run.divergent.clues.find(clue => byName.get(clue.name) && clue.median < byName.get(clue.name).q50 && positive(byName.get(clue.name)));
  if (narrow && narrow.distance > .25) logged.add(byName.get(narrow.name));
  for (const unknown of shaped()) if (positive(unknown)) logged.add(unknown);
  const chips = el("span");
  const add = el("input", { type: "search", list: "names", placeholder: "Add an unknown", "aria-label": "Add an unknown to the pairs" });
  const names = el("datalist", { id: "names" }, able.slice(0, 2000).map(unknown => el("option", { value: unknown.name })));
  const update = () => {
    chips.replaceChildren(...paired.map(unknown => el("span", { class: "pill" },
      positive(unknown) ? el("button", { type: "button", class: "scale", "aria-pressed": String(logged.has(unknown)), title: "Switch between the scale of the unknown and that of its logarithm", onclick: () => {
        if (!logged.delete(unknown)) logged.add(unknown);
        update();
      } }, "log") : null,
      el("span", { class: "name" }, unknown.name),
      paired.length > 2 ? el("button", { type: "button", "aria-label": "Take out " + unknown.name, onclick: () => {
        paired.splice(paired.indexOf(unknown), 1);
        update();
      } }, "×") : null)));
    const square = () => Math.max(260, Math.min(pairsHost.clientWidth || 600, 150 * paired.length + 140));
    pairsHost.style.height = Math.min(square(), 720) + "px";
    redraw(pairsHost);
  };
  add.addEventListener("input", () => {
    const unknown = byName.get(add.value.trim());
    if (unknown && unknown.plot >= 0 && unknown.sd > 0 && !paired.includes(unknown)) {
      if (paired.length === 5) paired.shift();
      paired.push(unknown);
      add.value = "";
      update();
    }
  });
  pairsHost = plot(width => pairsPlot(paired, logged, width, pairsHost.clientHeight), { label: "Pairs of unknowns", height: 480, remake: true });
  const box = el("div", { class: "panel" }, pairsHost);
  const out = section("pairs", "Pairs", null, divergenceWords(), el("div", { class: "tools" }, chips, add, names, divergenceKey()), box);
  setTimeout(update);
  return out;
}

/** Whether an unknown has a logarithm in every draw. */
function positive(unknown) {
  const c = curves(unknown);
  return !!c && !c.discrete && c.positive === 1;
}

function divergenceKey() {
  if (run.divergent.shown.length === 0) return null;
  const mark = el("i", { class: "triangle" });
  const paint = () => mark.style.borderBottomColor = palette.alarm;
  paint();
  document.addEventListener("recolour", paint);
  return el("span", { class: "key" }, el("span", {}, mark, "draws that diverged"));
}

/** Where the divergent draws gather, if they do. */
function divergenceWords() {
  const lead = text => el("p", { class: "lead" }, text);
  const d = run.divergent;
  if (d.total === 0) return lead(run.divergences === 0 ? "How unknowns hang together. No iteration diverged." : "How unknowns hang together. Which iterations diverged was not kept.");
  const clues = d.clues.filter(clue => clue.distance > .25 && clue.distance > .6 * d.clues[0].distance).slice(0, 3);
  const count = d.total === 1 ? "1 draw diverged" : grouped(d.total) + " draws diverged";
  if (clues.length === 0) return lead(`How unknowns hang together. ${count}, in no place of their own.`);
  const words = clues.map(clue => {
    const unknown = byName.get(clue.name);
    return `${clue.median < unknown.q50 ? "small" : "large"} ${clue.name} (median ${short(clue.median, 2)} instead of ${short(unknown.q50, 2)})`;
  });
  return lead(`How unknowns hang together. ${count}; they gather at ${words.join(", ").replace(/, ([^,]*)$/, " and $1")}. A model written so that this region is easier to move in loses them.`);
}

/** The unknowns of a shape that makes trouble: a scale and a member of a funnel, two that lie on a ridge. */
function shaped() {
  const finding = (run.warnings || []).find(warning => warning.kind === "funnel" || warning.kind === "ridge");
  return finding ? finding.unknowns.map(name => byName.get(name)).filter(unknown => unknown && unknown.plot >= 0).slice(0, 2) : [];
}

/** What is worth seeing first: a shape that makes trouble, where divergences gather, else the unknowns that hang together most. */
function firstPairs(able) {
  const gathered = run.divergent.clues.map(clue => byName.get(clue.name)).filter(unknown => unknown && unknown.plot >= 0);
  const clues = [...new Set([...shaped(), ...gathered])];
  const pool = able.filter(unknown => !unknown.discrete).slice(0, 40);
  const list = pool.length >= 2 ? pool : able.slice(0, 40);
  const start = clues.slice(0, 2);
  const best = [];
  const values = list.map(unknown => normalised(curves(unknown)));
  for (let i = 0; i < list.length; i++) {
    for (let j = 0; j < i; j++) best.push([Math.abs(dot(values[i], values[j])), list[j], list[i]]);
  }
  best.sort((a, b) => b[0] - a[0]);
  const chosen = new Set(start);
  for (const [r, a, b] of best) {
    if (chosen.size >= Math.min(4, list.length)) break;
    // One that is computed from the other shows nothing.
    if (r > .995) continue;
    chosen.add(a);
    if (chosen.size < 4) chosen.add(b);
  }
  for (const unknown of list) if (chosen.size < 2) chosen.add(unknown);
  return [...chosen].sort((a, b) => a.index - b.index);
}

/** The ranks of the draws, centred and of length 1, so that a product of two is their rank correlation. */
function normalised(c) {
  const values = c ? c.draws.flat() : [];
  const order = values.map((_, i) => i).sort((a, b) => values[a] - values[b]);
  const ranks = new Array(values.length);
  order.forEach((place, rank) => ranks[place] = rank - (values.length - 1) / 2);
  const norm = Math.sqrt(ranks.reduce((sum, rank) => sum + rank * rank, 0)) || 1;
  return ranks.map(rank => rank / norm);
}

function dot(a, b) {
  let sum = 0;
  for (let i = 0; i < a.length; i++) sum += a[i] * b[i];
  return sum;
}

/* Discrete allocations. */
function allocationSection() {
  const maps = run.allocations || [];
  if (maps.length === 0) return null;
  const boxes = maps.map(map => {
    map.plane = map.shape.length >= 2 && map.sitesPerColumn === 1 && map.shape[0] > 1 ? [map.shape[0], map.columns / map.shape[0]] : null;
    const natural = Array.from({ length: map.plane ? map.plane[0] : map.columns }, (_, i) => i);
    let order = natural;
    const caption = el("p", {}, "\u00a0");
    const host = plot(() => allocationPlot(map, order), { height: map.plane ? Math.min(640, Math.max(150, map.plane[0] * 16 + 40)) : map.rows === 2 ? 170 : Math.min(360, Math.max(150, map.rows * 26 + 40)), label: allocationWords(map),
      ready: chart => followSites(chart, map, () => order, caption) });
    const title = map.plane ? (map.rows === 2 ? `P(${map.name} = ${valueLabel(map, 1)})` : map.rows <= palette.classes.length ? "most probable value, the paler the less certain" : "mean value, the stronger the greater") + ", first subscript down, second across"
      : map.rows === 2 ? `probability of ${valueLabel(map, 1)}, site by site` : "sites across, values up; the stronger the more probable";
    const box = panel(map.name, title, host, caption);
    if (map.plane && (map.rows === 2 || map.rows <= palette.classes.length || hasBlanks(map))) box.insertBefore(classKey(map), caption);
    if (natural.length > 2) {
      const button = el("button", { type: "button", class: "chip", "aria-pressed": "false", onclick: () => {
        order = order === natural ? (map.plane ? rowsInOrder(map) : byValue(map)) : natural;
        button.setAttribute("aria-pressed", String(order !== natural));
        redraw(host);
      } }, map.plane ? "sort rows" : "sort by value");
      box.querySelector("header").append(button);
    }
    return box;
  });
  const lead = "What the discrete unknowns are likely to be, and where there is doubt.";
  return section("allocations", "Allocations", lead, el("div", { class: "grid" + (boxes.length > 1 && maps.every(map => map.columns <= 60) ? " two" : "") }, boxes));
}

/** What a map shows, for those who do not see it. */
function allocationWords(map) {
  const at = allocation(map);
  let unknown = 0, doubtful = 0;
  for (let site = 0; site < map.columns; site++) {
    let most = 0;
    for (let row = 0; row < map.rows; row++) most = Math.max(most, at(site, row));
    if (most > 0) unknown++;
    if (most > 0 && most < .95) doubtful++;
  }
  return `Map of ${map.name}: ${unknown} sites, of which ${doubtful} have no value with more than 95% probability`;
}

/** Whether some sites of a map are not unknown. */
function hasBlanks(map) {
  const at = allocation(map);
  return Array.from({ length: map.columns }, (_, site) => site).some(site => isBlank(map, at, site));
}

function classKey(map) {
  const key = el("div", { class: "key" });
  const blanks = hasBlanks(map);
  const item = (colour, words) => {
    const swatch = el("i");
    swatch.style.background = colour;
    return el("span", {}, swatch, words);
  };
  const paint = () => {
    const items = map.rows === 2 ? [0, .25, .5, .75, 1].map(share => item(ramp(share), percent(share)))
      : map.rows <= palette.classes.length ? Array.from({ length: map.rows }, (_, row) => item(palette.classes[row], valueLabel(map, row))) : [];
    if (blanks) items.push(item(blankColour(), "not an unknown"));
    key.replaceChildren(...items);
  };
  paint();
  document.addEventListener("recolour", paint);
  return key;
}

/** Rows of a plane: those that begin first come first, and of these the ones of the smallest values. */
function rowsInOrder(map) {
  const at = allocation(map);
  const [down, across] = map.plane;
  const begins = [], sums = [];
  for (let row = 0; row < down; row++) {
    begins[row] = across;
    sums[row] = 0;
    for (let column = across - 1; column >= 0; column--) {
      const site = row + column * down;
      if (!isBlank(map, at, site)) begins[row] = column;
      for (let value = 0; value < map.rows; value++) sums[row] += value * at(site, value);
    }
  }
  const order = begins.map((_, row) => row).sort((a, b) => begins[a] - begins[b] || sums[a] - sums[b]);
  order.sorted = true;
  return order;
}

/** Sites ordered by their mean value. */
function byValue(map) {
  const at = allocation(map);
  const mean = site => {
    let sum = 0;
    for (let row = 0; row < map.rows; row++) sum += row * at(site, row);
    return sum;
  };
  const means = Array.from({ length: map.columns }, (_, site) => mean(site));
  const order = means.map((_, site) => site).sort((a, b) => means[a] - means[b]);
  order.sorted = true;
  return order;
}

/** Says below the map what the pointer is on; a click shows that site's plots. */
function followSites(chart, map, order, caption) {
  const at = allocation(map);
  const site = event => {
    const [x, y] = chart.convertFromPixel({ gridIndex: 0 }, [event.offsetX, event.offsetY]) || [];
    if (x === undefined) return -1;
    if (map.plane) {
      const column = Math.round(x) - 1, row = Math.round(y) - 1;
      return column >= 0 && column < map.plane[1] && row >= 0 && row < map.plane[0] ? order()[row] + column * map.plane[0] : -1;
    }
    const column = Math.floor(x);
    return column >= 0 && column < map.columns ? order()[column] : -1;
  };
  const zr = chart.getZr();
  zr.off("mousemove");
  zr.off("click");
  zr.on("mousemove", event => {
    const here = site(event);
    caption.textContent = here < 0 ? "\u00a0" : words(here);
  });
  zr.on("click", event => {
    const here = site(event);
    const unknown = here >= 0 && map.sitesPerColumn === 1 && byName.get(element(map, here));
    if (unknown) choose(unknown, true);
  });
  function words(here) {
    const likely = Array.from({ length: map.rows }, (_, row) => [row, at(here, row)]).filter(pair => pair[1] > .004).sort((a, b) => b[1] - a[1]).slice(0, 4);
    const name = map.sitesPerColumn === 1 ? element(map, here) : `${map.name}, sites ${here * map.sitesPerColumn + 1} to ${(here + 1) * map.sitesPerColumn}`;
    return name + ": " + (likely.length === 0 ? "not an unknown" : likely.map(([row, share]) => `${valueLabel(map, row)} with ${percent(share)}`).join(", "));
  }
}

/** The name of an element of an array, whose elements stand in column-major order. */
function element(map, index) {
  const subscripts = [];
  for (const extent of map.shape) {
    subscripts.push(index % extent + 1);
    index = Math.floor(index / extent);
  }
  return `${map.name}[${subscripts.join(",")}]`;
}

/* Predictions. */
function predictiveSection() {
  const checks = run.predictive || [];
  if (checks.length === 0) return absent("predictive", "Predictions");
  const parts = checks.map(check => {
    const boxes = [];
    if (check.density) {
      boxes.push(panel("Density", "line: observed; bands: middle 50% and 90% of predictions, smoothed alike", plot(() => densityCheckPlot(check.density), { height: 240, label: "Observed and predicted density of " + check.name })));
    } else if (check.bins.length > 0) {
      boxes.push(panel("How often values occur", "dots: observed; boxes: middle 50% and 90% of predictions" + (check.discrete ? "; square roots of counts" : ""), plot(() => occurrencePlot(check), { height: 240, label: "Observed and predicted occurrences of " + check.name })));
    }
    if (check.reliability.length > 1) {
      boxes.push(panel("Said and happened", "groups of observations; bars: 90% of predictions", plot(() => reliabilityPlot(check), { height: 240, label: "Reliability of " + check.name })));
    }
    if (check.intervals.length > 0) {
      let sorted = false;
      const host = plot(() => intervalPlot(check, sorted), { height: 240, label: "Observations of " + check.name + " on their predictions" });
      const box = panel("Each observation", "on the middle 50% and 90% of its predictions", host);
      const button = el("button", { type: "button", class: "chip", "aria-pressed": "false", onclick: () => {
        sorted = !sorted;
        button.setAttribute("aria-pressed", String(sorted));
        redraw(host);
      } }, "sort by prediction");
      box.querySelector("header").append(button);
      if (check.intervals.length < check.observations) box.append(el("p", {}, `${grouped(check.intervals.length)} of ${grouped(check.observations)} observations, evenly chosen.`));
      boxes.push(box);
    }
    if (check.places.length > 0) {
      boxes.push(panel("Where observations lie among their predictions", "flat, inside the band", plot(() => placePlot(check), { height: 210, label: "Places of " + check.name + " among predictions" }),
        el("p", {}, "Higher in the middle is common, since the model has seen these data; higher at the ends is not.")));
    }
    if (check.leftOut.length > 0) {
      boxes.push(panel("The same, each predicted without itself", "LOO-PIT: flat, inside the band", plot(() => placePlot(check, check.leftOut), { height: 210, label: "Places of " + check.name + " among predictions that have not seen them" }),
        el("p", {}, "Higher at the ends: the model is too sure of itself. Higher in the middle: it is not sure enough. A slope: it predicts too much or too little.")));
    }
    boxes.push(statisticsTable(check));
    return el("div", { style: "margin-bottom:16px" }, el("p", { class: "says" }, coverageWords(check)), el("div", { class: "grid two" }, boxes));
  });
  const lead = `New data from the model for ${grouped(checks[0].replicates)} of the draws, beside the data. The unknowns, discrete ones too, keep the values of the draw.`;
  return section("predictive", "Predictions", lead, parts);
}

function coverageWords(check) {
  const name = el("b", { class: "name" }, check.name);
  if (check.reliability.length > 0) {
    const off = check.reliability.filter(group => group[1] < group[3] || group[1] > group[4]).length;
    return [name, ` (${counted(check.observations, "observation")}, yes or no): `,
      off === 0 ? "what the model says is likely happens about as often." : `in ${off} of ${check.reliability.length} groups it happened more or less often than predicted.`];
  }
  return [name, ` (${counted(check.observations, "observation")}): ${percent(check.within90)} lie in the middle 90% of their predictions, ${percent(check.within50)} in the middle 50%.`];
}

function statisticsTable(check) {
  const rows = check.statistics.map(s => {
    const extreme = s.above < .025 || s.above > .975;
    return el("tr", {}, el("td", {}, s.name), el("td", {}, short(s.observed)), el("td", {}, short(s.predicted[0], 3) + " to " + short(s.predicted[4], 3)),
      el("td", {}, strip(s)), el("td", { class: extreme ? "off" : null }, s.above < .005 ? "<0.01" : s.above > .995 ? ">0.99" : s.above.toFixed(2)));
  });
  return panel("Statistics of the data", "where the data lie among predictions", el("div", { class: "scroll" }, el("table", { class: "plain" },
    el("thead", {}, el("tr", {}, ["statistic", "observed", "predicted 90%", "picture", "P(more)"].map(text => el("th", {}, text === "statistic" || text === "picture" ? el("span", { class: "hidden" }, text) : text)))), el("tbody", {}, rows))));
}

function strip(s) {
  const all = [...s.predicted, s.observed];
  const low = Math.min(...all), high = Math.max(...all);
  const x = value => 6 + 108 * (high > low ? (value - low) / (high - low) : .5);
  const node = svg("svg", { width: 120, height: 14, class: "strip", "aria-hidden": "true" },
    svg("line", { x1: x(s.predicted[0]), x2: x(s.predicted[4]), y1: 7, y2: 7, stroke: "var(--accent)", "stroke-opacity": .35, "stroke-width": 3 }),
    svg("line", { x1: x(s.predicted[1]), x2: x(s.predicted[3]), y1: 7, y2: 7, stroke: "var(--accent)", "stroke-opacity": .65, "stroke-width": 6 }),
    svg("circle", { cx: x(s.observed), cy: 7, r: 3.6, fill: "var(--ink)", stroke: "var(--panel)" }));
  return node;
}

/* The sampler. */
function samplerSection() {
  const boxes = [];
  if (run.chainTable) {
    const t = run.chainTable;
    const box = panel("Chains", "what warmup chose, and how each fared", el("div", { class: "scroll" }, el("table", { class: "plain" },
      el("thead", {}, el("tr", {}, t.headings.map(text => el("th", {}, text)))), el("tbody", {}, t.rows.map(row => el("tr", {}, row.map(text => el("td", {}, text))))))));
    box.classList.add("full");
    boxes.push(box);
  }
  if (run.energy) {
    const values = run.energy.ebfmi.filter(value => value !== null);
    const low = values.some(value => value < run.thresholds.ebfmi);
    boxes.push(panel("Energy", null, swatches([["energy, centred", 0], ["steps from draw to draw", 1]]), plot(energyPlot, { label: "Energy and its transitions" }),
      el("p", {}, "E-BFMI " + values.map(value => value.toFixed(2)).join(", ") + (low ? ": the steps are narrower than the energies, so tails are explored slowly." : ": steps are wide enough to explore all energies."))));
  }
  if (run.acceptance) {
    boxes.push(panel("Acceptance", "of all iterations; lines: means of the chains", plot(acceptancePlot, { height: 234, label: "Acceptance probabilities" }), el("p", {}, "Warmup aimed at " + short(run.targetAcceptance) + ".")));
  }
  if (run.warmup.length > 0) {
    const box = panel("Warmup", "step size and acceptance; the shades are stages", plot(warmupPlot, { height: 280, label: "Warmup of the chains", remake: true }));
    box.classList.add("full");
    boxes.push(box);
  } else if (run.reasons.warmup) {
    boxes.push(el("p", { class: "absent full" }, run.reasons.warmup));
  }
  return boxes.length === 0 ? null : section("sampler", "Sampler", null, el("div", { class: "grid two" }, boxes));
}

function swatches(entries) {
  const key = el("div", { class: "key" });
  const paint = () => key.replaceChildren(...entries.map(([text, colour]) => {
    const swatch = el("i");
    swatch.style.background = palette.chains[colour];
    return el("span", {}, swatch, text);
  }));
  paint();
  document.addEventListener("recolour", paint);
  return key;
}

/* One iteration. */
function trajectorySection() {
  const t = run.trajectory;
  if (!t) return absent("trajectory", "One iteration");
  const travelled = course => {
    const unknown = byName.get(course.name);
    const range = Math.max(...course.values) - Math.min(...course.values);
    return unknown && unknown.sd > 0 ? range / unknown.sd : range > 0 ? 1e-9 : 0;
  };
  const chosen = t.continuous.slice().sort((a, b) => travelled(b) - travelled(a)).slice(0, t.discrete.length > 0 ? 2 : 3);
  const height = 150 * Math.max(1, chosen.length) + (t.discrete.length > 0 ? Math.min(320, Math.max(90, 16 * t.discrete.length)) : 0) + 40;
  const host = plot(width => trajectoryPlot(t, chosen, width, host.clientHeight), { height: Math.min(680, height), label: "Unknowns along one trajectory", remake: true });
  const chips = t.continuous.length > 1 ? el("div", { class: "tools" }, t.continuous.map(course => {
    const button = el("button", { type: "button", class: "chip name", "aria-pressed": String(chosen.includes(course)), onclick: () => {
      if (chosen.includes(course)) chosen.splice(chosen.indexOf(course), 1);
      else chosen.push(course);
      if (chosen.length > 3) chosen.shift();
      if (chosen.length === 0) chosen.push(course);
      chips.querySelectorAll("button").forEach((other, i) => other.setAttribute("aria-pressed", String(chosen.includes(t.continuous[i]))));
      redraw(host);
    } }, course.name);
    return button;
  })) : null;
  const lead = t.words + " Continuous unknowns move along curves, over the shade of their posterior density; discrete ones change on the way." +
    " The ring is where it set out, the dot where it " + (t.accepted ? "ended up." : "stayed: the trajectory was refused.");
  return section("trajectory", "One iteration", lead, chips, el("div", { class: "panel" }, host));
}

/* The graph of the model. */
function graphSection() {
  if (!run.graph) return null;
  const drawn = document.importNode(new DOMParser().parseFromString(run.graph.svg, "image/svg+xml").documentElement, true);
  const about = el("div", { class: "about", role: "status", "aria-live": "polite" }, el("p", { class: "hint" }, "Choose a variable to see its statement, its plots and what was found about it."));
  const nodes = [...drawn.querySelectorAll(".variable")];
  const worst = worstVariables();
  drawn.setAttribute("role", "group");
  nodes.forEach(node => {
    const name = node.dataset.name;
    if (worst.has(name)) node.classList.add("suspicious");
    node.setAttribute("tabindex", "0");
    node.setAttribute("role", "button");
    node.setAttribute("aria-label", `${variableWords(node)}, ${run.graph.variables[name].fate}` + (worst.has(name) ? ", not to be trusted yet" : ""));
    const show = () => {
      nodes.forEach(other => other.classList.toggle("chosen", other === node));
      drawn.querySelectorAll(".arrow").forEach(arrow => arrow.classList.toggle("near", arrow.dataset.from === name || arrow.dataset.to === name));
      about.replaceChildren(...aboutVariable(name));
    };
    node.addEventListener("click", show);
    node.addEventListener("keydown", event => {
      if (event.key === "Enter" || event.key === " ") {
        event.preventDefault();
        show();
      }
    });
  });
  const lead = "What depends on what. Boxes are loops; colours say what becomes of a variable, sizes how much of the work its statements take" + (worst.size > 0 ? "; a red ring marks those whose chains do not agree or have few effective draws." : ".");
  return section("graph", "Graph", lead, el("div", { class: "panel" }, el("div", { class: "scroll" }, drawn), about));
}

/** What stands in the shape of a variable: its name and distribution. */
function variableWords(node) {
  return [...node.querySelectorAll("text")].map(text => text.textContent).join(" ");
}

/** The names of variables with an element that is suspicious. */
function worstVariables() {
  return new Set(unknowns.filter(suspicious).map(unknown => unknown.variable.name));
}

function aboutVariable(name) {
  const entry = run.graph.variables[name];
  const elements = unknowns.filter(unknown => unknown.variable.name === name);
  const known = elements.filter(unknown => unknown.rhat !== null);
  const parts = [el("p", { class: "says" }, el("b", { class: "name" }, name), ` is ${entry.fate}` + (elements.length > 1 ? `; ${grouped(elements.length)} elements are reported.` : ".") + (entry.work ? ` Its statements take ${entry.work} of the work of an evaluation.` : ""))];
  entry.statements.forEach((text, i) => parts.push(el("pre", { class: "model", style: `counter-reset: line ${entry.lines[i] - 1}` }, modelLine(text))));
  run.warnings.filter(finding => finding.unknowns.some(unknown => unknown === name || unknown.startsWith(name + "[")))
    .forEach(finding => parts.push(el("p", { class: "hint" }, upperFirst(finding.what) + " ", worded(finding.advice))));
  if (known.length > 0) {
    const worst = known.reduce((a, b) => b.rhat > a.rhat ? b : a);
    const shown = [worst, ...elements.filter(unknown => unknown !== worst)].slice(0, 8);
    parts.push(el("p", {}, shown.map(chip), elements.length > shown.length ? el("span", { class: "hint" }, `and ${grouped(elements.length - shown.length)} more`) : null));
  }
  return parts;
}

/* The model. */
function modelSection() {
  const parts = [];
  if (run.model) {
    const box = panel("Model", null, el("pre", { class: "model", tabindex: 0, role: "region", "aria-label": "Text of the model" }, run.model.replace(/\s+$/, "").split("\n").map(modelLine)));
    parts.push(box);
  }
  const facts = list => el("dl", { class: "facts" }, list.flatMap(([name, value]) => [el("dt", {}, name), el("dd", {}, value)]));
  const side = el("div", { class: "grid", style: "align-content:start" });
  if (run.settings.length > 0) side.append(panel("Settings", null, facts(run.settings)));
  if (run.data.length > 0) side.append(panel("Data", null, facts(run.data)));
  if (side.children.length > 0) parts.push(side);
  return parts.length === 0 ? null : section("model", "Model and settings", null, el("div", { class: "grid two" }, parts));
}

function modelLine(text) {
  const line = el("span", { class: "line" });
  const at = text.indexOf("#");
  const code = at < 0 ? text : text.slice(0, at);
  code.split(/(\b(?:model|data|var|for|in)\b|\bd[a-z][a-z.0-9]*(?=\s*\())/).forEach((part, i) => {
    if (i % 2 === 0) line.append(part);
    else line.append(el("span", { class: /^d[a-z]/.test(part) && part !== "data" ? "law" : "keyword" }, part));
  });
  if (at >= 0) line.append(el("span", { class: "comment" }, text.slice(at)));
  if (text === "") line.append(" ");
  return line;
}

/** A section that has nothing to show, with the reason, if there is one. */
function absent(id, title) {
  return run.reasons[id] ? section(id, title, null, el("p", { class: "absent" }, run.reasons[id])) : null;
}
