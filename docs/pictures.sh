#!/usr/bin/env bash
# Takes the pictures of reports, of the page of a run that goes, and of a model's graph anew, with Chromium: docs/pictures.sh. The model and
# the seed of the first screens are those of the README. TANDEM names another program than that of this checkout.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

tandem=${TANDEM:-./tandem}
"$tandem" sample examples/occupancy/model.bug --data examples/occupancy/data.json --quiet --out "$folder/run" >/dev/null

# take FILE WIDTH,HEIGHT [OPTION..]: what $page shows.
page=file://$folder/run/report.html
take() {
    local file=$1 size=$2
    shift 2
    chromium --headless=old --no-sandbox --disable-gpu --hide-scrollbars --window-size="$size" "$@" \
        --screenshot="$PWD/docs/pictures/$file" "$page" >/dev/null 2>&1
}

take report-first-screen.png 1280,900
take report-first-screen-dark.png 1280,900 --blink-settings=preferredColorScheme=0
take report-phone.png 390,844

# section FILE PAGE SELECTOR [light|dark [UNKNOWN]]: a part of a page that has to be scrolled to, with an unknown chosen; needs node and npm.
tools=target/pictures
mkdir -p $tools
npm install --silent --no-audit --no-fund --prefix $tools puppeteer-core@25 >/dev/null
cat >$tools/section.cjs <<'JS'
const [, , browser, page, file, selector, scheme, unknown] = process.argv;
(async () => {
  const chromium = await require("puppeteer-core").launch({ executablePath: browser, args: ["--no-sandbox", "--disable-gpu"] });
  const tab = await chromium.newPage();
  await tab.setViewport({ width: 1100, height: 900 });
  await tab.emulateMediaFeatures([{ name: "prefers-color-scheme", value: scheme || "light" }]);
  await tab.goto(page);
  if (unknown) {
    await tab.waitForSelector("#forest");
    await tab.evaluate(name => [...document.querySelectorAll("button.name")].find(button => button.textContent === name).click(), unknown);
  }
  const part = await tab.waitForSelector(selector);
  await part.evaluate(node => node.scrollIntoView({ behavior: "instant" }));
  await new Promise(done => setTimeout(done, 1500));
  await part.screenshot({ path: file });
  await chromium.close();
})();
JS
section() { node $tools/section.cjs "$(command -v chromium)" "$2" "docs/pictures/$1" "${@:3}"; }

# The intervals of two runs, one below the other.
"$tandem" sample examples/occupancy/model.bug --data examples/occupancy/data.json --seed 2 --draws 200 --quiet --no-report --out "$folder/short" >/dev/null
"$tandem" report "$folder/run" --beside "$folder/short" --out "$folder/beside.html" >/dev/null
section report-beside.png "file://$folder/beside.html" '#forest'

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
section report-pairs.png "file://$folder/funnel/report.html" '#pairs'
section report-unknown-dark.png "file://$folder/funnel/report.html" '#unknown' dark tau

# States over time: animals by occasions.
"$tandem" sample examples/cjs/model.bug --data examples/cjs/data.json --quiet --out "$folder/cjs" >/dev/null
section report-map.png "file://$folder/cjs/report.html" '#allocations'

"$tandem" check examples/cjs/model.bug --data examples/cjs/data.json --graph docs/pictures/model-graph.svg --overwrite >/dev/null

# A run that goes, once there is something to see.
"$tandem" sample examples/eight-schools/model.bug --data examples/eight-schools/data.json --draws 4000000 --thin 1000 --quiet --no-report \
    --watch --out "$folder/going" >"$folder/said" 2>&1 &
going=$!
trap 'kill $going 2>/dev/null; rm -rf "$folder"' EXIT
until page=$(grep -o 'http://127[^ ]*' "$folder/said"); do sleep 0.5; done
sleep 10
section watch.png "$page" main
