/* Puts the page together. */

/** Shows an unknown's plots; {@code go} scrolls to them. */
function choose(unknown, go) {
  chosen = unknown;
  showUnknown(unknown);
  document.dispatchEvent(new Event("chosen"));
  if (go) document.getElementById("unknown").scrollIntoView();
}

function first() {
  const known = unknowns.filter(unknown => unknown.plot >= 0 && unknown.sd > 0);
  const bad = known.filter(suspicious);
  if (bad.length > 0) return bad.reduce((a, b) => (b.rhat || 0) > (a.rhat || 0) ? b : a);
  return known[0] || unknowns[0];
}

const page = document.getElementById("page");
document.getElementById("maker").textContent = run.maker;
const titles = { verdict: "Verdict", table: "Unknowns", unknown: "One unknown", forest: "Intervals", pairs: "Pairs", allocations: "Allocations", predictive: "Predictions", sampler: "Sampler", trajectory: "One iteration", graph: "Graph", model: "Model" };
const sections = [verdictSection()];
if (hasDraws && unknowns.length > 0) sections.push(tableSection(), unknownSection(), forestSection(), pairsSection(), allocationSection(), predictiveSection());
sections.push(samplerSection());
if (hasDraws) sections.push(trajectorySection());
sections.push(graphSection(), modelSection());
const present = sections.filter(Boolean);
page.append(...present);
if (hasDraws && unknowns.length > 0) choose(first());

const nav = document.getElementById("nav");
const links = new Map(present.map(part => [part, el("a", { href: "#" + part.id }, titles[part.id])]));
nav.append(...links.values());
const seen = new IntersectionObserver(entries => {
  entries.forEach(entry => entry.target.toggleAttribute("data-seen", entry.isIntersecting));
  const here = present.find(part => part.hasAttribute("data-seen"));
  links.forEach((link, part) => link.classList.toggle("here", part === here));
  if (here) nav.scrollTo({ left: links.get(here).offsetLeft - nav.offsetLeft - 40 });
}, { rootMargin: "-70px 0px -55% 0px" });
present.forEach(part => seen.observe(part));
// The browser looked for the place that the address names before it was there.
const wanted = location.hash && document.getElementById(location.hash.slice(1));
if (wanted) wanted.scrollIntoView({ behavior: "instant" });
document.documentElement.dataset.ready = "true";
