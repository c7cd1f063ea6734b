#!/usr/bin/env bash
# Shows the packages as their users have them: by the wheel of release/target in a fresh environment beside stanli, and by its package for R
# in a fresh library beside rjags, with no Java on the path. Prints how long a first and a second model take, and what ArviZ and posterior
# say of the second one; `release/times.sh --write` puts all of it into docs/benchmarks-start.md.
#
#   TANDEM_TIMES_PYTHON=/where/venv TANDEM_TIMES_LIBRARY=/where/library release/times.sh     takes what was installed there before
#
# Each program starts anew, loads its package, and samples two models one after the other: 4 chains of 1000 draws after 1000 of warmup.
# "a later session" is the same script once more: Java finds what the first session has left.
#
# What is beside sampling is all but warmup and draws: starting Java, reading the model, compiling it, fetching the draws. By the clock it is
# what one waits for beside what the program says that the chains took. In seconds of the processor it is that of Python or R
# and of all threads of Java but the chains; a part of it are Java's compilers, which work beside them.
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
write=false
[[ ${1-} != --write ]] || write=true

cat >by_tandem.py <<PYTHON
import os, time
begun = time.perf_counter()
import tandem
from tandem import _session
def spent():
    """Seconds of the processor: all, those beside the chains, those of Java's compilers."""
    java = _session.current().pid
    with open(f"/proc/{java}/stat") as file:
        ticks = file.read().rsplit(")", 1)[1].split()[11:13]
    own = time.process_time()
    compilers = 0
    for thread in os.scandir(f"/proc/{java}/task"):
        with open(thread.path + "/comm") as comm, open(thread.path + "/schedstat") as used:
            name, seconds = comm.read(), int(used.read().split()[0]) * 1e-9
        if name.startswith(("C1 ", "C2 ")):
            compilers += seconds
        elif not name.startswith("chain"):
            own += seconds
    return time.process_time() + sum(map(int, ticks)) / os.sysconf("SC_CLK_TCK"), own + compilers, compilers
before = 0, 0, 0
for name, data in (("line", {"y": [$y]}), ("counts", {"c": [$c]})):
    posterior = tandem.Model(f"{name}.bug").sample({"n": 10, "x": [$x], **data}, progress=False)
    means = [posterior[one].mean() for one in posterior]
    now, after = time.perf_counter(), spent()
    chains = posterior.seconds["warmup"] + posterior.seconds["sampling"]
    print(now - begun, now - begun - chains, *(one - other for one, other in zip(after, before)))
    begun, before = time.perf_counter(), spent()
if os.environ.get("SHOW"):
    import warnings
    warnings.simplefilter("ignore")
    import arviz
    with open("arviz.txt", "w") as file:
        print(arviz.summary(posterior.to_arviz()).to_string(), file=file)
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
    print(now - begun, "-", time.process_time() - before, "-", "-")
    begun, before = now, time.process_time()
PYTHON
script_for_r() {
    cat <<R
begun <- proc.time()[["elapsed"]]
suppressMessages(library($1))
own <- "package:tandem" %in% search()
# Seconds of the processor: all, those beside the chains, those of Java's compilers.
spent <- function() {
    r <- sum(proc.time()[1:2])
    if (!own) return(c(r, NA, NA))
    java <- tandem:::.state\$process
    if (is.null(java)) return(c(r, r, 0))
    threads <- list.files(file.path("/proc", java\$get_pid(), "task"), full.names = TRUE)
    names <- vapply(threads, function(one) readLines(file.path(one, "comm")), "")
    seconds <- vapply(threads, function(one) scan(file.path(one, "schedstat"), quiet = TRUE)[1] * 1e-9, 1)
    compilers <- sum(seconds[grepl("^C[12] ", names)])
    c(r + sum(java\$get_cpu_times()[c("user", "system")]), r + sum(seconds[!grepl("^C[12] |^chain", names)]) + compilers, compilers)
}
before <- c(0, if (own) c(0, 0) else c(NA, NA))
x <- c($x)
for (one in list(list("line", list(y = c($y)), c("a", "b", "tau")), list("counts", list(c = c($c)), c("a", "b")))) {
    set.seed(1)
    m <- jags.model(paste0(one[[1]], ".bug"), c(list(n = 10, x = x), one[[2]]), n.chains = 4, quiet = TRUE)
    update(m, 1000, progress.bar = "none")
    draws <- coda.samples(m, one[[3]], 1000, progress.bar = "none")
    means <- colMeans(as.matrix(draws))
    now <- proc.time()[["elapsed"]]
    after <- spent()
    cat(now - begun, "-", ifelse(is.na(after), "-", after - before), "\n")
    begun <- proc.time()[["elapsed"]]
    before <- spent()
}
if (nzchar(Sys.getenv("SHOW"))) {
    options(width = 120, pillar.width = 120)
    writeLines(capture.output(print(as.data.frame(posterior::summarise_draws(posterior::as_draws(draws))), digits = 3)), "posterior.txt")
}
if ("package:tandem" %in% search()) tandem_shutdown()
R
}

# timed NAME COMMAND..: a row about its two models.
timed() {
    local name=$1
    shift
    "$@" 2>"$name.err" >"$name.out" || { cat "$name.err" >&2; exit 1; }
    awk -v name="$name" '
        function number(x) { return x == "-" ? "" : sprintf("%.2f", x) }
        NR <= 2 { for (i = 1; i <= 5; i++) row = row " | " number($i) }
        END { print "| " name row " |" }' "$name.out"
}

# Waits for what the first session leaves, which is written after its end.
kept() {
    for _ in {1..6000}; do
        [[ -z $(find home -name 'session-*.[aj]*' -not -name '*.config' -size +1000k) ]] || return 0
        sleep 0.1
    done
    echo "the first session has left nothing for later ones" >&2
    exit 1
}

table() {
    echo "| seconds | first model | of it beside sampling | processor | beside sampling | of it Java's compilers | second model | of it beside sampling | processor | beside sampling | of it Java's compilers |"
    echo "|---|---|---|---|---|---|---|---|---|---|---|"
    if [[ -n ${TANDEM_TIMES_PYTHON-} ]]; then
        ln -s "$TANDEM_TIMES_PYTHON" python
    else
        python3 -m venv python
        python/bin/pip -q install "$out"/*.whl stanli arviz >&2
    fi
    # Modules of Python are compiled once, when they are installed, or at their first use.
    "${bare[@]}" python/bin/python -c 'import tandem, stanli, arviz' 2>/dev/null
    timed 'Tandem in Python' "${bare[@]}" python/bin/python by_tandem.py
    kept
    timed 'Tandem in Python, a later session' "${bare[@]}" SHOW=yes python/bin/python by_tandem.py
    timed stanli "${bare[@]}" python/bin/python by_stanli.py
    if command -v R >/dev/null; then
        if [[ -n ${TANDEM_TIMES_LIBRARY-} ]]; then
            ln -s "$TANDEM_TIMES_LIBRARY" library
        else
            mkdir library
            R CMD INSTALL --library="$work/library" "$out"/tandem_*.tar.gz >/dev/null 2>&1
        fi
        rm -rf home/.cache
        script_for_r tandem >by_tandem.R
        timed 'Tandem in R' "${bare[@]}" "JAVA_HOME=$java" "R_LIBS=$work/library" Rscript by_tandem.R
        kept
        timed 'Tandem in R, a later session' "${bare[@]}" SHOW=yes "JAVA_HOME=$java" "R_LIBS=$work/library" Rscript by_tandem.R
        if Rscript -e 'quit(status = !requireNamespace("rjags", quietly = TRUE))'; then
            script_for_r rjags >by_rjags.R
            timed rjags "${bare[@]}" Rscript by_rjags.R
        fi
    fi
}

said() {
    table
    echo
    echo "Printed by \`release/times.sh\` on $(date +%F), version $(git -C "$root" log -1 --format=%h), on $(nproc) processors, with a load of" \
        "$(cut -d. -f1 /proc/loadavg) from other work."
    for shown in arviz posterior; do
        [[ -s $shown.txt ]] || continue
        [[ $shown == arviz ]] && echo && echo "The second model in Python, by \`arviz.summary(posterior.to_arviz())\`:" || { echo; echo "In R, by \`posterior::summarise_draws\` of what \`coda.samples\` gave:"; }
        echo
        echo '```text'
        cat $shown.txt
        echo '```'
    done
}

said | tee said.md
if $write; then
    page=$root/docs/benchmarks-start.md
    awk -v said="$work/said.md" '
        /^<!-- packages -->$/ { print; print ""; while ((getline line < said) > 0) print line; print ""; inside = 1 }
        /^<!-- end of packages -->$/ { inside = 0 }
        !inside' "$page" >page.md
    cp page.md "$page"
fi
