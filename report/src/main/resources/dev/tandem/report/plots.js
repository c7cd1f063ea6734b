/* The plots: each function gives the options of one picture. */

/** The chain that is picked out, or -1 for all. */
let oneChain = -1;

const chainList = () => Array.from({ length: chains }, (_, chain) => chain).filter(chain => oneChain < 0 || chain === oneChain);

function spaced(low, high, heights) {
  const step = (high - low) / (heights.length - 1);
  return heights.map((height, i) => [low + i * step, height]);
}

/** All chains together as an area, each chain as a line, and the middle 90% below. */
function densityPlot(unknown) {
  const c = curves(unknown);
  const top = c.peak * 1.06;
  const series = [
    lineSeries(spaced(c.low, c.high, c.pooled), palette.accent, { width: 1.6, areaStyle: { color: palette.accent, opacity: .10 } }),
    ...chainList().map(chain => lineSeries(spaced(c.low, c.high, c.byChain[chain]), chainColour(chain), { width: oneChain < 0 ? 1 : 1.6, opacity: .85 })),
    lineSeries([[Math.max(unknown.q5, c.low), -.035 * top], [Math.min(unknown.q95, c.high), -.035 * top]], palette.accent, { width: 4, opacity: .55 }),
    { type: "scatter", data: [[unknown.q50, -.035 * top]], symbolSize: 7, itemStyle: { color: palette.accent, borderColor: palette.panel, borderWidth: 1.5 }, silent: true, z: 5 },
  ];
  if (c.lumpShare > 0) {
    series[0].markLine = {
      silent: true, symbol: "none", lineStyle: { color: palette.ink, width: 2, type: "solid" },
      label: { formatter: percent(c.lumpShare) + " exactly " + short(c.lump), color: palette.soft, fontSize: 11, position: "end" }, data: [{ xAxis: c.lump }],
    };
  }
  return base({
    grid: { left: 8, right: 8, top: c.lumpShare > 0 ? 22 : 8, bottom: 22 },
    xAxis: axis({ min: c.low, max: c.high, axisLabel: { color: palette.muted, fontSize: 11, hideOverlap: true, showMinLabel: false, showMaxLabel: false, formatter: tick } }),
    yAxis: axis({ bare: true, min: -.075 * top, max: top }),
    series,
    tooltip: { trigger: "axis", formatter: items => short(items[0].axisValue) },
  });
}

/** The probability of each value, with a dot for each chain. */
function barPlot(unknown) {
  const c = curves(unknown);
  const places = c.pooled.map((_, i) => c.first + i * c.width);
  const label = value => c.width === 1 ? String(value) : value + "–" + (value + c.width - 1);
  const few = places.length <= 12;
  return base({
    grid: { left: 38, right: 8, top: 8, bottom: places.length <= 8 ? 36 : 22 },
    xAxis: { ...axis(), type: "category", data: places.map(label), axisTick: { show: false }, axisLabel: { color: palette.muted, fontSize: 11, hideOverlap: true, lineHeight: 15, formatter: (value, i) => places.length <= 8 ? `${value}\n{share|${probability(c.pooled[i])}}` : value, rich: { share: { color: palette.soft, fontSize: 11, lineHeight: 15 } } } },
    yAxis: axis({ scale: false, min: 0, max: value => Math.min(1, value.max * 1.06), grid: true, axisLine: { show: false, onZero: false }, axisTick: { show: false }, axisLabel: { color: palette.muted, fontSize: 11, formatter: tick, showMaxLabel: false } }),
    series: [
      {
        type: "bar", data: c.pooled, barWidth: few ? "62%" : "86%", itemStyle: { color: faded(palette.accent, .30), borderColor: palette.accent, borderWidth: 1 }, emphasis: { disabled: true },
      },
      ...chainList().map(chain => ({
        type: "scatter", symbolSize: few ? 5.5 : 4.5, silent: true, itemStyle: { color: chainColour(chain) }, symbolOffset: few ? [(chain - (chains - 1) / 2) * 8, 0] : [0, 0],
        data: c.byChain[chain].map((height, i) => [i, height]).filter(point => point[1] > 0),
      })),
    ],
    tooltip: { trigger: "axis", axisPointer: { type: "shadow", shadowStyle: { color: palette.band } }, formatter: items => `${items[0].axisValue}: ${short(c.pooled[items[0].dataIndex], 3)}` },
  });
}

function probability(share) {
  return share > 0 && share < .0005 ? "<0.001" : share < 1 && share > .9995 ? ">0.999" : share.toFixed(3);
}

/** The draws in order; where not all are shown, the extremes of stretches lie behind them. */
function tracePlot(unknown) {
  const c = curves(unknown);
  const d = run.detail;
  const series = [];
  for (const chain of chainList()) {
    const colour = chainColour(chain);
    const shift = c.discrete ? (chain - (chains - 1) / 2) * .07 * Math.max(1, c.width) : 0;
    if (d.envelope > 0) {
      const place = i => (i + .5) * run.draws / d.envelope;
      series.push(band(c.envelope[chain].map((range, i) => [place(i), range[0], range[1]]), faded(colour, .13)));
    }
    series.push(lineSeries(c.draws[chain].map((value, i) => [i * d.stride + 1, value + shift]), colour, {
      width: c.discrete ? 1 : oneChain < 0 ? .7 : .9, opacity: d.envelope > 0 ? .75 : .8, step: c.discrete ? "middle" : false,
    }));
  }
  const marks = divergentMarks().filter(mark => oneChain < 0 || mark.chain === oneChain);
  if (marks.length > 0) {
    series.push({
      type: "scatter", symbol: "triangle", symbolSize: 7, symbolOffset: [0, 3], itemStyle: { color: palette.alarm }, silent: true, clip: false,
      data: marks.map(mark => [mark.draw + 1, "min"]), xAxisIndex: 0, yAxisIndex: 1, z: 6,
    });
    series[series.length - 1].data = marks.map(mark => [mark.draw + 1, 0]);
  }
  return base({
    grid: { left: 44, right: 8, top: 8, bottom: 22 },
    xAxis: axis({ min: 1, max: run.draws }),
    yAxis: [axis({ grid: true, axisLine: { show: false, onZero: false }, axisTick: { show: false }, minInterval: c.discrete ? 1 : 0, min: c.discrete ? value => value.min - .25 * c.width : undefined, max: c.discrete ? value => value.max + .25 * c.width : undefined,
      axisLabel: { color: palette.muted, fontSize: 11, hideOverlap: true, formatter: value => c.discrete && value !== Math.floor(value) ? "" : tick(value) } }), { type: "value", min: 0, max: 1, show: false }],
    series,
    tooltip: { trigger: "axis", formatter: items => "draw " + Math.round(items[0].axisValue) },
  });
}

function divergentMarks() {
  const flat = run.divergent.shown;
  const marks = [];
  for (let i = 0; i < flat.length; i += 2) marks.push({ chain: flat[i], draw: flat[i + 1] });
  return marks;
}

/** A band between two curves: rows of place, lower, upper. */
function band(rows, colour, options = {}) {
  return {
    type: "custom", silent: true, data: [0], z: 1, clip: true, ...options,
    renderItem: (params, api) => ({
      type: "polygon", silent: true, style: { fill: colour },
      shape: { points: [...rows.map(row => api.coord([row[0], row[2]])), ...rows.slice().reverse().map(row => api.coord([row[0], row[1]]))] },
    }),
  };
}

/** For each chain, how often it is where among all draws: flat if the chains agree. */
function rankPlot(unknown, width) {
  const c = curves(unknown);
  const list = chainList();
  // With few effective draws fine bins show noise only.
  const coarse = effectivePerChain(unknown) < 400 && run.detail.ranks % 2 === 0;
  const ranks = coarse ? c.ranks.map(row => row.filter((_, i) => i % 2 === 0).map((ratio, i) => (ratio + row[2 * i + 1]) / 2)) : c.ranks;
  const bins = ranks[0].length;
  const most = Math.max(2, ...list.flatMap(chain => ranks[chain]));
  const columns = list.length > 4 ? (width > 500 ? 4 : 2) : 1;
  const lines = Math.ceil(list.length / columns);
  const spread = rankSpread(unknown, bins);
  const gap = 3;
  const height = (100 - 12 - gap * (lines - 1)) / lines;
  const options = { grid: [], xAxis: [], yAxis: [], series: [] };
  list.forEach((chain, i) => {
    const column = i % columns, line = Math.floor(i / columns);
    options.grid.push({ left: `${1 + column * 100 / columns}%`, width: `${100 / columns - 2}%`, top: `${1 + line * (height + gap)}%`, height: `${height}%` });
    options.xAxis.push({ type: "value", gridIndex: i, min: 0, max: 1, axisLine: { lineStyle: { color: palette.rule }, onZero: true }, axisTick: { show: false }, splitLine: { show: false },
      axisLabel: { show: line === lines - 1 && column === 0, color: palette.muted, fontSize: 11, formatter: value => value === 0 ? "lowest" : value === 1 ? "highest draws" : "", align: null, alignMinLabel: "left", alignMaxLabel: "right" } });
    options.yAxis.push({ type: "value", gridIndex: i, min: 0, max: most, show: false });
    options.series.push({
      type: "custom", xAxisIndex: i, yAxisIndex: i, data: ranks[chain].map((ratio, bin) => [bin, ratio]), silent: true, encode: { x: [], y: 1 },
      renderItem: (params, api) => {
        const from = api.coord([api.value(0) / bins, api.value(1)]), to = api.coord([(api.value(0) + 1) / bins, 0]);
        const ratio = api.value(1);
        const off = Math.abs(ratio - 1) > spread;
        return { type: "rect", shape: { x: from[0] + .5, y: from[1], width: Math.max(1, to[0] - from[0] - 1), height: to[1] - from[1] }, style: { fill: faded(chainColour(chain), off ? .95 : .45) } };
      },
    });
    options.series.push({ type: "line", xAxisIndex: i, yAxisIndex: i, data: [[0, 1], [1, 1]], symbol: "none", silent: true, lineStyle: { color: palette.soft, width: 1, opacity: .7 } });
    if (spread < most) {
      options.series.push({ ...band([[0, Math.max(0, 1 - spread), 1 + spread], [1, Math.max(0, 1 - spread), 1 + spread]], palette.band), xAxisIndex: i, yAxisIndex: i });
    }
  });
  return base(options);
}

function effectivePerChain(unknown) {
  return Math.max(1, unknown.bulk || run.draws * chains) / chains;
}

/** How far a bar of a rank plot may stray from 1 when chains agree: 99% at the effective size. */
function rankSpread(unknown, bins) {
  return 2.58 * Math.sqrt(bins / effectivePerChain(unknown) * (1 - 1 / bins) * (chains > 1 ? 1 - 1 / chains : 1));
}

function correlationPlot(unknown) {
  const c = curves(unknown);
  return base({
    grid: { left: 34, right: 8, top: 8, bottom: 22 },
    xAxis: axis({ scale: false, min: 0, max: run.detail.lags - 1 }),
    yAxis: axis({ scale: false, min: value => Math.min(-.2, Math.floor(value.min * 5) / 5), max: 1, interval: .2, grid: true, axisLine: { show: false, onZero: false }, axisTick: { show: false }, axisLabel: { color: palette.muted, fontSize: 11, showMinLabel: false, formatter: tick } }),
    series: chainList().map((chain, i) => lineSeries(c.correlation[chain].map((value, lag) => [lag, value]), chainColour(chain), {
      width: 1.4, markLine: i === 0 ? rule({ yAxis: 0 }, palette.muted) : undefined,
    })),
    tooltip: { trigger: "axis", formatter: items => `lag ${items[0].axisValue}: ` + items.map(item => short(item.data[1], 2)).join("  ") },
  });
}

/** Chains, counted from 1, whose means lie more than three of their own standard errors from the mean of all. */
function strays(unknown) {
  const c = curves(unknown);
  return Array.from({ length: chains }, (_, chain) => chain + 1).filter(chain => {
    const means = c.running[chain - 1];
    return Math.abs(means[means.length - 1] - unknown.mean) > 3 * (unknown.chainError || 0) + 1e-4 * (unknown.sd || 0);
  });
}

/** The mean of each chain so far, in the funnel that it should not leave: two standard errors of one chain by itself. */
function runningPlot(unknown) {
  const c = curves(unknown);
  const points = run.detail.running;
  const place = i => Math.floor((i + 1) * run.draws / points);
  // Not that of all chains, which is wide just when they disagree.
  const final = unknown.chainError || 0;
  const funnel = Array.from({ length: points }, (_, i) => {
    const half = 2 * final * Math.sqrt(run.draws / place(i));
    return [place(i), unknown.mean - half, unknown.mean + half];
  });
  const later = Math.floor(points / 12);
  const values = chainList().flatMap(chain => c.running[chain].slice(later));
  const low = Math.min(...values, funnel[later][1]), high = Math.max(...values, funnel[later][2]);
  const room = (high - low) * .04 || 1;
  return base({
    grid: { left: 48, right: 8, top: 8, bottom: 22 },
    xAxis: axis({ min: 1, max: run.draws }),
    yAxis: axis({ min: low - room, max: high + room, grid: true, axisLine: { show: false, onZero: false }, axisTick: { show: false }, axisLabel: { color: palette.muted, fontSize: 11, hideOverlap: true, showMinLabel: false, showMaxLabel: false, formatter: value => short(value, 4) } }),
    series: [
      band(funnel, palette.band),
      ...chainList().map((chain, i) => lineSeries(c.running[chain].map((mean, j) => [place(j), mean]), chainColour(chain), {
        width: 1.4, markLine: i === 0 ? rule({ yAxis: unknown.mean }, palette.muted) : undefined,
      })),
    ],
    tooltip: { trigger: "axis", formatter: items => `draw ${Math.round(items[0].axisValue)}: ` + items.filter(item => item.seriesType === "line").map(item => short(item.data[1])).join("  ") },
  });
}

/** Every unknown as a dot: its effective size and its R-hat. The good ones lie at the lower right. */
function glancePlot() {
  const t = run.thresholds;
  const dots = unknowns.filter(unknown => unknown.rhat !== null && unknown.bulk !== null);
  const groups = [dots.filter(unknown => !suspicious(unknown)), dots.filter(suspicious)];
  const most = dots.filter(unknown => isFinite(unknown.rhat)).reduce((greatest, unknown) => Math.max(greatest, unknown.rhat), dots.some(unknown => !isFinite(unknown.rhat)) ? 11 : 1.02) - 1;
  const floor = 5e-4;
  const excess = value => Math.min(Math.max(value - 1, floor), most * 1.2);
  const sizes = dots.map(size);
  const largest = sizes.reduce((a, b) => Math.max(a, b), t.ess * 2) * 1.12;
  const least = sizes.reduce((a, b) => Math.min(a, b), t.ess * .8) * .9;
  const nice = [1, 2, 4, 10, 20, 40, 100, 200, 400, 1000, 2000, 4000, 1e4, 2e4, 4e4, 1e5, 2e5, 4e5, 1e6].filter(value => value > least && value < largest);
  const heights = [.001, .003, .01, .03, .1, .3, 1, 3].filter(value => value <= most * 1.3);
  const labels = { color: palette.muted, fontSize: 11, hideOverlap: true };
  const ticks = { length: 3, lineStyle: { color: palette.rule } };
  return base({
    grid: { left: 46, right: 12, top: 8, bottom: 36 },
    xAxis: { ...axis({ name: "effective draws", nameGap: 22 }), type: "log", min: least, max: largest, axisTick: { ...ticks, customValues: nice }, axisLabel: { ...labels, customValues: nice, formatter: grouped } },
    yAxis: { ...axis({ name: "R-hat", nameGap: 34 }), type: "log", min: floor * .8, max: most * 1.3, axisTick: { ...ticks, customValues: heights }, axisLabel: { ...labels, customValues: heights, formatter: value => String(Number((1 + value).toPrecision(6))) } },
    series: groups.map((group, bad) => ({
      type: "scatter", symbolSize: dots.length > 500 ? 5 : 7, data: group.map(unknown => ({ value: [size(unknown), excess(unknown.rhat)], name: unknown.name })),
      itemStyle: { color: bad ? palette.alarm : palette.accent, opacity: bad ? .85 : .5 }, symbol: bad ? "diamond" : "circle", cursor: "pointer",
      markLine: bad ? undefined : {
        silent: true, symbol: "none", lineStyle: { color: palette.muted, type: "dashed", width: 1 }, label: { show: false }, data: [{ xAxis: t.ess }, { yAxis: t.rhat - 1 }],
      },
    })),
    tooltip: { trigger: "item", formatter: item => { const u = byName.get(item.name); return u ? `${u.name}\nR-hat ${isFinite(u.rhat) ? u.rhat.toFixed(4) : "infinite"}\n${Math.round(size(u))} effective draws` : ""; } },
  });
}

/** Pairs of unknowns below the diagonal, each unknown on it; draws that diverged are marked. */
function pairsPlot(chosen, logged, width, height) {
  const n = chosen.length;
  const all = chosen.map(unknown => coordinate(unknown, logged.has(unknown)));
  const options = { grid: [], xAxis: [], yAxis: [], series: [] };
  const left = 52, bottom = 34, gap = n > 3 ? 8 : 12, top = 10;
  const w = (width - left - 8 - gap * (n - 1)) / n, h = (height - top - bottom - gap * (n - 1)) / n;
  const count = run.detail.shown * chains;
  const symbol = Math.max(1.4, Math.min(4, 260 / Math.sqrt(count), w / 40));
  const opacity = Math.max(.13, Math.min(.55, 420 / count * Math.min(1, w / 200)));
  const side = (one, outer, gapOut, index) => ({
    ...axis({ min: one.range[0], max: one.range[1], name: outer ? one.name : undefined, nameGap: gapOut }), gridIndex: index, splitNumber: n > 3 ? 2 : 3,
    axisLine: { show: false, onZero: false }, axisTick: { show: outer, length: 3, lineStyle: { color: palette.rule } }, nameTextStyle: { color: palette.soft, fontSize: 11 },
    axisLabel: { show: outer, color: palette.muted, fontSize: 10, hideOverlap: true, showMinLabel: false, showMaxLabel: false, formatter: tick },
  });
  for (let row = 0; row < n; row++) {
    for (let column = 0; column <= row; column++) {
      const index = options.grid.length;
      const x = all[column], y = all[row];
      options.grid.push({ left: left + column * (w + gap), top: top + row * (h + gap), width: w, height: h, show: true, borderColor: palette.rule, borderWidth: 1 });
      options.xAxis.push(side(x, row === n - 1, 19, index));
      if (row === column) {
        options.yAxis.push({ type: "value", gridIndex: index, show: false, min: 0, max: x.peak * 1.08 });
        options.series.push(lineSeries(x.shape, palette.accent, { xAxisIndex: index, yAxisIndex: index, width: 1.4, areaStyle: { color: palette.accent, opacity: .12 } }));
        continue;
      }
      options.yAxis.push(side(y, column === 0, 38, index));
      options.series.push({
        type: "scatter", xAxisIndex: index, yAxisIndex: index, silent: true, symbolSize: symbol, itemStyle: { color: palette.accent, opacity },
        data: x.draws.map((value, i) => [value, y.draws[i]]),
      });
      if (x.divergent.length > 0) {
        options.series.push({
          type: "scatter", xAxisIndex: index, yAxisIndex: index, silent: true, symbol: "triangle", symbolSize: Math.max(5, Math.min(7, w / 16)), z: 5,
          itemStyle: { color: palette.alarm, opacity: .9, borderColor: palette.panel, borderWidth: .6 },
          data: x.divergent.map((value, i) => [value, y.divergent[i]]),
        });
      }
    }
  }
  return base(options);
}

/** What a plot of pairs needs of an unknown, as it is or its logarithm. */
function coordinate(unknown, logged) {
  const c = curves(unknown);
  if (!logged) {
    const shape = c.discrete
      ? c.pooled.flatMap((p, i) => [[c.first + (i - .4) * c.width, 0], [c.first + (i - .4) * c.width, p], [c.first + (i + .4) * c.width, p], [c.first + (i + .4) * c.width, 0]])
      : spaced(c.low, c.high, c.pooled);
    return {
      name: unknown.name, range: range(c), shape, peak: shape.reduce((most, point) => Math.max(most, point[1]), 0),
      draws: c.draws.flatMap((draws, chain) => draws.map((value, i) => value + jitter(c, chain, i))), divergent: c.divergent.map((value, i) => value + jitter(c, 0, i)),
    };
  }
  const draws = c.draws.flat().map(Math.log);
  const divergent = c.divergent.map(Math.log);
  const all = [...draws, ...divergent];
  const low = all.reduce((a, b) => Math.min(a, b)), high = all.reduce((a, b) => Math.max(a, b));
  const room = .04 * (high - low);
  const shape = smoothed(draws, low, high);
  return { name: "log " + unknown.name, range: [low - room, high + room], draws, divergent, shape, peak: shape.reduce((most, point) => Math.max(most, point[1]), 0) };
}

/** A rough density of the draws that are shown. */
function smoothed(values, low, high) {
  const points = 61, step = (high - low) / (points - 1);
  const counts = new Array(points).fill(0);
  values.forEach(value => counts[Math.round((value - low) / step)]++);
  const reach = 5;
  return counts.map((_, i) => {
    let sum = 0, weight = 0;
    for (let j = Math.max(0, i - reach); j <= Math.min(points - 1, i + reach); j++) {
      const kernel = Math.exp(-.5 * ((i - j) / 2) ** 2);
      sum += kernel * counts[j];
      weight += kernel;
    }
    return [low + i * step, sum / weight];
  });
}

function range(c) {
  if (c.discrete) return [c.first - .6 * c.width, c.first + (c.pooled.length - .4) * c.width];
  const room = .03 * (c.high - c.low);
  return [c.low - room, c.high + room];
}

/** A fixed little shift for whole numbers, so that equal draws do not hide each other. */
function jitter(c, chain, i) {
  if (!c.discrete) return 0;
  const wave = Math.sin(12.9898 * (i + 1) + 78.233 * (chain + 1)) * 43758.5453;
  return (wave - Math.floor(wave) - .5) * .56 * c.width;
}

function energyPlot() {
  const e = run.energy;
  return base({
    grid: { left: 8, right: 8, top: 8, bottom: 22 },
    xAxis: axis({ min: e.low, max: e.high, axisLabel: { color: palette.muted, fontSize: 11, hideOverlap: true, showMinLabel: false, showMaxLabel: false, formatter: tick } }),
    yAxis: axis({ bare: true, scale: false, min: 0 }),
    series: [
      lineSeries(spaced(e.low, e.high, e.marginal), palette.chains[0], { width: 1.6, areaStyle: { color: palette.chains[0], opacity: .14 } }),
      lineSeries(spaced(e.low, e.high, e.transition), palette.chains[1], { width: 1.6, areaStyle: { color: palette.chains[1], opacity: .14 } }),
    ],
  });
}

function acceptancePlot() {
  const bins = run.acceptance.bins;
  return base({
    grid: { left: 8, right: 8, top: 8, bottom: 22 },
    xAxis: axis({ scale: false, min: 0, max: 1 }),
    yAxis: axis({ bare: true, scale: false, min: 0 }),
    series: [{
      type: "custom", data: bins.map((share, i) => [i / bins.length, share]), silent: true,
      renderItem: (params, api) => {
        const from = api.coord([api.value(0), api.value(1)]), to = api.coord([api.value(0) + 1 / bins.length, 0]);
        return { type: "rect", shape: { x: from[0] + .5, y: from[1], width: Math.max(1, to[0] - from[0] - 1), height: to[1] - from[1] }, style: { fill: faded(palette.accent, .45) } };
      },
    }, { ...lineSeries([], palette.accent), markLine: { ...rule({ xAxis: 0 }, palette.ink), data: run.acceptance.means.filter(mean => mean !== null).map((mean, chain) => ({ xAxis: mean, lineStyle: { color: chainColour(chain), width: 1.5 } })) } }],
  });
}

/** Step size and acceptance of each chain through the stages of warmup. */
function warmupPlot(width) {
  const longest = Math.max(...run.warmup.map(chain => chain.iterations));
  const stages = run.warmup[0].stages;
  const wide = width > 620;
  const areas = stages.map((stage, i) => [{ xAxis: stage.from, name: wide || stage.to - stage.from > longest / 5 ? stage.name : "", itemStyle: { color: i % 2 ? palette.band : "transparent" } }, { xAxis: stage.to }]);
  const options = {
    // Without bounds, or the library would move one of them aside for its labels.
    grid: [{ top: 24, height: "38%" }, { bottom: 26, height: "32%" }].map(grid => ({ left: 60, right: 12, outerBoundsMode: "none", ...grid })),
    xAxis: [0, 1].map(i => axis({ gridIndex: i, min: 0, max: longest, axisLabel: { show: i === 1, color: palette.muted, fontSize: 11 }, axisTick: { show: i === 1, length: 3, lineStyle: { color: palette.rule } } })),
    yAxis: [
      { ...axis({ grid: true }), type: "log", gridIndex: 0, axisLine: { show: false, onZero: false }, axisTick: { show: false }, name: "step size", nameLocation: "middle", nameGap: 40 },
      axis({ gridIndex: 1, scale: false, min: 0, max: 1, interval: .5, grid: true, axisLine: { show: false, onZero: false }, axisTick: { show: false }, name: "accepted", nameGap: 40 }),
    ],
    series: [],
  };
  run.warmup.forEach((chain, i) => {
    options.series.push(lineSeries(chain.at.map((at, j) => [at, chain.stepSize[j]]), chainColour(i), {
      width: 1.2, opacity: .9, markArea: i ? undefined : { silent: true, label: { position: "insideTop", distance: -16, color: palette.muted, fontSize: 11 }, data: areas },
    }));
    options.series.push(lineSeries(chain.at.map((at, j) => [at, chain.acceptance[j]]), chainColour(i), {
      width: 1.2, opacity: .9, xAxisIndex: 1, yAxisIndex: 1, markArea: i ? undefined : { silent: true, label: { show: false }, data: areas },
    }));
  });
  return base(options);
}

/** The density of observations, on bands of those of predicted data sets. */
function densityCheckPlot(density) {
  const n = density.observed.length;
  const x = i => density.low + (density.high - density.low) * i / (n - 1);
  const between = (low, high) => density.predicted.map((levels, i) => [x(i), levels[low], levels[high]]);
  return base({
    grid: { left: 44, right: 8, top: 8, bottom: 22 },
    xAxis: axis({ min: density.low, max: density.high, axisLabel: { color: palette.muted, fontSize: 11, hideOverlap: true, showMinLabel: false, showMaxLabel: false, formatter: tick } }),
    yAxis: axis({ scale: false, min: 0, grid: true, axisLine: { show: false, onZero: false }, axisTick: { show: false }, axisLabel: { color: palette.muted, fontSize: 11, hideOverlap: true, formatter: tick } }),
    series: [
      band(between(0, 4), palette.band2),
      band(between(1, 3), faded(palette.accent, .38)),
      // The greatest of all gives the axis its height.
      { type: "line", silent: true, symbol: "none", data: density.predicted.map((levels, i) => [x(i), levels[4]]), lineStyle: { opacity: 0 } },
      { type: "line", silent: true, symbol: "none", data: density.predicted.map((levels, i) => [x(i), levels[2]]), lineStyle: { color: palette.accent, width: 1.2 } },
      { type: "line", symbol: "none", data: density.observed.map((value, i) => [x(i), value]), lineStyle: { color: palette.ink, width: 2 }, z: 5 },
    ],
  });
}

/** How often values were observed, on what the model predicts: the middle half and nine tenths. */
function occurrencePlot(check) {
  const bins = check.bins;
  const discrete = check.discrete;
  const label = bin => discrete && bin[1] - bin[0] === 1 ? String(bin[0]) : discrete ? bin[0] + "–" + (bin[1] - 1) : short(bin[0], 3) + " to " + short(bin[1], 3);
  const x = discrete
    ? { ...axis(), type: "category", data: bins.map(label), axisTick: { show: false }, axisLabel: { color: palette.muted, fontSize: 11, hideOverlap: true } }
    : axis({ min: bins[0][0], max: bins[bins.length - 1][1], axisLabel: { color: palette.muted, fontSize: 11, hideOverlap: true, showMinLabel: false, showMaxLabel: false, formatter: tick } });
  const middle = (bin, i) => discrete ? i : (bin[0] + bin[1]) / 2;
  // Counts by their square roots, a rootogram: rare values are seen beside frequent ones, and all scatter alike.
  const height = count => discrete ? Math.sqrt(count) : count;
  return base({
    grid: { left: 44, right: 8, top: 8, bottom: 22 },
    xAxis: x,
    yAxis: axis({ scale: false, min: 0, grid: true, axisLine: { show: false, onZero: false }, axisTick: { show: false },
      axisLabel: { color: palette.muted, fontSize: 11, hideOverlap: true, formatter: value => tick(discrete ? value * value : value) } }),
    series: [
      {
        type: "custom", silent: true, encode: { x: 0, y: [1, 5] }, data: bins.map((bin, i) => [middle(bin, i), ...bin.slice(3).map(height)]),
        renderItem: (params, api) => {
          const half = discrete ? Math.min(api.size([1, 0])[0] * .36, 22) : api.size([bins[0][1] - bins[0][0], 0])[0] / 2;
          const y = k => api.coord([api.value(0), api.value(k)])[1];
          const at = api.coord([api.value(0), 0])[0];
          const box = (low, high, fill) => ({ type: "rect", shape: { x: at - half, y: y(high) - .5, width: 2 * half, height: Math.max(1, y(low) - y(high) + 1) }, style: { fill } });
          return { type: "group", children: [box(1, 5, palette.band2), box(2, 4, faded(palette.accent, .38)),
            { type: "line", shape: { x1: at - half, x2: at + half, y1: y(3), y2: y(3) }, style: { stroke: palette.accent, lineWidth: 1.5 } }] };
        },
      },
      { type: "scatter", data: bins.map((bin, i) => [middle(bin, i), height(bin[2])]), symbolSize: 6.5, itemStyle: { color: palette.ink, borderColor: palette.panel, borderWidth: 1 }, z: 5 },
    ],
    tooltip: { trigger: "item", formatter: item => { const bin = bins[item.dataIndex]; return `${label(bin)}\nobserved ${bin[2]}\npredicted ${short(bin[3], 3)} to ${short(bin[7], 3)}`; } },
  });
}

/** Each observation on the range of its predictions. */
function intervalPlot(check, sorted) {
  const rows = sorted ? check.intervals.slice().sort((a, b) => a[4] - b[4]) : check.intervals;
  const outside = row => row[1] < row[2] || row[1] > row[6];
  const at = (row, i) => sorted ? i + 1 : row[0];
  return base({
    grid: { left: 44, right: 10, top: 8, bottom: 22 },
    xAxis: axis({ scale: true, min: sorted ? 0 : Math.min(...rows.map(row => row[0])) - 1, max: sorted ? rows.length + 1 : Math.max(...rows.map(row => row[0])) + 1, axisLabel: { show: !sorted, color: palette.muted, fontSize: 11, showMinLabel: false, showMaxLabel: false, formatter: tick } }),
    yAxis: axis({ grid: true, axisLine: { show: false, onZero: false }, axisTick: { show: false } }),
    series: [
      {
        type: "custom", silent: true, encode: { x: 0, y: [1, 5] }, data: rows.map((row, i) => [at(row, i), ...row.slice(2)]),
        renderItem: (params, api) => {
          const wide = Math.max(1, Math.min(7, api.size([1, 0])[0] * .62));
          const y = k => api.coord([api.value(0), api.value(k)])[1];
          const x = api.coord([api.value(0), 0])[0];
          const stroke = (low, high, width, colour) => ({ type: "line", shape: { x1: x, x2: x, y1: y(low), y2: y(high) }, style: { stroke: colour, lineWidth: width } });
          return { type: "group", children: [stroke(1, 5, Math.max(1, wide * .4), palette.band2), stroke(2, 4, wide, faded(palette.accent, .38))] };
        },
      },
      { type: "scatter", data: rows.map((row, i) => ({ value: [at(row, i), row[1]], row })), symbolSize: rows.length > 120 ? 4 : 5.5, z: 5,
        itemStyle: { color: item => outside(item.data.row) ? palette.alarm : palette.ink, borderColor: palette.panel, borderWidth: .8 },
        symbol: (value, item) => outside(item.data.row) ? "diamond" : "circle" },
    ],
    tooltip: { trigger: "item", formatter: item => item.data.row ? `${check.name} ${item.data.row[0]}\nobserved ${short(item.data.row[1])}\npredicted ${short(item.data.row[2])} to ${short(item.data.row[6])}` : "" },
  });
}

/** How many observations lie in each tenth of their own predictions, and the range of 99% if these were right. */
function placePlot(check, places = check.places) {
  const n = places.length;
  const expected = check.observations / n;
  const half = 2.58 * Math.sqrt(expected * (1 - 1 / n));
  return base({
    grid: { left: 44, right: 8, top: 8, bottom: 22 },
    xAxis: axis({ scale: false, min: 0, max: 1, axisLabel: { color: palette.muted, fontSize: 11, formatter: value => value === 0 ? "lowest" : value === 1 ? "highest" : "", alignMinLabel: "left", alignMaxLabel: "right" }, axisTick: { show: false } }),
    yAxis: axis({ scale: false, min: 0, grid: true, axisLine: { show: false, onZero: false }, axisTick: { show: false }, minInterval: 1 }),
    series: [
      { ...lineSeries([[0, expected + half], [1, expected + half]], "transparent"), silent: true },
      band([[0, Math.max(0, expected - half), expected + half], [1, Math.max(0, expected - half), expected + half]], palette.band),
      {
        type: "custom", silent: true, data: places.map((count, i) => [i / n, count]), encode: { x: 0, y: 1 },
        renderItem: (params, api) => {
          const from = api.coord([api.value(0), api.value(1)]), to = api.coord([api.value(0) + 1 / n, 0]);
          const off = Math.abs(api.value(1) - expected) > half;
          return { type: "rect", shape: { x: from[0] + .5, y: from[1], width: Math.max(1, to[0] - from[0] - 1), height: to[1] - from[1] }, style: { fill: faded(palette.accent, off ? .85 : .42) } };
        },
      },
      lineSeries([[0, expected], [1, expected]], palette.soft, { opacity: .7 }),
    ],
  });
}

/** For binary data: how often a thing happened, by how likely it was said to be. */
function reliabilityPlot(check) {
  const groups = check.reliability;
  const top = Math.min(1, Math.max(.2, ...groups.flatMap(group => [group[0], group[1], group[4]])) * 1.08);
  return base({
    grid: { left: 44, right: 10, top: 8, bottom: 36 },
    xAxis: axis({ scale: false, min: 0, max: top, name: "predicted probability", axisLabel: { color: palette.muted, fontSize: 11, formatter: value => short(value, 2) } }),
    yAxis: axis({ scale: false, min: 0, max: top, grid: true, axisLine: { show: false, onZero: false }, axisTick: { show: false }, axisLabel: { color: palette.muted, fontSize: 11, showMaxLabel: false, formatter: value => short(value, 2) } }),
    series: [
      lineSeries([[0, 0], [top, top]], palette.muted, { width: 1 }),
      {
        type: "custom", silent: true, encode: { x: 0, y: [1, 2] }, data: groups.map(group => [group[0], group[3], group[4]]),
        renderItem: (params, api) => {
          const low = api.coord([api.value(0), api.value(1)]), high = api.coord([api.value(0), api.value(2)]);
          return { type: "line", shape: { x1: low[0], y1: low[1], x2: high[0], y2: high[1] }, style: { stroke: palette.band2, lineWidth: 8 } };
        },
      },
      { type: "scatter", data: groups, symbolSize: 7, itemStyle: { color: item => item.data[1] < item.data[3] || item.data[1] > item.data[4] ? palette.alarm : palette.ink, borderColor: palette.panel, borderWidth: 1 }, z: 5 },
    ],
    tooltip: { trigger: "item", formatter: item => `said ${short(item.data[0], 3)}\nhappened ${short(item.data[1], 3)} of ${item.data[2]}` },
  });
}

/** The probabilities of a map of allocations, unpacked: by column and row, from 0 to 1. */
function allocation(map) {
  const data = bytes(map.data);
  return (column, row) => data[column * map.rows + row] / 255;
}

/** Whether a site of a map is not an unknown: it has no probabilities then. */
function isBlank(map, at, site) {
  for (let row = 0; row < map.rows; row++) if (at(site, row) > 0) return false;
  return true;
}

/** The colour of a site that is not an unknown: unlike every probability. */
const blankColour = () => palette.rule;

/** A picture of coloured cells, drawn once on a canvas of its own, so that even very many cost little. */
function cells(columns, rows, colour) {
  return (width, height) => {
    const ratio = window.devicePixelRatio || 1;
    const canvas = document.createElement("canvas");
    canvas.width = Math.max(1, Math.round(width * ratio));
    canvas.height = Math.max(1, Math.round(height * ratio));
    const context = canvas.getContext("2d");
    const gap = canvas.width / columns > 5 * ratio ? ratio : 0;
    const gapDown = rows > 1 && canvas.height / rows > 6 * ratio ? ratio : 0;
    for (let column = 0; column < columns; column++) {
      const x0 = Math.round(column * canvas.width / columns), x1 = Math.round((column + 1) * canvas.width / columns);
      for (let row = 0; row < rows; row++) {
        const y0 = Math.round(row * canvas.height / rows), y1 = Math.round((row + 1) * canvas.height / rows);
        context.fillStyle = colour(column, row);
        context.fillRect(x0, y0, Math.max(1, x1 - x0 - gap), Math.max(1, y1 - y0 - gapDown));
      }
    }
    return canvas;
  };
}

/** A colour of the ramp from nothing to certainty. */
function ramp(share) {
  const stops = palette.ramp;
  const at = Math.max(0, Math.min(1, share)) * (stops.length - 1);
  const i = Math.min(stops.length - 2, Math.floor(at));
  const channel = (colour, shift) => (parseInt(colour.slice(1), 16) >> shift) & 255;
  const mix = shift => Math.round(channel(stops[i], shift) + (at - i) * (channel(stops[i + 1], shift) - channel(stops[i], shift)));
  return `rgb(${mix(16)},${mix(8)},${mix(0)})`;
}

/** The colour of a value that has a probability: its class, the paler the less certain. */
function classColour(row, share) {
  const target = parseInt(palette.classes[row % palette.classes.length].slice(1), 16);
  const ground = parseInt(palette.ramp[0].slice(1), 16);
  const mix = shift => Math.round(((ground >> shift) & 255) + share * (((target >> shift) & 255) - ((ground >> shift) & 255)));
  return `rgb(${mix(16)},${mix(8)},${mix(0)})`;
}

function valueLabel(map, row) {
  const value = map.first + row * map.width;
  return map.width === 1 ? String(value) : value + "–" + (value + map.width - 1);
}

/** Sites along, values up, the darker the more probable; two values become the probability of the greater one. */
function allocationPlot(map, order) {
  const at = allocation(map);
  const n = map.columns;
  const two = map.rows === 2;
  if (map.plane) return planePlot(map, at, order);
  const sites = order.length === n ? order : Array.from({ length: n }, (_, i) => i);
  const options = {
    grid: { left: 44, right: 10, top: 8, bottom: 24 },
    xAxis: axis({ min: 0, max: n, axisLabel: { show: true, color: palette.muted, fontSize: 11, showMaxLabel: true, formatter: value => order.sorted || value < 1 || value !== Math.floor(value) ? "" : String(value * map.sitesPerColumn) } }),
  };
  if (two) {
    options.yAxis = axis({ scale: false, min: 0, max: 1, interval: .5, grid: true, axisLine: { show: false, onZero: false }, axisTick: { show: false } });
    options.series = [{
      type: "custom", silent: true, data: sites.map((site, i) => [i, at(site, 1)]), encode: { x: 0, y: 1 },
      renderItem: (params, api) => {
        const from = api.coord([api.value(0), api.value(1)]), to = api.coord([api.value(0) + 1, 0]);
        const wide = to[0] - from[0];
        return { type: "rect", shape: { x: from[0] + (wide > 4 ? .5 : 0), y: from[1], width: Math.max(.7, wide - (wide > 4 ? 1 : 0)), height: Math.max(1, to[1] - from[1]) }, style: { fill: ramp(.35 + .6 * api.value(1)) } };
      },
    }];
    return base(options);
  }
  options.yAxis = { ...axis(), type: "category", data: Array.from({ length: map.rows }, (_, row) => valueLabel(map, row)), axisLine: { show: false, onZero: false }, axisTick: { show: false }, axisLabel: { color: palette.muted, fontSize: 11, hideOverlap: true } };
  const image = cells(n, map.rows, (column, row) => ramp(at(sites[column], map.rows - 1 - row)));
  options.series = [picture(image)];
  return base(options);
}

/** A canvas that fills the grid of a plot. */
function picture(make) {
  return {
    type: "custom", silent: true, data: [0], encode: { x: [], y: [] },
    renderItem: params => {
      const place = params.coordSys;
      return { type: "image", style: { image: make(place.width, place.height), x: place.x, y: place.y, width: place.width, height: place.height } };
    },
  };
}

/** A plane of sites: the colour is the most probable value, the paler the less certain. */
function planePlot(map, at, order) {
  const [down, across] = map.plane;
  const most = site => {
    let best = 0;
    for (let row = 1; row < map.rows; row++) if (at(site, row) > at(site, best)) best = row;
    return best;
  };
  const colour = (column, row) => {
    const site = order[row] + column * down;
    if (isBlank(map, at, site)) return blankColour();
    if (map.rows === 2) return ramp(at(site, 1));
    if (map.rows <= palette.classes.length) {
      const best = most(site);
      return classColour(best, Math.max(.12, (at(site, best) - 1 / map.rows) / (1 - 1 / map.rows)));
    }
    let mean = 0;
    for (let row = 0; row < map.rows; row++) mean += row * at(site, row);
    return ramp(mean / (map.rows - 1));
  };
  // A subscript stands in the middle of its cell.
  const subscripts = n => ({ min: .5, max: n + .5, minInterval: 1, axisLabel: { color: palette.muted, fontSize: 11, formatter: value => value >= 1 && value === Math.floor(value) ? String(value) : "" } });
  return base({
    grid: { left: 44, right: 10, top: 8, bottom: 24 },
    xAxis: axis(subscripts(across)),
    yAxis: axis({ ...subscripts(down), inverse: true, ...(order.sorted ? { axisLabel: { show: false } } : {}) }),
    series: [picture(cells(across, down, colour))],
  });
}

/** One iteration: some continuous unknowns as curves over their posterior density, the discrete ones as stripes. */
function trajectoryPlot(t, chosen, width, height) {
  const from = t.times[0], to = t.times[t.times.length - 1];
  const stripes = t.discrete.length;
  const n = chosen.length;
  const left = 74, right = 12, top = 8, bottom = 38, gap = 12;
  const stripeHeight = stripes === 0 ? 0 : n === 0 ? height - top - bottom : Math.min(Math.max(stripes * 16, 40), .5 * (height - top - bottom));
  const lineHeight = n === 0 ? 0 : (height - top - bottom - (stripes ? stripeHeight + gap : 0) - gap * (n - 1)) / n;
  const options = { grid: [], xAxis: [], yAxis: [], series: [] };
  const panel = (y, h, last) => {
    const index = options.grid.length;
    options.grid.push({ left, right, top: y, height: h, show: true, borderColor: palette.rule, borderWidth: 1 });
    options.xAxis.push({ ...axis({ min: from, max: to, name: last ? "time along the trajectory" : undefined, nameGap: 22 }), gridIndex: index, axisLine: { show: false, onZero: false }, axisTick: { show: last, length: 3, lineStyle: { color: palette.rule } },
      axisLabel: { show: last, color: palette.muted, fontSize: 11, hideOverlap: true, showMaxLabel: false, formatter: value => short(value, 3) } });
    return index;
  };
  chosen.forEach((course, i) => {
    const last = stripes === 0 && i === n - 1;
    const index = panel(top + i * (lineHeight + gap), lineHeight, last);
    const unknown = byName.get(course.name);
    const c = unknown && curves(unknown);
    const values = course.values;
    let low = Math.min(...values), high = Math.max(...values);
    if (c && !c.discrete) {
      low = Math.min(low, unknown.q5);
      high = Math.max(high, unknown.q95);
    }
    const room = (high - low) * .08 || 1;
    low -= room;
    high += room;
    options.yAxis.push({ ...axis({ min: low, max: high, name: course.name, nameGap: 46 }), gridIndex: index, axisLine: { show: false, onZero: false }, axisTick: { show: false }, splitNumber: 3, nameTextStyle: { color: palette.soft, fontSize: 11 },
      axisLabel: { color: palette.muted, fontSize: 10, showMinLabel: false, showMaxLabel: false, hideOverlap: true, formatter: value => short(value, 3) } });
    if (c && !c.discrete) {
      const height = value => {
        const at = (value - c.low) / (c.high - c.low) * (c.pooled.length - 1);
        return at < 0 || at > c.pooled.length - 1 ? 0 : c.pooled[Math.round(at)] / c.peak;
      };
      const shades = 60;
      options.series.push({ ...picture(cells(1, shades, (_, row) => faded(palette.accent, .02 + .24 * height(high - (row + .5) / shades * (high - low))))), xAxisIndex: index, yAxisIndex: index, z: 0 });
    }
    options.series.push(lineSeries(t.times.map((time, k) => [time, values[k]]), palette.chains[1], { xAxisIndex: index, yAxisIndex: index, width: 2, showSymbol: t.times.length < 160, symbol: "circle", symbolSize: 4 }));
    options.series.push({
      type: "scatter", xAxisIndex: index, yAxisIndex: index, silent: true, z: 6, symbolSize: 10,
      data: [
        { value: [t.times[t.start], values[t.start]], itemStyle: { color: palette.panel, borderColor: palette.ink, borderWidth: 2 } },
        { value: [t.times[t.chosen], values[t.chosen]], itemStyle: { color: palette.ink, borderColor: palette.panel, borderWidth: 1.5 } },
      ],
    });
  });
  if (stripes > 0) {
    const index = panel(top + n * (lineHeight + gap), stripeHeight, true);
    options.yAxis.push({ type: "category", gridIndex: index, inverse: true, data: t.discrete.map(course => course.name), axisLine: { show: false, onZero: false }, axisTick: { show: false },
      axisLabel: { color: palette.muted, fontSize: 10, width: 66, overflow: "truncate", hideOverlap: true, interval: stripes > 14 ? "auto" : 0 } });
    const all = t.discrete.flatMap(course => course.values);
    const least = Math.min(...all), greatest = Math.max(...all);
    const colour = value => greatest - least < palette.classes.length ? faded(palette.classes[value - least], .82) : ramp(.15 + .85 * (value - least) / (greatest - least));
    options.series.push({
      type: "custom", xAxisIndex: index, yAxisIndex: index, silent: true, data: runs(t), encode: { x: [1, 2], y: 0 },
      renderItem: (params, api) => {
        const start = api.coord([api.value(1), api.value(0)]), end = api.coord([api.value(2), api.value(0)]);
        const tall = stripeHeight / stripes;
        const wide = Math.max(.5, end[0] - start[0]);
        const shape = { x: start[0], y: start[1] - tall / 2 + (tall > 5 ? .75 : 0), width: wide, height: Math.max(.6, tall - (tall > 5 ? 1.5 : 0)) };
        const box = { type: "rect", shape, style: { fill: colour(api.value(3)) } };
        if (tall < 12 || wide < 16) return box;
        return { type: "group", children: [box, { type: "text", style: { text: String(api.value(3)), x: shape.x + wide / 2, y: start[1], align: "center", verticalAlign: "middle", fill: "#fff", fontSize: 10, fontFamily: font } }] };
      },
    });
  }
  return base(options);
}

/** Stretches of time in which a discrete unknown kept its value: row, from, to, value. */
function runs(t) {
  const found = [];
  t.discrete.forEach((course, row) => {
    let from = t.times[0];
    for (let k = 1; k <= t.times.length; k++) {
      if (k === t.times.length || course.values[k] !== course.values[k - 1]) {
        const to = k === t.times.length ? t.times[k - 1] : t.times[k];
        if (to > from) found.push([row, from, to, course.values[k - 1]]);
        from = to;
      }
    }
  });
  return found;
}
