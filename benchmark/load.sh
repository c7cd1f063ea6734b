#!/usr/bin/env bash
# Large models and their data, and what it takes to sample them: `benchmark/load.sh make DIR` writes the files (160 MB),
# `benchmark/load.sh run DIR NAME HEAP` samples one of them in so much memory and prints time and memory.
set -euo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)

usage() {
    echo "usage: benchmark/load.sh make DIR | run DIR sites|occupancy|captures|unknowns|observations|chains HEAP" >&2
    exit 2
}

# Sums of twelve uniforms are normal enough, and every awk has them.
normal='function normal(  i, s) { for (i = 0; i < 12; i++) s += rand(); return s - 6 } BEGIN { srand(1) }'

make() {
    mkdir -p "$1"
    cat >"$1/sites.bug" <<'MODEL'
# 10^6 discrete unknowns: which of the readings come from the second source?
model {
  for (i in 1:N) {
    z[i] ~ dbern(share)
    y[i] ~ dnorm(mu * z[i], 1)
  }
  share ~ dbeta(2, 2)
  mu ~ dnorm(0, 0.1)
}
MODEL
    awk "$normal"' BEGIN { print "y"; for (i = 0; i < 1000000; i++) printf "%.4f\n", normal() + (rand() < 0.3 ? 3 : 0) }' >"$1/sites.csv"
    echo '{"N": 1000000}' >"$1/sites.json"

    cat >"$1/occupancy.bug" <<'MODEL'
# 10^6 sites with a covariate, visited four times: at which of those where nothing was seen is something?
model {
  for (i in 1:N) {
    z[i] ~ dbern(psi[i])
    logit(psi[i]) <- a + b * x[i]
    for (j in 1:4) { y[i,j] ~ dbern(z[i] * p) }
  }
  a ~ dnorm(0, 0.3)
  b ~ dnorm(0, 0.3)
  p ~ dunif(0, 1)
}
MODEL
    awk "$normal"' BEGIN {
        n = 1000000
        printf "{\"N\": %d, \"x\": [", n >"/dev/stderr"
        for (i = 0; i < n; i++) {
            x = normal()
            printf "%s%.3f", i ? "," : "", x >"/dev/stderr"
            z = rand() < 1 / (1 + exp(-0.3 - 0.8 * x))
            printf "%s[%d,%d,%d,%d]", i ? "," : "", z && rand() < 0.4, z && rand() < 0.4, z && rand() < 0.4, z && rand() < 0.4
        }
        printf "], \"y\": [" >"/dev/stderr"
    }' 2>"$1/occupancy.json" >"$1/occupancy.rows"
    cat "$1/occupancy.rows" >>"$1/occupancy.json"
    echo ']}' >>"$1/occupancy.json"
    rm "$1/occupancy.rows"

    cat >"$1/captures.bug" <<'MODEL'
# 10^5 animals, marked on one of seven occasions and looked for on the later ones.
model {
  phi ~ dunif(0, 1)
  for (t in 1:T) { p[t] ~ dunif(0, 1) }
  for (i in 1:N) {
    z[i,f[i]] <- 1
    for (t in (f[i] + 1):T) {
      z[i,t] ~ dbern(phi * z[i,t-1])
      y[i,t] ~ dbern(p[t] * z[i,t])
    }
  }
}
MODEL
    awk 'BEGIN {
        srand(1)
        n = 100000
        printf "{\"N\": %d, \"T\": 8, \"f\": [", n >"/dev/stderr"
        for (i = 0; i < n; i++) {
            f = 1 + int(7 * rand())
            printf "%s%d", i ? "," : "", f >"/dev/stderr"
            row = ""
            z = 1
            for (t = 1; t <= 8; t++) {
                z = t > f ? z && rand() < 0.8 : z
                row = row (t > 1 ? "," : "") (t == f || (t > f && z && rand() < 0.5) ? 1 : 0)
            }
            printf "%s[%s]", i ? "," : "", row
        }
        printf "], \"y\": [" >"/dev/stderr"
    }' 2>"$1/captures.json" >"$1/captures.rows"
    cat "$1/captures.rows" >>"$1/captures.json"
    echo ']}' >>"$1/captures.json"
    rm "$1/captures.rows"

    cat >"$1/unknowns.bug" <<'MODEL'
# 10^4 continuous unknowns: groups of five with a mean each.
model {
  for (j in 1:J) {
    theta[j] ~ dnorm(mu, tau)
  }
  for (i in 1:N) {
    y[i] ~ dnorm(theta[group[i]], 1)
  }
  mu ~ dnorm(0, 0.01)
  tau ~ dgamma(2, 2)
}
MODEL
    awk "$normal"' BEGIN { print "group,y"; for (j = 1; j <= 10000; j++) { m = 1 + normal(); for (k = 0; k < 5; k++) printf "%d,%.4f\n", j, m + normal() } }' >"$1/unknowns.csv"
    echo '{"J": 10000, "N": 50000}' >"$1/unknowns.json"

    cat >"$1/observations.bug" <<'MODEL'
# 10^7 observations: a line through them.
model {
  for (i in 1:N) {
    y[i] ~ dnorm(a + b * x[i], tau)
  }
  a ~ dnorm(0, 0.01)
  b ~ dnorm(0, 0.01)
  tau ~ dgamma(1, 1)
}
MODEL
    awk "$normal"' BEGIN { print "x,y"; for (i = 0; i < 10000000; i++) { x = 2 * rand() - 1; printf "%.4f,%.4f\n", x, 1 + 2 * x + normal() } }' >"$1/observations.csv"
    echo '{"N": 10000000}' >"$1/observations.json"
}

run() {
    local dir=$1 name=$2 heap=$3 options=()
    case $name in
    sites) options=(--chains 1 --warmup 20 --draws 20 --monitor share,mu) ;;
    occupancy) options=(--chains 1 --warmup 20 --draws 20 --monitor a,b,p) ;;
    captures) options=(--chains 1 --warmup 100 --draws 100 --monitor phi,p) ;;
    unknowns) options=(--chains 1 --warmup 50 --draws 50) ;;
    observations) options=(--chains 1 --warmup 10 --draws 10) ;;
    chains) options=(--chains 192 --warmup 20 --draws 20) ;;
    *) usage ;;
    esac
    local model=$dir/$name.bug data=("$dir/$name.csv" "$dir/$name.json")
    if [[ $name == chains ]]; then
        model=$root/examples/occupancy/model.bug data=("$root/examples/occupancy/data.json")
    fi
    if [[ $name == occupancy || $name == captures ]]; then
        data=("$dir/$name.json")
    fi
    local files=()
    for file in "${data[@]}"; do files+=(--data "$file"); done
    TANDEM_JAVA_OPTIONS="-Xmx$heap -XX:+UseSerialGC" /usr/bin/time -f "%e s, %U s of processors, %M kB resident" \
        "$root/tandem" sample "$model" "${files[@]}" "${options[@]}" --rows 3 --quiet --no-report --out "$dir/run-$name" --overwrite
}

case ${1:-} in
make) [[ $# == 2 ]] || usage; make "$2" ;;
run) [[ $# == 4 ]] || usage; run "$2" "$3" "$4" ;;
*) usage ;;
esac
