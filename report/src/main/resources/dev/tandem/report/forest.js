/* Intervals of many unknowns under one another, those of another run beside them: a table that can be read aloud and printed. */
const MOST_FOREST_ROWS = 60;
/** Places of the ends in what the class IntervalEnds of the report module writes: the middle 95%, 90%, 80% and 50%. */
const INTERVALS = [["50%", 3, 5], ["80%", 2, 6], ["90%", 1, 7], ["95%", 0, 8]];
const MEDIAN = 4;

function forestSection() {
  const able = unknowns.filter(unknown => unknown.sd > 0 && unknown.intervals[MEDIAN] !== null);
  if (able.length < 2) return null;
  const other = run.beside ? new Map(Object.entries(run.beside.rows)) : new Map();
  const groups = run.variables.filter(variable => able.some(unknown => unknown.variable === variable));
  let interval = INTERVALS[2], picked = "", sorted = false;
  const box = el("div", { class: "forest", tabindex: 0, role: "region", "aria-label": "Intervals of unknowns" });
  const chips = INTERVALS.map(choice => el("button", { type: "button", class: "chip", "data-interval": choice[0], "aria-pressed": String(choice === interval), onclick: event => {
    interval = choice;
    chips.forEach(button => button.setAttribute("aria-pressed", String(button === event.currentTarget)));
    update();
  } }, choice[0]));
  const order = el("button", { type: "button", class: "chip", "aria-pressed": "false", onclick: () => {
    sorted = !sorted;
    order.setAttribute("aria-pressed", String(sorted));
    update();
  } }, "sort by median");
  const picker = groups.length > 1 ? el("select", { "aria-label": "Variable whose intervals are shown", onchange: event => { picked = event.target.value; update(); } },
    el("option", { value: "" }, "every variable"), groups.map(variable => el("option", { value: variable.name }, variable.name))) : null;
  const rest = el("p", { class: "absent" });

  function update() {
    const wanted = able.filter(unknown => picked === "" || unknown.variable.name === picked);
    // Small variables first, so that a hundred states do not hide five coefficients.
    const small = wanted.filter(unknown => picked !== "" || !unknown.discrete || sizeOf(unknown.variable) <= 20);
    const shown = (small.length > 0 ? small : wanted).slice(0, MOST_FOREST_ROWS);
    rest.textContent = shown.length < wanted.length ? `${counted(wanted.length - shown.length, "other unknown")} can be seen by choosing ${groups.length > 1 ? "a variable" : "them in the table"}.` : "";
    const body = [];
    for (const variable of new Set(shown.map(unknown => unknown.variable))) {
      const rows = shown.filter(unknown => unknown.variable === variable);
      if (sorted) rows.sort((a, b) => a.intervals[MEDIAN] - b.intervals[MEDIAN]);
      const ends = rows.flatMap(unknown => [unknown.intervals, ...(other.has(unknown.name) ? [other.get(unknown.name).slice(4)] : [])]);
      const low = Math.min(...ends.map(list => list[0])), high = Math.max(...ends.map(list => list[8]));
      rows.forEach((unknown, i) => body.push(...forestRows(unknown, other.get(unknown.name), interval, low, high, i === rows.length - 1)));
    }
    box.replaceChildren(el("table", { class: "plain" },
      el("caption", { class: "hidden" }, `Median and middle ${interval[0]} of unknowns` + (run.beside ? `, of ${run.title} and of ${run.beside.name}` : "")),
      el("thead", {}, el("tr", {}, el("th", { scope: "col" }, "unknown"), run.beside && el("th", { scope: "col" }, "run"), el("th", { scope: "col", class: "track" }, el("span", { class: "hidden" }, "picture")), el("th", { scope: "col" }, "median"), el("th", { scope: "col" }, "middle " + interval[0]), run.beside && el("th", { scope: "col", title: "how far the means lie apart, in standard deviations of the first run" }, "apart"))),
      el("tbody", {}, body)));
  }
  update();
  const lead = run.beside ? `Median and intervals of this run, and below each those of ${run.beside.name}. The thick part is the middle 50%. Elements of one variable share their axis.`
    : "Median and intervals. The thick part is the middle 50%; elements of one variable share their axis.";
  const key = run.beside ? swatches([["this run", 0], [run.beside.name, 1]]) : null;
  return section("forest", "Intervals", lead, el("div", { class: "tools" }, chips, order, picker, key), el("div", { class: "panel" }, box), rest);
}

function sizeOf(variable) {
  return variable.shape.reduce((a, b) => a * b, 1);
}

/** The row of an unknown and, if it has one, that of the other run; below the last of a variable the ends of the axis. */
function forestRows(unknown, beside, interval, low, high, last) {
  const theirs = beside && beside.slice(4);
  const text = ends => `${short(ends[interval[1]], 3)} to ${short(ends[interval[2]], 3)}`;
  const rows = [el("tr", { "data-name": unknown.name },
    el("td", { class: "name", role: "rowheader" }, el("button", { type: "button", class: "link name", onclick: () => choose(unknown, true) }, unknown.name)),
    run.beside && el("td", {}, "this"), el("td", { class: "track" }, track(unknown.intervals, interval, low, high, 0, last && !beside)),
    el("td", {}, short(unknown.intervals[MEDIAN], 3)), el("td", {}, text(unknown.intervals)),
    run.beside && el("td", {}, beside ? short((beside[0] - unknown.mean) / unknown.sd, 2) : "–"))];
  if (beside) {
    rows.push(el("tr", { class: "beside" }, el("td", {}, el("span", { class: "hidden" }, unknown.name)), el("td", {}, "other"), el("td", { class: "track" }, track(theirs, interval, low, high, 1, last)),
      el("td", {}, short(theirs[MEDIAN], 3)), el("td", {}, text(theirs)), el("td", {})));
  }
  return rows;
}

function track(ends, interval, low, high, colour, labelled) {
  const width = 520;
  const x = value => 8 + (width - 16) * (high > low ? (value - low) / (high - low) : .5);
  const paint = `var(--forest-${colour})`;
  const line = (from, to, thick) => svg("line", { x1: x(from), x2: x(to), y1: 9, y2: 9, stroke: paint, "stroke-width": thick, "stroke-linecap": "round" });
  const node = svg("svg", { viewBox: `0 0 ${width} ${labelled ? 32 : 18}`, class: "track", "aria-hidden": "true" });
  if (low < 0 && high > 0) node.append(svg("line", { x1: x(0), x2: x(0), y1: 0, y2: 18, stroke: "var(--rule)", "stroke-width": 1.5 }));
  node.append(line(ends[interval[1]], ends[interval[2]], 2), line(ends[3], ends[5], 5.5),
    svg("circle", { cx: x(ends[MEDIAN]), cy: 9, r: 4, fill: "var(--panel)", stroke: paint, "stroke-width": 2 }));
  if (labelled) {
    node.append(svg("line", { x1: 8, x2: width - 8, y1: 18.5, y2: 18.5, stroke: "var(--rule)" }));
    const label = (at, value, anchor) => {
      const text = svg("text", { x: at, y: 30, "text-anchor": anchor, class: "tick" });
      text.textContent = short(value, 3);
      node.append(text);
    };
    label(8, low, "start");
    label(width - 8, high, "end");
    if (low < 0 && high > 0 && x(0) > 60 && x(0) < width - 60) label(x(0), 0, "middle");
  }
  return node;
}
