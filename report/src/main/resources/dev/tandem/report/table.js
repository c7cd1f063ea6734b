/* The table of unknowns: sorted, searched and filtered; only the rows near the screen exist. */
const ROW = 29;

/** As many as stand on two sheets; paper does not scroll. */
const PRINTED_ROWS = 60;

/** The unknowns that the table shows at present, in its order. */
let visible = unknowns.slice();
let chosen = null;
let scroller = null;

function tableSection() {
  const sortKeys = { "": "name", mean: "mean", mcse: "mcse", sd: "sd", "5%": "q5", "50%": "q50", "95%": "q95", mode: "mode", "P(mode)": "top", rhat: "rhat", "ess bulk": "bulk", "ess tail": "tail", fate: "fate" };
  const value = (unknown, key) => key === "mode" ? (unknown.probabilities[0] || [null])[0] : key === "top" ? (unknown.probabilities[0] || [0, null])[1] : unknown[key];
  const titles = { mcse: "Monte Carlo standard error of the mean", rhat: "R-hat: should be below " + run.thresholds.rhat, "ess bulk": "effective draws for the middle: at least " + run.thresholds.ess, "ess tail": "effective draws for the tails: at least " + run.thresholds.ess, fate: "what became of it: sampled, summed out of the density and drawn back, drawn forwards because nothing observed depends on it, settled by the data, or computed" };
  let sortBy = null, down = false, filter = "all", variable = "", text = "";

  const search = el("input", { type: "search", id: "search", placeholder: "Search unknowns", "aria-label": "Search unknowns", autocomplete: "off" });
  const bad = unknowns.filter(suspicious).length;
  const kinds = [["all", "all"], ["suspicious", `needs attention · ${grouped(bad)}`], ["continuous", "continuous"], ["discrete", "discrete"]]
    .filter(([key]) => key === "all" || (key === "suspicious" ? bad > 0 : unknowns.some(u => u.discrete) && unknowns.some(u => !u.discrete)));
  const buttons = kinds.length < 2 ? [] : kinds.map(([key, label]) => el("button", { type: "button", class: "chip", "data-filter": key, "aria-pressed": String(key === filter), onclick: event => {
    filter = key;
    buttons.forEach(button => button.setAttribute("aria-pressed", String(button === event.currentTarget)));
    update();
  } }, label));
  const picker = run.variables.length > 2 && run.variables.length < unknowns.length
    ? el("select", { "aria-label": "Variable", onchange: event => { variable = event.target.value; update(); } }, el("option", { value: "" }, "every variable"), run.variables.map(v => el("option", { value: v.name }, v.name + (v.shape.length ? `[${v.shape.join(",")}]` : ""))))
    : null;
  const count = el("span", { class: "count", id: "count" });
  search.addEventListener("input", () => { text = search.value.trim().toLowerCase(); update(); });

  const head = el("tr");
  const body = el("tbody");
  const cellsOf = run.headings;
  const headings = [];
  // On a phone these make room for the others.
  const minor = heading => ["mcse", "sd", "50%", "mode", "P(mode)", "fate"].includes(heading) ? "minor" : "";
  cellsOf.forEach((heading, i) => {
    const th = el("th", { tabindex: 0, class: minor(heading) || null, title: titles[heading], "data-key": sortKeys[heading], "aria-sort": "none", onclick: () => sort(th), onkeydown: event => (event.key === "Enter" || event.key === " ") && (event.preventDefault(), sort(th)) }, heading || "unknown");
    headings.push(th);
    head.append(th);
    if (i === 0) head.append(el("th", { class: "shape plain" }, el("span", { class: "hidden" }, "shape")));
  });
  scroller = el("div", { class: "table", tabindex: 0, role: "region", "aria-label": "Table of unknowns" }, el("table", {}, el("thead", {}, head), body));

  function sort(th) {
    const key = th.dataset.key;
    // Numbers show their trouble first; names start at the beginning.
    const first = key === "rhat" || key === "mcse" || key === "sd";
    if (sortBy === key) {
      if (down === first) down = !down;
      else sortBy = null;
    } else {
      sortBy = key;
      down = first;
    }
    headings.forEach(other => other.setAttribute("aria-sort", sortBy && other.dataset.key === sortBy ? (down ? "descending" : "ascending") : "none"));
    update();
  }

  function matches(unknown) {
    if (variable && unknown.variable.name !== variable) return false;
    if (filter === "suspicious" && !suspicious(unknown)) return false;
    if (filter === "continuous" && unknown.discrete) return false;
    if (filter === "discrete" && !unknown.discrete) return false;
    return text === "" || unknown.name.toLowerCase().includes(text);
  }

  function update() {
    visible = unknowns.filter(matches);
    if (sortBy) {
      const missing = unknown => value(unknown, sortBy) === null || value(unknown, sortBy) === undefined;
      visible.sort((a, b) => {
        if (missing(a) || missing(b)) return missing(a) - missing(b) || a.index - b.index;
        const x = value(a, sortBy), y = value(b, sortBy);
        const order = typeof x === "string" ? x.localeCompare(y, "en", { numeric: true }) : x - y;
        return (down ? -order : order) || a.index - b.index;
      });
    }
    count.textContent = visible.length === unknowns.length ? counted(unknowns.length, "unknown") : `${grouped(visible.length)} of ${counted(unknowns.length, "unknown")}`;
    scroller.scrollTop = 0;
    window_();
    if (chosen) showUnknown(chosen);
  }

  /** Makes the rows that can be seen, and blank space for the others. */
  function window_() {
    if (printing) {
      const left = visible.length - PRINTED_ROWS;
      body.replaceChildren(...visible.slice(0, PRINTED_ROWS).map(row),
        ...(left > 0 ? [el("tr", {}, el("td", { colspan: cellsOf.length + 1, class: "dim" }, `and ${grouped(left)} more on the screen`))] : []));
      return;
    }
    const first = Math.max(0, Math.floor(scroller.scrollTop / ROW) - 12);
    const last = Math.min(visible.length, first + Math.ceil((scroller.clientHeight || 460) / ROW) + 24);
    const space = rows => el("tr", { class: "spacer" }, el("td", { colspan: cellsOf.length + 1, style: `height:${rows * ROW}px` }));
    body.replaceChildren(...(first > 0 ? [space(first)] : []), ...visible.slice(first, last).map(row), ...(last < visible.length ? [space(visible.length - last)] : []));
    if (visible.length === 0) body.append(el("tr", {}, el("td", { colspan: cellsOf.length + 1, class: "dim" }, "no unknown matches")));
  }

  function row(unknown) {
    const cells = unknown.cells.map((content, i) => {
      const heading = cellsOf[i + 1];
      const off = (heading === "rhat" && unknown.rhat > run.thresholds.rhat) || (heading === "ess bulk" && unknown.bulk !== null && unknown.bulk < run.thresholds.ess) || (heading === "ess tail" && unknown.tail !== null && unknown.tail < run.thresholds.ess);
      return el("td", { class: `${off ? "off" : content === "-" || heading === "mcse" ? "dim" : ""} ${minor(heading)}`.trim() || null }, content);
    });
    return el("tr", { class: unknown === chosen ? "chosen" : null, "data-name": unknown.name, onclick: () => choose(unknown) },
      el("td", { class: "name", title: unknown.name }, unknown.name), el("td", { class: "shape" }, spark(unknown)), cells);
  }

  let waiting = false;
  scroller.addEventListener("scroll", () => {
    if (waiting) return;
    waiting = true;
    requestAnimationFrame(() => { waiting = false; window_(); });
  });
  scroller.addEventListener("keydown", event => {
    const by = event.key === "ArrowDown" ? 1 : event.key === "ArrowUp" ? -1 : 0;
    if (by === 0 || visible.length === 0) return;
    event.preventDefault();
    const next = visible[Math.max(0, Math.min(visible.length - 1, visible.indexOf(chosen) + by))];
    choose(next);
    const top = visible.indexOf(next) * ROW;
    if (top < scroller.scrollTop) scroller.scrollTop = top;
    if (top + 2 * ROW > scroller.scrollTop + scroller.clientHeight) scroller.scrollTop = top + 2 * ROW - scroller.clientHeight + ROW;
  });
  document.addEventListener("chosen", window_);
  window.addEventListener("beforeprint", window_);
  window.addEventListener("afterprint", window_);
  update();
  const left = run.rowsInAll - unknowns.length;
  return el("section", { id: "table" }, el("h2", {}, "Unknowns"), el("div", { class: "tools" }, search, buttons, picker, count), scroller,
    left > 0 ? el("p", { class: "absent" }, `${counted(left, "other unknown")} of large arrays are left out to keep the page small; summary.json has them all.`) : null);
}

const spans = new Map();

/** The range that all elements of a variable share, so that their shapes can be compared down the table. */
function spanOf(variable) {
  if (!spans.has(variable)) {
    let low = Infinity, high = -Infinity;
    for (const unknown of unknowns) {
      if (unknown.variable !== variable || unknown.q5 === null) continue;
      const reach = variable.discrete ? 0 : .35 * (unknown.q95 - unknown.q5);
      low = Math.min(low, unknown.q5 - reach);
      high = Math.max(high, unknown.q95 + reach);
    }
    spans.set(variable, [low, high]);
  }
  return spans.get(variable);
}

/** The density of an unknown, or the probabilities of its values, in a line of the table. */
function spark(unknown) {
  const width = 120, height = 22, ground = 19;
  const c = unknown.sd > 0 ? curves(unknown) : null;
  const box = svg("svg", { width, height, viewBox: `0 0 ${width} ${height}`, preserveAspectRatio: "none", "aria-hidden": "true" }, svg("line", { x1: 0, x2: width, y1: ground + .5, y2: ground + .5, class: "spark-line" }));
  let [low, high] = spanOf(unknown.variable);
  const bars = unknown.discrete ? unknown.probabilities : c && c.discrete ? c.pooled.map((share, i) => [c.first + i * c.width, share / c.peak]) : null;
  if (bars) {
    low -= .5;
    high += .5;
    const slot = width / (high - low);
    for (const [value, share] of bars) {
      if (value < low || value > high) continue;
      const wide = Math.min(slot * .8, 26);
      const tall = Math.max(share > 0 ? 1 : 0, 17 * share);
      box.append(svg("rect", { x: (value - low) * slot - wide / 2, y: ground - tall, width: wide, height: tall, class: "spark-bar" }));
    }
    return box;
  }
  if (!c || !(high > low)) return box;
  const x = value => (value - low) / (high - low) * width;
  const step = (c.high - c.low) / (c.pooled.length - 1);
  const tallest = c.pooled.reduce((a, b) => Math.max(a, b), 1e-300);
  let path = `M${x(c.low).toFixed(1)},${ground}`;
  c.pooled.forEach((h, i) => path += `L${x(c.low + i * step).toFixed(1)},${(ground - 17 * h / tallest).toFixed(1)}`);
  path += `L${x(c.high).toFixed(1)},${ground}Z`;
  box.append(svg("path", { d: path, class: "spark" }));
  return box;
}
