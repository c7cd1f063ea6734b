/* Numbers as people read them. */

/** A number to read: four digits, whole numbers whole. */
function short(value, digits = 4) {
  if (value === null || value === undefined || Number.isNaN(value)) return "–";
  if (!Number.isFinite(value)) return value > 0 ? "∞" : "-∞";
  if (value === 0) return "0";
  const magnitude = Math.abs(value);
  if (Number.isInteger(value) && magnitude < 1e7) return String(value);
  if (magnitude >= 1e7 || magnitude < 1e-4) return value.toExponential(digits - 2);
  return String(Number(value.toPrecision(digits)));
}

function percent(share) {
  if (share > 0 && share < 0.001) return "<0.1%";
  if (share < 1 && share > 0.999) return ">99.9%";
  return Number((100 * share).toPrecision(share > 0.1 ? 3 : 2)) + "%";
}

function grouped(count) {
  return String(count).replace(/\B(?=(\d{3})+$)/g, "\u202f");
}

function counted(count, thing) {
  return grouped(count) + " " + thing + (count === 1 ? "" : "s");
}

function duration(seconds) {
  if (seconds < 60) return (seconds < 10 ? seconds.toFixed(1) : Math.round(seconds)) + " s";
  const two = number => String(number).padStart(2, "0");
  const whole = Math.round(seconds);
  if (whole < 3600) return Math.floor(whole / 60) + ":" + two(whole % 60) + " min";
  return Math.floor(whole / 3600) + ":" + two(Math.floor(whole / 60) % 60) + " h";
}
