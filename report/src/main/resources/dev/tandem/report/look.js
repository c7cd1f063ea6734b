/* How the page looks: small tools for its elements, its colours in light and dark, and plots that exist only near the screen. */

/** An element with attributes and children; text is always text, never markup. */
function el(tag, attributes = {}, ...children) {
  const node = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (value === false || value === null || value === undefined) continue;
    if (name.startsWith("on")) node.addEventListener(name.slice(2), value);
    else node.setAttribute(name, value === true ? "" : value);
  }
  node.append(...children.flat().filter(child => child !== null && child !== undefined && child !== false));
  return node;
}

function svg(tag, attributes, ...children) {
  const node = document.createElementNS("http://www.w3.org/2000/svg", tag);
  for (const [name, value] of Object.entries(attributes)) node.setAttribute(name, value);
  node.append(...children);
  return node;
}

/* Colours that people with any kind of colour vision tell apart (after Okabe and Ito). */
const palettes = {
  light: {
    chains: ["#0072b2", "#e08e00", "#009e73", "#b5609a", "#4aa3dd", "#8a6d3b", "#5b5fc7", "#7a8690"],
    classes: ["#0072b2", "#e69f00", "#009e73", "#cc79a7", "#56b4e9", "#d55e00", "#8a6d3b", "#7a8690"],
    ink: "#1c2329", soft: "#4a545d", muted: "#68727b", rule: "#e4e5e1", panel: "#ffffff", accent: "#24557f", alarm: "#d55e00",
    band: "rgba(36,85,127,.10)", band2: "rgba(36,85,127,.24)", ramp: ["#f4f6f8", "#c9d9e8", "#88aed0", "#3f7db0", "#123f66"],
  },
  dark: {
    chains: ["#4fa8e0", "#f0b03f", "#2fc79a", "#d98bbf", "#8fd0f7", "#c2a36b", "#9a9df0", "#a3adb6"],
    classes: ["#4fa8e0", "#f0b03f", "#2fc79a", "#d98bbf", "#8fd0f7", "#f58a5b", "#c2a36b", "#a3adb6"],
    ink: "#e4e8eb", soft: "#bcc4cb", muted: "#87929c", rule: "#2b323a", panel: "#191e24", accent: "#8fbbe3", alarm: "#ff8a52",
    band: "rgba(143,187,227,.13)", band2: "rgba(143,187,227,.28)", ramp: ["#1e242b", "#27445c", "#37709b", "#62a3d3", "#c4e3fb"],
  },
};

const system = matchMedia("(prefers-color-scheme: dark)");
let chosenTheme = null;
let palette = palettes.light;

function themeName() {
  return chosenTheme || (system.matches ? "dark" : "light");
}

function applyTheme() {
  document.documentElement.dataset.theme = themeName();
  palette = palettes[themeName()];
  document.dispatchEvent(new Event("recolour"));
}

system.addEventListener("change", applyTheme);
document.getElementById("theme").addEventListener("click", () => {
  chosenTheme = themeName() === "dark" ? "light" : "dark";
  applyTheme();
});
document.documentElement.dataset.theme = themeName();
palette = palettes[themeName()];

const chainColour = chain => palette.chains[chain % palette.chains.length];

function faded(colour, alpha) {
  const n = parseInt(colour.slice(1), 16);
  return `rgba(${n >> 16},${(n >> 8) & 255},${n & 255},${alpha})`;
}

/* Plots: each host has a function that makes its options; the chart lives while the host is near the screen. */
const hosts = new Map();
const watcher = new IntersectionObserver(entries => entries.forEach(entry => {
  const host = entry.target;
  const state = hosts.get(host);
  if (!state) return;
  state.visible = entry.isIntersecting;
  if (state.visible) draw(host);
  else if (state.chart) {
    letGo(state);
  }
}), { rootMargin: "300px" });
const resizer = new ResizeObserver(entries => entries.forEach(entry => {
  const state = hosts.get(entry.target);
  if (state && state.chart) requestAnimationFrame(() => state.chart && (state.remake ? draw(entry.target) : state.chart.resize()));
}));

/** Lets the chart of a plot go. A picture that takes several frames must not be gone on with: there is nothing left to paint on. */
function letGo(state) {
  const painter = state.chart.getZr().painter;
  if (painter) painter._redrawId = NaN;
  state.chart.dispose();
  state.chart = null;
}

function draw(host) {
  const state = hosts.get(host);
  if (!state || !state.visible || host.clientWidth === 0) return;
  state.chart = state.chart || echarts.init(host, null, { renderer: "canvas" });
  state.chart.resize();
  state.chart.setOption(state.make(host.clientWidth), { notMerge: true });
  if (state.ready) state.ready(state.chart);
}

/** A place for a plot; {@code make(width)} gives its options. */
function plot(make, { height, label, ready, remake } = {}) {
  const host = el("div", { class: "plot", role: "img", "aria-label": label, style: height ? `height:${height}px` : null });
  hosts.set(host, { make, ready, remake, visible: false, chart: null });
  watcher.observe(host);
  resizer.observe(host);
  return host;
}

/** Draws a plot again after what it shows has changed. */
function redraw(host, make) {
  const state = hosts.get(host);
  if (make) state.make = make;
  draw(host);
}

/** Forgets the plots below an element that is about to go. */
function forget(parent) {
  parent.querySelectorAll(".plot").forEach(host => {
    const state = hosts.get(host);
    if (state && state.chart) letGo(state);
    watcher.unobserve(host);
    resizer.unobserve(host);
    hosts.delete(host);
  });
}

document.addEventListener("recolour", () => hosts.forEach((state, host) => {
  if (state.chart) draw(host);
}));

/* Paper: every plot as a picture of the width of a page, in the colours of the day. A browser says when it begins and ends to print. */
const PAPER_WIDTH = 640;

function onPaper(host, state) {
  const width = Math.min(host.clientWidth || PAPER_WIDTH, PAPER_WIDTH), height = host.clientHeight || 240;
  const box = el("div", { style: `position:absolute;left:-9999px;width:${width}px;height:${height}px` });
  document.body.append(box);
  const chart = echarts.init(box, null, { renderer: "canvas", width, height });
  chart.setOption(state.make(width), { notMerge: true });
  host.after(el("img", { class: "printed", style: `width:${width}px`, alt: host.getAttribute("aria-label"), src: chart.getDataURL({ pixelRatio: 2, backgroundColor: palette.panel }) }));
  chart.dispose();
  box.remove();
}

let printing = false;
window.addEventListener("beforeprint", () => {
  if (printing) return;
  printing = true;
  document.documentElement.dataset.theme = "light";
  palette = palettes.light;
  document.dispatchEvent(new Event("recolour"));
  hosts.forEach((state, host) => onPaper(host, state));
});
window.addEventListener("afterprint", () => {
  printing = false;
  document.querySelectorAll("img.printed").forEach(image => image.remove());
  applyTheme();
});

const font = "system-ui, -apple-system, 'Segoe UI', Roboto, 'Helvetica Neue', 'Noto Sans', 'Liberation Sans', Arial, sans-serif";

/** What all plots share. */
function base(options) {
  return {
    animation: false,
    textStyle: { fontFamily: font, color: palette.soft, fontSize: 11 },
    ...options,
    tooltip: options.tooltip && {
      renderMode: "richText", confine: true, backgroundColor: palette.panel, borderColor: palette.rule, borderWidth: 1, padding: [5, 8],
      textStyle: { color: palette.ink, fontSize: 12, fontFamily: font }, transitionDuration: 0,
      axisPointer: { type: "line", lineStyle: { color: palette.muted, width: 1, type: "solid", opacity: .5 } },
      ...options.tooltip,
    },
  };
}

/** An axis of numbers, drawn lightly. */
function axis(options = {}) {
  const { name, bare, grid, ...rest } = options;
  return {
    type: "value", scale: true, name, nameLocation: "middle", nameGap: 24,
    nameTextStyle: { color: palette.muted, fontSize: 11 },
    axisLine: { show: !bare, onZero: false, lineStyle: { color: palette.rule } },
    axisTick: { show: !bare, length: 3, lineStyle: { color: palette.rule } },
    axisLabel: { show: !bare, color: palette.muted, fontSize: 11, hideOverlap: true, formatter: value => tick(value) },
    splitLine: { show: !!grid, lineStyle: { color: palette.rule, opacity: .7 } },
    minorTick: { show: false },
    ...rest,
  };
}

function tick(value) {
  if (value !== 0 && (Math.abs(value) >= 1e6 || Math.abs(value) < 1e-4)) return value.toExponential(0);
  return String(Number(value.toPrecision(6)));
}

function lineSeries(data, colour, options = {}) {
  const { width, opacity, ...rest } = options;
  return {
    type: "line", data, showSymbol: false, symbol: "none", silent: true,
    lineStyle: { color: colour, width: width || 1, opacity: opacity === undefined ? 1 : opacity },
    itemStyle: { color: colour }, emphasis: { disabled: true }, ...rest,
  };
}

/** A vertical or horizontal line at a value, which the library would otherwise round to two digits. */
function rule(at, colour, options = {}) {
  return {
    precision: 20, silent: true, symbol: "none", label: { show: false }, animation: false,
    lineStyle: { color: colour, width: 1, type: options.type || "solid", opacity: options.opacity || 1 },
    data: [at],
  };
}
