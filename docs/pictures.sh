#!/usr/bin/env bash
# Takes the pictures of reports, of the page of a run that goes, and of a model's graph anew, with Chromium: docs/pictures.sh. The model and
# the seed of the first screens are those of the README. TANDEM names another program than that of this checkout.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

tandem=${TANDEM:-./tandem}
"$tandem" sample examples/occupancy/model.bug --data examples/occupancy/data.json --quiet --out "$folder/run" >/dev/null

# Pictures are taken once two in a row are alike: plots are drawn as they come into sight, and a busy machine takes its time. Needs node and npm.
tools=target/pictures
mkdir -p $tools
npm install --silent --no-audit --no-fund --prefix $tools puppeteer-core@25 >/dev/null
cat >$tools/take.cjs <<'JS'
const [, , browser, file, page, width, height, scheme, selector, unknown] = process.argv;
(async () => {
  const chromium = await require("puppeteer-core").launch({ executablePath: browser, args: ["--no-sandbox", "--disable-gpu", "--hide-scrollbars"] });
  const tab = await chromium.newPage();
  await tab.setViewport({ width: +width, height: +height });
  await tab.emulateMediaFeatures([{ name: "prefers-color-scheme", value: scheme }]);
  await tab.goto(page);
  // A page is ready when it says so, that of a run that goes when it has traces to show.
  await tab.waitForFunction(() => document.querySelector("#now") ? document.querySelector("#worst canvas") : document.documentElement.dataset.ready === "true", { timeout: 0 });
  if (unknown) {
    await tab.evaluate(name => [...document.querySelectorAll("button.name")].find(button => button.textContent === name).click(), unknown);
  }
  let shot = () => tab.screenshot();
  if (selector) {
    const part = await tab.waitForSelector(selector);
    await part.evaluate(node => node.scrollIntoView({ behavior: "instant" }));
    // With a margin, as on the page, and without the bar that stays at its top. Nothing beyond the window is taken: it would be made
    // larger for that, and all plots drawn anew.
    await tab.addStyleTag({ content: ".bar { visibility: hidden }" });
    shot = async () => {
      const box = await part.boundingBox();
      const scrolled = await tab.evaluate(() => scrollY);
      const clip = { x: Math.max(0, box.x - 24), y: box.y + scrolled, width: Math.min(+width, box.width + 48), height: box.height + 24 };
      return tab.screenshot({ clip, captureBeyondViewport: false });
    };
  }
  let before = "";
  for (let attempt = 0; attempt < 12; attempt++) {
    await new Promise(done => setTimeout(done, 2500));
    const now = Buffer.from(await shot());
    require("fs").writeFileSync(file, now);
    if (now.equals(before ? before : Buffer.alloc(0))) break;
    before = now;
  }
  await chromium.close();
})();
JS

# take FILE PAGE WIDTH HEIGHT light|dark [SELECTOR [UNKNOWN]]: the first screen of a page, or a part of it, with an unknown chosen.
take() { node $tools/take.cjs "$(command -v chromium)" "docs/pictures/$1" "${@:2}"; }

report=file://$folder/run/report.html
take report-first-screen.png "$report" 1280 900 light
take report-first-screen-dark.png "$report" 1280 900 dark
take report-phone.png "$report" 390 844 light

# The intervals of two runs, one below the other.
"$tandem" sample examples/occupancy/model.bug --data examples/occupancy/data.json --seed 2 --draws 200 --quiet --no-report --out "$folder/short" >/dev/null
"$tandem" report "$folder/run" --beside "$folder/short" --out "$folder/beside.html" >/dev/null
take report-beside.png "file://$folder/beside.html" 1100 1600 light '#forest'

# A funnel that chains do not get through: eight schools, their effects in one vector, of which warmup does not choose the coordinates.
cat >"$folder/funnel.bug" <<'BUG'
model {
  for (j in 1:J) {
    y[j] ~ dnorm(theta[j], 1 / pow(sigma[j], 2))
    centre[j] <- mu
    for (k in 1:J) { P[j,k] <- equals(j, k) / pow(tau, 2) }
  }
  theta[1:J] ~ dmnorm(centre[], P[,])
  mu ~ dnorm(0, 0.01)
  tau ~ dt(0, 0.04, 1) T(0,)
}
BUG
"$tandem" sample "$folder/funnel.bug" --data examples/eight-schools/data.json --monitor theta,mu,tau --quiet --out "$folder/funnel" >/dev/null
take report-pairs.png "file://$folder/funnel/report.html" 1100 1600 light '#pairs'
take report-unknown-dark.png "file://$folder/funnel/report.html" 1100 1600 dark '#unknown' tau

# States over time: animals by occasions.
"$tandem" sample examples/cjs/model.bug --data examples/cjs/data.json --quiet --out "$folder/cjs" >/dev/null
take report-map.png "file://$folder/cjs/report.html" 1100 1600 light '#allocations'

"$tandem" check examples/cjs/model.bug --data examples/cjs/data.json --graph docs/pictures/model-graph.svg --overwrite >/dev/null

# A run that goes, once there is something to see.
"$tandem" sample examples/eight-schools/model.bug --data examples/eight-schools/data.json --draws 1000000 --thin 100 --quiet --no-report \
    --watch --out "$folder/going" >"$folder/said" 2>&1 &
going=$!
trap 'kill $going 2>/dev/null || true; wait $going 2>/dev/null || true; rm -rf "$folder"' EXIT
until page=$(grep -o 'http://127[^ ]*' "$folder/said"); do
    kill -0 $going 2>/dev/null || { cat "$folder/said" >&2; exit 1; }
    sleep 0.5
done
sleep 20
take watch.png "$page" 1100 2600 light main
