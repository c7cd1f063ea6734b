/* What the page shows: the JSON of the run, and the packed plots of its unknowns, which are unpacked when asked for. */
const run = JSON.parse(document.getElementById("tandem-data").textContent);
const hasDraws = run.draws > 0;
const chains = run.chains;
const column = Object.fromEntries((run.columns || []).map((name, i) => [name, i]));

/** The unknowns as objects; their numbers are those of the summary, to the last digit. */
const unknowns = (run.rows || []).map((cells, index) => {
  const get = name => cells[column[name]];
  const variable = run.variables[get("variable")];
  return {
    index, variable, name: get("name"), plot: get("plot"), discrete: variable.discrete,
    mean: get("mean"), sd: get("sd"), mcse: get("mcse_mean"), q5: get("q5"), q50: get("q50"), q95: get("q95"),
    chainError: get("mcse_chain"), rhat: number(get("rhat")), bulk: get("ess_bulk"), tail: get("ess_tail"),
    probabilities: pairs(get("probabilities")), intervals: get("intervals"), cells: get("cells"),
    fate: run.headings.includes("fate") ? get("cells").at(-1) : null,
  };
});
/** JSON has no infinity: chains that stand still at different values are written in letters. */
function number(value) {
  return value === "Infinity" ? Infinity : value;
}

const byName = new Map(unknowns.map(unknown => [unknown.name, unknown]));

function pairs(flat) {
  const list = [];
  for (let i = 0; i < flat.length; i += 2) list.push([flat[i], flat[i + 1]]);
  return list;
}

/** The smaller of the two effective sizes; the tails of a discrete unknown may have none. */
function size(unknown) {
  return unknown.tail === null ? unknown.bulk : Math.min(unknown.bulk, unknown.tail);
}

function suspicious(unknown) {
  return unknown.rhat > run.thresholds.rhat || (unknown.bulk !== null && size(unknown) < run.thresholds.ess);
}

let lines = null;
const unpacked = new Map();

/** The plots of an unknown; null if it has none. */
function curves(unknown) {
  if (unknown.plot < 0) return null;
  if (!unpacked.has(unknown)) {
    lines = lines || document.getElementById("tandem-curves").textContent.trim().split("\n");
    if (unpacked.size > 400) unpacked.clear();
    unpacked.set(unknown, unpack(lines[unknown.plot]));
  }
  return unpacked.get(unknown);
}

function bytes(base64) {
  const text = atob(base64);
  const array = new Uint8Array(text.length);
  for (let i = 0; i < text.length; i++) array[i] = text.charCodeAt(i);
  return array;
}

/** Reads what the class Curves of the report module has packed. */
function unpack(line) {
  const view = new DataView(bytes(line).buffer);
  let at = 0;
  const octet = () => view.getUint8(at++);
  const number = () => { at += 8; return view.getFloat64(at - 8, true); };
  const count = () => { at += 2; return view.getUint16(at - 2, true); };
  const many = (n, read) => Array.from({ length: n }, read);
  const share = (least, greatest) => least + (greatest - least) * count() / 65535;

  const kind = octet();
  if (kind === 0) return null;
  const found = { discrete: kind === 2 };
  const centre = number(), spread = number(), least = number(), greatest = number();
  const draw = spread === 0
    ? () => centre + count()
    : () => centre + spread * Math.sinh(share(least, greatest));
  if (found.discrete) {
    found.first = number();
    found.width = number();
  } else {
    found.low = number();
    found.high = number();
    found.outside = number();
    found.lump = number();
    found.lumpShare = number();
    found.positive = number();
  }
  const peak = number();
  const points = count();
  found.peak = peak;
  const heights = () => many(points, () => share(0, peak));
  found.pooled = heights();
  found.byChain = many(chains, heights);
  const d = run.detail;
  found.draws = many(chains, () => many(d.shown, draw));
  found.divergent = many(run.divergent.shown.length / 2, draw);
  found.envelope = many(chains, () => many(d.envelope, () => [draw(), draw()]));
  found.ranks = many(chains, () => many(d.ranks, () => share(0, d.ranks)));
  found.correlation = many(chains, () => many(d.lags, () => share(-1, 1)));
  const low = number(), high = number();
  found.running = many(chains, () => many(d.running, () => share(low, high)));
  return found;
}
