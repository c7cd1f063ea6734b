#!/usr/bin/env bash
# Samples posteriors of difficult shape at default settings and prints, beside truths that are known exactly, how many
# iterations diverged and how far the means are off. It judges nothing: the figures are to be read.
#
#   validation/shapes.sh            four chains of 25,000 draws of each, in some minutes
#   validation/shapes.sh 1000       of fewer draws
#   TANDEM=/usr/bin/tandem validation/shapes.sh       of another copy of the program
set -euo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
program=${TANDEM:-$root/tandem}
draws=${1:-25000}
"$program" --version
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"

# Neal's funnel, of which nothing is observed: where v is small, the others are held together.
cat >funnel.bug <<'MODEL'
model {
  v ~ dnorm(0, 1 / 9)
  for (i in 1:9) { x[i] ~ dnorm(0, exp(-v)) }
  low <- step(-3 - v)
}
MODEL
echo '{"quantities": {"low": {"mean": 0.15865525}, "v": {"mean": 0}}}' >funnel-truth.json

# Six groups of five numbers, vague gamma priors on both precisions; m and the sds by sums over a lattice.
cat >one-way.bug <<'MODEL'
model {
  for (i in 1:30) { y[i] ~ dnorm(b[group[i]], tw) }
  for (k in 1:6) { b[k] ~ dnorm(m, tb) }
  m ~ dnorm(0, 1.0E-6)
  tb ~ dgamma(0.001, 0.001)
  tw ~ dgamma(0.001, 0.001)
  between <- 1 / sqrt(tb)
  within <- 1 / sqrt(tw)
}
MODEL
python3 - <<'PYTHON'
import json
import math
import random

random.seed(3)
groups, members, vague = 6, 5, 0.001
y = []
for k in range(groups):
    effect = 0.8 * random.gauss(0, 1)
    y.append([round(10 + effect + random.gauss(0, 1), 3) for _ in range(members)])
json.dump({"y": [v for row in y for v in row], "group": [k + 1 for k in range(groups) for _ in range(members)]},
          open("one-way.json", "w"))
means = [sum(row) / members for row in y]
within = sum((v - m) ** 2 for row, m in zip(y, means) for v in row)
total = sum(means)
squares = sum(m * m for m in means)
sums = [0.0] * 4
for i in range(1401):
    log_between = -16 + 0.02 * i
    tb = math.exp(log_between)
    for j in range(401):
        log_within = -6 + 0.03 * j
        tw = math.exp(log_within)
        variance = 1 / tb + 1 / (members * tw)
        precision = groups / variance + 1e-6
        mean = total / variance / precision
        weight = math.exp(vague * (log_between - tb + log_within - tw) + 0.5 * groups * (members - 1) * log_within
                          - 0.5 * tw * within - 0.5 * groups * math.log(variance) - 0.5 * math.log(precision)
                          - 0.5 * (squares / variance - mean * mean * precision))
        for n, value in enumerate((1, mean, 1 / math.sqrt(tb), 1 / math.sqrt(tw))):
            sums[n] += weight * value
names = ("m", "between", "within")
json.dump({"quantities": {n: {"mean": s / sums[0]} for n, s in zip(names, sums[1:])}}, open("one-way-truth.json", "w"))
PYTHON

# shape NAME TRUTH MODEL [OPTION..]
shape() {
    name=$1 truth=$2 model=$3
    shift 3
    "$program" sample "$model" "$@" --draws "$draws" --seed 1 --json --quiet >"$name.out" 2>"$name.err"
    python3 - "$name" "$name.out" "$truth" <<'PYTHON'
import json
import sys

name, out, truth = sys.argv[1:]
run = json.load(open(out))
rows = {row["name"]: row for row in run["variables"]}
chains = run["tuning"]["chains"]
seconds = sum(chain.get("sampling_cpu_seconds", chain["sampling_seconds"]) for chain in chains)
smallest = min(row["ess_bulk"] for row in rows.values() if row["ess_bulk"])
told = f"{name}: {run['sampler']}, {run['divergences']} divergences, {smallest:.0f} effective draws, {smallest / seconds:,.0f} a second"
if truth:
    known = {n: q for n, q in json.load(open(truth))["quantities"].items() if n in rows and not q.get("mcse_mean")}
    z = {n: (rows[n]["mean"] - q["mean"]) / rows[n]["mcse_mean"] for n, q in known.items()}
    worst = max(z, key=lambda n: abs(z[n]))
    told += f"; of {len(z)} means the farthest, {worst}, is {z[worst]:+.2f} standard errors off"
    if "low" in known:
        told += f"; P(v < -3) {rows['low']['mean']:.4f} +- {rows['low']['mcse_mean']:.4f}, truth {known['low']['mean']:.4f}"
print(told, flush=True)
PYTHON
}

examples=$root/examples
for example in eight-schools ragged; do
    shape "$example" "$examples/$example/truth.json" "$examples/$example/model.bug" --data "$examples/$example/data.json"
done
shape one-way one-way-truth.json one-way.bug --data one-way.json
# Nothing is drawn forwards, so that it is a funnel.
shape funnel funnel-truth.json funnel.bug --sum none --monitor v,x,low
shape stochastic-volatility "" "$examples/stochastic-volatility/model.bug" --data "$examples/stochastic-volatility/data.json"
