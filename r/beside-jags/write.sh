#!/usr/bin/env bash
# Runs three scripts with JAGS and with Tandem, and writes docs/r-scripts.md: what they print, and the results beside each other.
# Needs R with rjags, and the package tandem installed in R_LIBS or R's own library.
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
page=$here/../../docs/r-scripts.md
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"

# section FILE PACKAGE CHAINS: one script; CHAINS is the expression for its chains.
section() {
    local script=$here/../inst/scripts/$1 changed=$work/changed.R
    # What is drawn goes to nowhere.
    sed "s/^library($2)/suppressMessages(library(tandem))/" "$script" >"$changed"
    printf 'saveRDS(%s, "tandem.rds")\n' "$3" >>"$changed"
    R_DEFAULT_DEVICE=pdf Rscript "$changed" >printed.txt
    if [[ $2 == rjags ]]; then
        { cat "$script"; printf 'saveRDS(%s, "jags.rds")\n' "$3"; } >reference.R
        Rscript reference.R >/dev/null 2>&1
    else
        sed "s:^library($2):source('$here/reference.R'):" "$script" >reference.R
        KEPT=jags.rds Rscript reference.R >/dev/null
    fi
    printf '\n## A script for %s\n\n%s The line changed is\n\n```diff\n' "$2" "$4"
    printf -- '-library(%s)\n+library(tandem)\n```\n\nand it prints\n\n```text\n' "$2"
    cat printed.txt
    printf '```\n\n'
    Rscript "$here/beside.R" jags.rds tandem.rds
}

{
    cat <<'TEXT'
# Scripts for rjags, jagsUI and R2jags, with one line changed

Three scripts as users of these packages write them, from the folder [r/inst/scripts](../r/inst/scripts): `library(..)` is changed
to `library(tandem)`, and nothing else. Below each is what it prints, and its results beside those of JAGS. Both draw at random, so
means differ by some standard errors; five would be an error. What JAGS draws for the scripts of jagsUI and R2jags it draws by rjags, which
both call.

This page is written by

    R_LIBS=/where/tandem/is r/beside-jags/write.sh
TEXT
    section rjags.R rjags samples \
        "[rjags.R](../r/inst/scripts/rjags.R): counts of breaks of yarn, with an effect of wool, of tension and of each loom."
    section jagsui.R jagsUI 'out$samples' \
        "[jagsui.R](../r/inst/scripts/jagsui.R): a species that is overlooked on many visits, with a posterior predictive check."
    section r2jags.R R2jags 'as.mcmc(fit)' \
        "[r2jags.R](../r/inst/scripts/r2jags.R): the year in which the flow of the Nile changed, a discrete unknown."
} >"$work/page.md"
mv "$work/page.md" "$page"
