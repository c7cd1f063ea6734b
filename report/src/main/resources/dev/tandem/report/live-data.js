/* What sections and plots ask for, on a page whose run is still going: replaced whole with every look at the draws. */
let run = { draws: 0, warnings: [], notes: [], worst: [], history: [], divergent: { shown: [], total: 0 }, detail: { stride: 1, envelope: 0 } };
let chains = 0;
let hasDraws = false;
const unknowns = [];
const byName = new Map();

/** JSON has no infinity: chains that stand still at different values are written in letters. */
function number(value) {
  return value === "Infinity" ? Infinity : value;
}

/** There is no table of unknowns here that could have suspicious ones: a look marks the worst itself. */
function suspicious() {
  return false;
}

/** The draws of an unknown, as the plots of the report have them. */
function curves(unknown) {
  return unknown.curves;
}
