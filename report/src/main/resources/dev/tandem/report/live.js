/* The page while a run goes: what the program sends, it shows; what its reader presses, it sends. */

const page = document.getElementById("page");
const phaseText = document.getElementById("phase");
const stopButton = document.getElementById("stop");
const goOnButton = document.getElementById("go-on");
let state = null;

const titleBox = el("h1");
const madeBox = el("p", { class: "made" });
const wordsBox = el("div", { "aria-live": "polite" });
const tilesBox = el("div");
const chainsBox = el("tbody");
const traceBoxes = [];
const tracesBox = el("div", { class: "grid" });

const pathPlots = [
  plot(() => pathPlot(1, "R-hat", run.thresholds ? run.thresholds.rhat : 1.01, true), { height: 190, label: "The largest R-hat on its way to the goal" }),
  plot(() => pathPlot(2, "effective draws", run.goal || 400, false), { height: 190, label: "The smallest effective size on its way to the goal" }),
];

page.append(
  el("section", { id: "now", style: "padding-top:0" }, titleBox, madeBox, el("div", { class: "first" }, wordsBox, tilesBox)),
  section("way", "On the way", "The worst of all unknowns and of the log density at each look, and the goal as a dashed line.",
    el("div", { class: "grid two" }, panel("Largest R-hat", "should fall below the line", pathPlots[0]), panel("Smallest effective size", "should rise above the line", pathPlots[1]))),
  section("chains", "Chains", null, el("div", { class: "panel scroll" }, el("table", { class: "plain" },
    el("thead", {}, el("tr", {}, ["chain", "stage", "done", "iterations a second", "divergences", "step size"].map(text => el("th", {}, text)))), chainsBox))),
  section("worst", "What holds it up", "Traces of the unknowns that are furthest from the goal. Chains should overlap, like hairy caterpillars on one leaf; triangles mark divergences.", tracesBox));

/** How a measure came about, over the draws; {@code falling} says on which side of the goal it should be. */
function pathPlot(column, name, goal, falling) {
  const points = run.history.filter(step => step[column] !== null).map(step => [step[0], step[column]]);
  const last = points.length > 0 ? points[points.length - 1][1] : null;
  const reached = last !== null && (falling ? last < goal : last >= goal);
  const end = points.length > 0 ? points[points.length - 1][0] : 1;
  const goalLine = lineSeries([[0, goal], [end, goal]], palette.muted);
  goalLine.lineStyle.type = "dashed";
  return base({
    grid: { left: 50, right: 12, top: 10, bottom: 36 },
    xAxis: axis({ name: "draws of each chain", min: 0 }),
    yAxis: axis({ grid: true, min: falling ? 1 : 0, max: value => falling ? Math.max(1.02, value.max) : Math.ceil(Math.max(goal * 1.05, value.max * 1.02) / 50) * 50 }),
    series: [{ ...lineSeries(points, reached ? palette.chains[2] : palette.accent, { width: 2 }), showSymbol: points.length < 30, symbol: "circle", symbolSize: 5 }, goalLine],
    tooltip: { trigger: "axis", formatter: items => `${name} ${short(items[0].value[1])} after ${grouped(items[0].value[0])} draws` },
  });
}

const phases = {
  starting: "starting", warmup: "warming up", sampling: "sampling", stopping: "stopping", stopped: "stopped", finished: "finished",
  failed: "failed", waiting: "nobody is at it",
};

function showState() {
  phaseText.textContent = (phases[state.phase] || state.phase) + (state.message ? ": " + state.message : "");
  phaseText.dataset.phase = state.phase;
  stopButton.hidden = !state.canStop;
  goOnButton.hidden = !state.canGoOn;
  stopButton.disabled = goOnButton.disabled = false;
  titleBox.textContent = state.title;
  document.title = (phases[state.phase] || state.phase) + " – " + state.title;
  document.documentElement.dataset.phase = state.phase;
  showTiles();
  if (state.report) location.replace("report");
}

function showProgress(chainStates) {
  chainsBox.replaceChildren(...chainStates.map(chain => {
    const share = chain.total > 0 ? chain.iteration / chain.total : 0;
    return el("tr", {}, el("td", {}, String(chain.chain)), el("td", {}, chain.stage),
      el("td", {}, el("progress", { max: 1, value: share, "aria-label": `chain ${chain.chain}` }), " " + Math.floor(100 * share) + "%"),
      el("td", {}, chain.speed === null ? "–" : grouped(Math.round(chain.speed))), el("td", { class: chain.divergences > 0 ? "off" : null }, grouped(chain.divergences)),
      el("td", {}, short(chain.stepSize, 3)));
  }));
}

function showTiles() {
  const tile = (label, value, about, off) => el("div", { class: "tile" + (off ? " off " + off : "") }, el("span", {}, label), el("b", {}, value), el("span", { title: about }, about || "\u00a0"));
  const box = el("div", { class: "tiles live" });
  const judged = run.judged || {};
  const rhat = number(judged.rhat === undefined ? null : judged.rhat);
  box.append(
    tile("worst R-hat", rhat === null ? "–" : Number.isFinite(rhat) ? rhat.toFixed(3) : "∞", judged.rhatOf || "no draws yet", rhat !== null && rhat > run.thresholds.rhat && (rhat > 1.1 ? "bad" : "caution")),
    tile("effective draws", judged.size === null || judged.size === undefined ? "–" : grouped(Math.round(judged.size)), judged.sizeOf ? "at " + judged.sizeOf : "no draws yet", judged.size < run.goal && "caution"),
    tile("divergences", grouped(run.divergences || 0), run.divergences > 0 ? "see the traces" : "none", run.divergences > 0 && "caution"),
    tile("time left", state && state.left ? state.left : "–", state && state.leftWhy));
  tilesBox.replaceChildren(box);
}

function showLook(look) {
  run = look;
  run.divergent = run.divergent || { shown: [], total: 0 };
  run.detail = run.detail || { stride: 1, envelope: 0 };
  run.worst = run.worst || [];
  chains = run.chains;
  hasDraws = run.draws > 0;
  madeBox.textContent = run.subtitle;
  wordsBox.replaceChildren(el("p", { class: "hint" }, "If it ended now"), hasDraws ? verdictWords() : el("p", { class: "says" }, "There are no draws yet: warmup finds all tuning first."));
  showTiles();
  pathPlots.forEach(host => redraw(host));
  showTraces();
  markWorst();
}

/** Traces keep their places from look to look; what they show changes. */
function showTraces() {
  while (traceBoxes.length < run.worst.length) {
    const place = traceBoxes.length;
    const heading = el("h3");
    const host = plot(() => place < run.worst.length && chains > 0 ? tracePlot(trace(run.worst[place])) : {}, { height: 150, label: "Trace" });
    const box = el("div", { class: "panel" }, el("header", {}, heading), host);
    traceBoxes.push({ box, heading, host });
    tracesBox.append(box);
  }
  traceBoxes.forEach(({ box, heading, host }, place) => {
    box.hidden = place >= run.worst.length;
    if (box.hidden) return;
    const unknown = run.worst[place];
    const rhat = number(unknown.rhat);
    heading.replaceChildren(el("span", { class: "name" }, unknown.name), el("small", {}, `  R-hat ${rhat === null ? "–" : Number.isFinite(rhat) ? rhat.toFixed(3) : "∞"}, ${unknown.size === null ? "–" : grouped(Math.round(unknown.size))} effective draws`));
    host.setAttribute("aria-label", "Trace of " + unknown.name);
    redraw(host);
  });
}

function trace(unknown) {
  const flat = unknown.discrete ? unknown.draws.flat().filter(value => value !== null) : [];
  return { name: unknown.name, curves: { discrete: unknown.discrete, width: unknown.discrete ? 1 : 0, draws: unknown.draws, envelope: [], first: flat.length > 0 ? Math.min(...flat) : 0 } };
}

function send(what, button) {
  button.disabled = true;
  fetch(what, { method: "POST" }).then(answer => {
    if (!answer.ok) throw new Error(String(answer.status));
  }).catch(() => {
    button.disabled = false;
    phaseText.textContent = "the program does not answer";
  });
}

stopButton.addEventListener("click", () => send("stop", stopButton));
goOnButton.addEventListener("click", () => send("go-on", goOnButton));

/* The graph comes once; with every look the variable that holds the run up is marked in it. */
let graph = null;
const graphBox = el("div");
page.append(graphBox);

function showGraph(sent) {
  graph = sent;
  run.graph = graph;
  graphBox.replaceChildren(graphSection());
  markWorst();
}

function markWorst() {
  if (!graph) return;
  run.graph = graph;
  const worst = run.worst.length > 0 ? run.worst[0].name.replace(/\[.*$/, "") : null;
  graphBox.querySelectorAll(".variable").forEach(node => {
    const name = node.dataset.name;
    node.classList.toggle("suspicious", name === worst);
    node.setAttribute("aria-label", `${variableWords(node)}, ${graph.variables[name].fate}` + (name === worst ? ", holds the run up most" : ""));
  });
  const lead = graphBox.querySelector(".lead");
  if (lead) lead.textContent = "What depends on what. Boxes are loops; colours say what becomes of a variable, sizes how much of the work its statements take." + (worst ? ` The red ring marks ${worst}, which mixes worst.` : "");
}

const events = new EventSource("events");
events.addEventListener("graph", event => showGraph(JSON.parse(event.data)));
events.addEventListener("state", event => {
  state = JSON.parse(event.data);
  showState();
});
events.addEventListener("progress", event => showProgress(JSON.parse(event.data)));
events.addEventListener("look", event => showLook(JSON.parse(event.data)));
events.addEventListener("error", () => {
  stopButton.hidden = goOnButton.hidden = true;
  const over = state && ["finished", "stopped", "failed"].includes(state.phase);
  phaseText.textContent = over ? phases[state.phase] + ": the program has ended" : "the program does not answer; the page asks again";
  document.documentElement.dataset.phase = "gone";
});
document.documentElement.dataset.ready = "true";
