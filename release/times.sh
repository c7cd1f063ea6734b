#!/usr/bin/env bash
# Prints how long a first and a second model take, by the wheel of release/target in a fresh environment beside stanli, and by its package for
# R in a fresh library beside rjags; there is no Java on the path. Each program starts anew, loads its package, and samples two
# models one after the other: 4 chains of 1000 draws after 1000 of warmup.
#
# "sampling" is what the program says warmup and draws took, "beside" all the rest: starting Java, reading the model, compiling it,
# fetching the draws. Seconds are those of the clock; "processor" are those of all processors for the model, Java's included, which
# depend less on what else the machine does. Of these "overhead" is what one waits for beside the chains: Python's own, and those of
# Java's threads but the chains and Java's compiler, which works beside them.
set -euo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
out=$root/release/target
ls "$out"/*.whl "$out"/tandem_*.tar.gz >/dev/null || { echo "nothing to time: release/build.sh makes it" >&2; exit 3; }
java=$(dirname "$(dirname "$(readlink -f "$(command -v java)")")")
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
mkdir bin home
for tool in sh env sed uname which rm cat grep dirname basename expr; do ln -s "$(command -v $tool)" bin/$tool; done
for tool in R Rscript; do if command -v $tool >/dev/null; then ln -s "$(command -v $tool)" bin/$tool; fi; done
bare=(env -i "PATH=$work/bin" "HOME=$work/home" LANG=C.UTF-8)

cat >line.bug <<'MODEL'
model {
  for (i in 1:n) { y[i] ~ dnorm(a + b * x[i], tau) }
  a ~ dnorm(0, 0.01)
  b ~ dnorm(0, 0.01)
  tau ~ dgamma(2, 2)
}
MODEL
cat >counts.bug <<'MODEL'
model {
  for (i in 1:n) { c[i] ~ dpois(exp(a + b * x[i])) }
  a ~ dnorm(0, 0.1)
  b ~ dnorm(0, 0.1)
}
MODEL
cat >line.stan <<'MODEL'
data { int n; vector[n] x; vector[n] y; }
parameters { real a; real b; real<lower=0> tau; }
model { y ~ normal(a + b * x, 1 / sqrt(tau)); a ~ normal(0, 10); b ~ normal(0, 10); tau ~ gamma(2, 2); }
MODEL
cat >counts.stan <<'MODEL'
data { int n; vector[n] x; array[n] int c; }
parameters { real a; real b; }
model { c ~ poisson_log(a + b * x); a ~ normal(0, sqrt(10)); b ~ normal(0, sqrt(10)); }
MODEL
x='0.0, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9'
y='1.1, 1.0, 1.7, 1.4, 1.9, 2.2, 1.9, 2.6, 2.4, 3.1'
c='2, 1, 3, 2, 4, 3, 2, 5, 4, 6'

cat >by_tandem.py <<PYTHON
import os, time
begun = time.perf_counter()
import tandem
from tandem import _session
def used():
    with open(f"/proc/{_session.current().pid}/stat") as file:
        ticks = file.read().rsplit(")", 1)[1].split()[11:13]
    return time.process_time() + sum(map(int, ticks)) / os.sysconf("SC_CLK_TCK")
def overhead():
    seconds = time.process_time()
    for thread in os.scandir(f"/proc/{_session.current().pid}/task"):
        with open(thread.path + "/comm") as comm, open(thread.path + "/schedstat") as spent:
            if not comm.read().startswith(("C1 ", "C2 ", "chain")):
                seconds += int(spent.read().split()[0]) * 1e-9
    return seconds
before = own = 0
for name, data in (("line", {"y": [$y]}), ("counts", {"c": [$c]})):
    posterior = tandem.Model(f"{name}.bug").sample({"n": 10, "x": [$x], **data}, progress=False)
    means = [posterior[one].mean() for one in posterior]
    now = time.perf_counter()
    print(now - begun, posterior.seconds["warmup"] + posterior.seconds["sampling"], used() - before, overhead() - own)
    begun, before, own = now, used(), overhead()
PYTHON
cat >by_stanli.py <<PYTHON
import time
begun = time.perf_counter()
import stanli
before = 0
for name, data in (("line", {"y": [$y]}), ("counts", {"c": [$c]})):
    fit = stanli.Model(stan_file=f"{name}.stan", data={"n": 10, "x": [$x], **data}).sample(seed=1, refresh=0)
    means = [fit[one].mean() for one in ("a", "b")]
    now = time.perf_counter()
    print(now - begun, "-", time.process_time() - before, "-")
    begun, before = now, time.process_time()
PYTHON
script_for_r() {
    cat <<R
begun <- proc.time()[["elapsed"]]
suppressMessages(library($1))
used <- function() {
    java <- if ("package:tandem" %in% search()) tandem:::.state\$process\$get_cpu_times()[c("user", "system")]
    sum(proc.time()[1:2], unlist(java))
}
before <- 0
x <- c($x)
for (one in list(list("line", list(y = c($y)), c("a", "b", "tau")), list("counts", list(c = c($c)), c("a", "b")))) {
    set.seed(1)
    m <- jags.model(paste0(one[[1]], ".bug"), c(list(n = 10, x = x), one[[2]]), n.chains = 4, quiet = TRUE)
    update(m, 1000, progress.bar = "none")
    means <- colMeans(as.matrix(coda.samples(m, one[[3]], 1000, progress.bar = "none")))
    now <- proc.time()[["elapsed"]]
    cat(now - begun, "-", used() - before, "-\n")
    begun <- now
    before <- used()
}
if ("package:tandem" %in% search()) tandem_shutdown()
R
}

# timed NAME COMMAND..: a line about its two models.
timed() {
    local name=$1
    shift
    "$@" 2>"$name.err" >"$name.out" || { cat "$name.err" >&2; exit 1; }
    awk -v name="$name" '
        NR <= 2 { total[NR] = $1; sampling[NR] = $2; processor[NR] = $3; overhead[NR] = $4 }
        function beside(i) { return sampling[i] == "-" ? "-" : sprintf("%.2f", total[i] - sampling[i]) }
        function took(i) { return sampling[i] == "-" ? "-" : sprintf("%.2f", sampling[i]) }
        function own(i) { return overhead[i] == "-" ? "-" : sprintf("%.3f", overhead[i]) }
        END {
            printf "%-14s", name
            for (i = 1; i <= 2; i++) printf " %10.2f %9s %7s %10.2f %9s", total[i], took(i), beside(i), processor[i], own(i)
            print ""
        }' "$name.out"
}

printf '%-14s %10s %9s %7s %10s %9s %10s %9s %7s %10s %9s\n' '' '1st model' sampling beside processor overhead '2nd model' sampling beside processor overhead
python3 -m venv python
python/bin/pip -q install "$out"/*.whl stanli
timed tandem-python "${bare[@]}" python/bin/python by_tandem.py
timed stanli "${bare[@]}" python/bin/python by_stanli.py
if command -v R >/dev/null; then
    mkdir library
    R CMD INSTALL --library="$work/library" "$out"/tandem_*.tar.gz >/dev/null 2>&1
    script_for_r tandem >by_tandem.R
    timed tandem-r "${bare[@]}" "JAVA_HOME=$java" "R_LIBS=$work/library" Rscript by_tandem.R
    if Rscript -e 'quit(status = !requireNamespace("rjags", quietly = TRUE))'; then
        script_for_r rjags >by_rjags.R
        timed rjags "${bare[@]}" Rscript by_rjags.R
    fi
fi
